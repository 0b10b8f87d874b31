import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import type { ChatItem, ChatItems, ItemFacts } from './chatItems.ts';
import { filePath } from './question.ts';

/** Parts that only the editor's page shows: no model wrote or read them. */
const besideParts = new Set([
  'clearToPreviousToolInvocation',
  'codeblockUri',
  'codeCitation',
  'command',
  'confirmation',
  'disabledClaudeHooks',
  'elicitation',
  'elicitationSerialized',
  'extensions',
  'externalEdit',
  'externalToolInvocationUpdate',
  'hook',
  'info',
  'mcpServersStarting',
  'move',
  'multiDiffData',
  'planReview',
  'prepareToolInvocation',
  'progressMessage',
  'progressTask',
  'progressTaskSerialized',
  'pullRequest',
  'questionCarousel',
  'reference',
  'treeData',
  'undoStop',
  'usedContext',
  'warning',
  'workspaceEdit',
]);

type Path = readonly PathStep[];

/** Path of a markdown text, which is a string or an object with `value`. */
function markdownPath(of: JsonObject, key: string, path: Path): Path {
  return typeof of[key] === 'string' ? [...path, key] : [...path, key, 'value'];
}

/** Fields that hold what a tool was called with, the best first, by the paths below the part. */
const callPaths: readonly Path[] = [
  ['toolSpecificData', 'rawInput'],
  ['toolSpecificData', 'commandLine', 'original'],
  ['toolSpecificData', 'command'],
  ['toolSpecificData', 'prompt'],
  ['resultDetails', 'input'],
];

/** Fields that hold what it gave back. */
const resultPaths: readonly Path[] = [
  ['toolSpecificData', 'result'],
  ['toolSpecificData', 'terminalCommandOutput', 'text'],
];

function hasText(value: unknown): boolean {
  return (
    (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null)
  );
}

function addTool(items: ChatItems, part: JsonObject, path: Path): void {
  const id = textAt(part, 'toolCallId');
  const facts: ItemFacts = { native: id, call: id, tool: textAt(part, 'toolId') };
  const called = callPaths.find((steps) => hasText(items.at([...path, ...steps])));
  if (called !== undefined) {
    items.add('tool_call', [...path, ...called], facts);
  } else {
    // The editor keeps no arguments of most tools; what it showed stands in their place.
    const shown = markdownPath(part, 'invocationMessage', path);
    const named = items.at(shown) === '' || items.at(shown) === undefined;
    items.add('tool_call', named ? [...path, 'toolId'] : shown, { ...facts, fidelity: 'lost' });
  }
  const details = objectAt(part, 'resultDetails');
  const failed = details['isError'] === true ? { failed: true } : {};
  const before = items.items.length;
  for (const [index, output] of listAt(details, 'output').entries()) {
    if (isObject(output) && output['isText'] !== false) {
      const at = [...path, 'resultDetails', 'output', index, 'value'];
      items.add('tool_result', at, { ...facts, ...failed });
    }
  }
  const result = resultPaths.find((steps) => hasText(items.at([...path, ...steps])));
  if (items.items.length === before && result !== undefined) {
    items.add('tool_result', [...path, ...result], { ...facts, ...failed });
  }
}

function addPart(items: ChatItems, part: JsonObject, path: Path): void {
  const kind = part['kind'];
  switch (kind) {
    case undefined:
      return items.add('assistant_message', [...path, 'value']);
    case 'markdownContent':
    case 'markdownVuln':
      return items.add('assistant_message', markdownPath(part, 'content', path));
    case 'thinking':
      return items.add('reasoning_trace', [...path, 'value'], { native: textAt(part, 'id') });
    case 'toolInvocation':
    case 'toolInvocationSerialized':
      return addTool(items, part, path);
    case 'inlineReference': {
      // A name that the model wrote, which the editor made a link of: between two pieces of its text.
      const link = objectAt(part, 'inlineReference');
      const uri = isObject(link['uri']) ? ['uri'] : [];
      const name = hasText(part['name']) ? ['name'] : ['inlineReference', ...uri, 'path'];
      const file = filePath(link);
      return items.add('assistant_message', [...path, ...name], file === '' ? {} : { path: file });
    }
    case 'textEditGroup':
    case 'notebookEditGroup': {
      const file = filePath(part['uri']);
      const facts = { native: kind, ...(file !== '' && { path: file }) };
      return items.add('other', [...path, 'edits'], facts);
    }
    default:
      if (typeof kind !== 'string' || !besideParts.has(kind)) {
        items.add('other', path, { native: typeof kind === 'string' ? kind.slice(0, 60) : '' });
      }
  }
}

function isTool(item: ChatItem | undefined): boolean {
  return item?.kind === 'tool_call' || item?.kind === 'tool_result';
}

/** The last model call gave what follows the last tool; if nothing does, the last tool call and what led to it. */
function stage(answer: readonly ChatItem[]): void {
  let from = answer.length;
  while (from > 0 && !isTool(answer[from - 1])) {
    from -= 1;
  }
  let end = answer.length;
  if (from === end) {
    while (end > 0 && answer[end - 1]?.kind === 'tool_result') {
      end -= 1;
    }
    from = end;
    while (from > 0 && answer[from - 1]?.kind !== 'tool_result') {
      from -= 1;
    }
  }
  for (const [index, item] of answer.entries()) {
    item.stage = index < from ? 'window' : index < end ? 'output' : 'after';
  }
}

/** Takes the answer as the editor shows it: what there is when no rounds are noted beside it. */
export function addResponse(items: ChatItems, request: JsonObject, path: Path): void {
  const before = items.items.length;
  for (const [index, part] of listAt(request, 'response').entries()) {
    if (isObject(part)) {
      addPart(items, part, [...path, 'response', index]);
    } else if (typeof part === 'string') {
      items.add('assistant_message', [...path, 'response', index]);
    }
  }
  stage(items.items.slice(before));
}
