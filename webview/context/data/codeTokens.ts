/*
 * What the parts of a text are in its language, so that code is read as in an editor. The grammars are highlight.js's,
 * of the languages that are met most.
 */
import { common, createLowlight } from 'lowlight';
import type { RecordedBlockRow } from '../../../src/ports/transcriptRows.ts';

/** What a part can be; each has a colour. */
export const codeScopes = [
  'keyword',
  'string',
  'number',
  'comment',
  'name',
  'type',
  'added',
  'removed',
] as const;

/** What a part is. */
export type CodeScope = (typeof codeScopes)[number];

/** A part of a text. Places count UTF-16 units from the text's beginning. */
export interface CodeToken {
  readonly from: number;
  readonly to: number;
  readonly scope: CodeScope;
}

/** Longest text whose parts are told; to tell them takes about a second for each 2 million units. */
export const mostColoured = 512 * 1024;

/** Scopes by the names that the grammars give; what is not here has no colour of its own. */
const scopes: Readonly<Record<string, CodeScope>> = {
  ...{ keyword: 'keyword', literal: 'keyword', name: 'keyword', 'selector-tag': 'keyword' },
  ...{ meta: 'keyword', doctag: 'keyword' },
  ...{ string: 'string', regexp: 'string', char: 'string', code: 'string', link: 'string' },
  ...{ number: 'number', symbol: 'number', bullet: 'number' },
  ...{ comment: 'comment', quote: 'comment' },
  ...{ title: 'name', section: 'name', attr: 'name', attribute: 'name', property: 'name' },
  ...{ type: 'type', built_in: 'type', class: 'type' },
  ...{ addition: 'added', deletion: 'removed' },
};

type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type TreeNode = Tree | Tree['children'][number];

/** Made when it is needed first: making it takes some milliseconds. */
let lowlight: ReturnType<typeof createLowlight> | undefined;

/** The language of a block's text: of its file, else what texts of its kind are written in; undefined if not known. */
export function languageOf(
  { kind, path }: Pick<RecordedBlockRow, 'kind' | 'path'>,
  text: string,
): string | undefined {
  if (/^(?:diff --git |--- \S|@@ -\d)/.test(text)) {
    return 'diff';
  }
  switch (kind) {
    case 'tool_call':
    case 'tool_schemas':
      return 'json';
    case 'tool_result': {
      const ending = /\.(\w+)$/.exec(path ?? '')?.[1]?.toLowerCase();
      lowlight ??= createLowlight(common);
      return ending !== undefined && lowlight.registered(ending)
        ? ending
        : /^\s*[{[]["{[\s]/.test(text)
          ? 'json'
          : undefined;
    }
    default:
      return 'markdown';
  }
}

/** Parts of a text, in its order, none within another; empty for one that is longer than `mostColoured`. O(length). */
export function codeTokens(text: string, language: string): readonly CodeToken[] {
  if (text.length > mostColoured) {
    return [];
  }
  lowlight ??= createLowlight(common);
  const tokens: CodeToken[] = [];
  let at = 0;
  const walk = (node: TreeNode, scope: CodeScope | undefined): void => {
    if (node.type === 'text') {
      const from = at;
      at += node.value.length;
      if (scope !== undefined && at > from) {
        tokens.push({ from, to: at, scope });
      }
    } else if (node.type === 'root' || node.type === 'element') {
      const own = node.type === 'element' ? scopeOf(node.properties['className']) : undefined;
      node.children.forEach((child) => walk(child, own ?? scope));
    }
  };
  walk(lowlight.highlight(language, text), undefined);
  return tokens;
}

/** The first class names the sort of part, the second may tell more of it. */
function scopeOf(classes: unknown): CodeScope | undefined {
  const [first, second]: readonly unknown[] = Array.isArray(classes) ? (classes as unknown[]) : [];
  return second === 'class_' ? 'type' : scopes[String(first).replace(/^hljs-/, '')];
}
