import { isObject, listAt, textAt, type JsonObject } from './json.ts';

/*
 * Parts of tool results as VS Code serialises them: `$mid` marks them (21 a text, 23 a tree of @vscode/prompt-tsx), as
 * seen in the samples and in microsoft/vscode's marshalling.
 */

/** Kinds of nodes in a tree of prompt-tsx. */
const textNode = 2;

/**
 * Text of a tree of prompt-tsx as a model gets it: the texts in order, with a line break before those that ask for one.
 * O(nodes), without recursion.
 */
function treeText(root: JsonObject): string {
  const open: unknown[] = [root];
  let text = '';
  while (open.length > 0) {
    const node = open.pop();
    if (!isObject(node)) {
      continue;
    }
    if (node['type'] === textNode) {
      const own = textAt(node, 'text');
      const breaks = node['lineBreakBefore'] === true || node['lineBreakBefore'] === 1;
      text += breaks && text !== '' && !text.endsWith('\n') ? `\n${own}` : own;
      continue;
    }
    const children = listAt(node, 'children');
    for (let at = children.length - 1; at >= 0; at -= 1) {
      open.push(children[at]);
    }
  }
  return text;
}

/** The text of a part of a tool result that VS Code wrote; undefined for anything else. */
export function editorPartText(part: JsonObject): string | undefined {
  if (typeof part['$mid'] !== 'number') {
    return undefined;
  }
  const value = part['value'];
  if (typeof value === 'string') {
    return value;
  }
  return isObject(value) && isObject(value['node']) ? treeText(value['node']) : undefined;
}
