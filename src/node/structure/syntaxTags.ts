import type { Node } from '@vscode/tree-sitter-wasm';
import type { StructureProblem, TagRange } from '../../ports/structure.ts';
import type { SyntaxText } from './syntaxText.ts';

/** Elements of JSX that hold the line, outermost first. */
export function tagsAt(source: SyntaxText, line: number): TagRange[] {
  return source
    .find(source.grammar.elements, line - 1)
    .map(describe)
    .filter((one) => one.start <= line && line <= one.end);
}

/** Elements of JSX of the name, in order. */
export function tagsNamed(source: SyntaxText, name: string): TagRange[] {
  return source
    .find(source.grammar.elements)
    .map(describe)
    .filter((one) => one.tag === name);
}

/** Elements whose end tag is for another name: the grammar lets that pass. */
export function tagProblems(source: SyntaxText): StructureProblem[] {
  return source.find(source.grammar.elements).flatMap((node) => {
    const close = node.childForFieldName('close_tag');
    const opened = describe(node).tag;
    const closed = tagName(close);
    if (close === null || opened === closed) {
      return [];
    }
    const { row, column } = close.startPosition;
    const line = node.startPosition.row + 1;
    const message = `</${closed}> closes <${opened}> of line ${line}.`;
    return [{ line: row + 1, column: column + 1, message, unpaired: true }];
  });
}

function describe(node: Node): TagRange {
  const pair = node.type === 'jsx_element';
  return {
    start: node.startPosition.row + 1,
    end: node.endPosition.row + 1,
    kind: pair ? 'pair' : 'self-closing',
    tag: tagName(pair ? node.childForFieldName('open_tag') : node),
  };
}

function tagName(tag: Node | null): string {
  return tag?.childForFieldName('name')?.text ?? '';
}
