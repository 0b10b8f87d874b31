import type { ChipDetail, ChipItem } from '../../../src/protocol/chips.ts';
import type { DiffRow, Preview } from '../../../src/protocol/diff.ts';

/** The text that every sample chip holds. */
export const text = `export function parseQuotes(text: string): string[] {
  const quotes: string[] = [];
  for (const match of text.matchAll(/"([^"]*)"/g)) {
    quotes.push(match[1] ?? '');
  }
  return quotes;
}
`;

/** Everything about a sample chip. */
export function detailOf(chip: ChipItem): ChipDetail {
  return {
    chip,
    text,
    textCharacters: text.length,
    textLines: 7,
    arguments: {
      fields: [
        ['file', chip.shown ?? 'src/app.ts'],
        ['lines', '40-44'],
        ['content', text],
        [
          'edits',
          {
            list: [
              {
                fields: [
                  ['old', 'a'],
                  ['new', 'b'],
                ],
                left: 0,
              },
            ],
            left: 0,
          },
        ],
        ['force', false],
      ],
      left: 0,
    },
    forms: chip.kind === 'deleted' ? ['content'] : ['content', 'call', 'annotated', 'arguments'],
    calls: [{ id: 'a00000000001', client: 'claude-code', started: chip.created }],
    ...(chip.errorCode === undefined
      ? {}
      : { advice: 'Read the lines again and send the call with their new numbers.' }),
    ...(chip.event === undefined
      ? {}
      : {
          event: {
            id: chip.event,
            tool: 'be-delete',
            state: 'applied',
            created: chip.created,
            files: [{ file: chip.file ?? '', shown: chip.shown ?? '' }],
          } as const,
        }),
  };
}

const rows: readonly DiffRow[] = [
  { kind: 'folded', before: 1, after: 1, count: 36 },
  { kind: 'same', before: 37, after: 37, text: 'import { words } from "./words.ts";' },
  { kind: 'same', before: 38, after: 38, text: '' },
  {
    kind: 'removed',
    before: 39,
    parts: [
      { text: 'const total = ', changed: false },
      { text: 'count(', changed: true },
      { text: 'items);', changed: false },
    ],
  },
  {
    kind: 'added',
    after: 39,
    parts: [
      { text: 'const total = ', changed: false },
      { text: 'sum(', changed: true },
      { text: 'items);', changed: false },
    ],
  },
  { kind: 'same', before: 40, after: 40, text: '' },
  ...text
    .split('\n')
    .slice(0, 7)
    .map((line, index): DiffRow => ({
      kind: 'added',
      after: 41 + index,
      parts: [{ text: line, changed: true }],
    })),
  { kind: 'same', before: 41, after: 48, text: 'export { total };' },
  { kind: 'folded', before: 42, after: 49, count: 120 },
];

let previews = 0;
/** What every sample replay would do. */
export function preview(file: string): Preview {
  previews++;
  return {
    id: `p${previews}`,
    files: [
      {
        file,
        shown: file.replace('/home/me/project/', ''),
        change: 'changed',
        added: 8,
        removed: 1,
        rows,
        left: 0,
      },
    ],
    warnings: [
      {
        code: 'changed-since',
        message: 'The file has changed since the text was deleted from it.',
      },
    ],
  };
}
