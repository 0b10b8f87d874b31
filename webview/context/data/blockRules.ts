import type { ListRules } from '../../data/listView.ts';
import { kindName } from '../kinds.ts';
import type { BlockItem } from './blockItems.ts';
import type { BlockStates } from './blockStates.ts';
import { markWords } from './blockWords.ts';

/** Which blocks are listed: in the window of the turn, out of it by then, all there are, or what was said before. */
export const blockScopes = ['window', 'left', 'all', 'waste'] as const;

/** One of them. */
export type BlockScope = (typeof blockScopes)[number];

/** Names of the scopes for people. */
export const scopeChoices: readonly (readonly [BlockScope, string])[] = [
  ['window', 'In the window'],
  ['left', 'Left before'],
  ['all', 'All blocks'],
  ['waste', 'Waste'],
];

/** What is said of a scope that has no blocks. */
export const emptyScopes: Readonly<Record<BlockScope, string>> = {
  window: 'The window of this turn is empty.',
  left: 'Nothing left the window before this turn.',
  all: 'There are no blocks yet.',
  waste: 'Nothing was found that says what was said before.',
};

/** Orders to choose from. */
export const blockSorts: readonly (readonly [string, string])[] = [
  ['order', 'In order'],
  ['tokens', 'Largest first'],
  ['age', 'Newest first'],
];

/** Groups to choose from. */
export const blockGroups: readonly (readonly [string, string])[] = [
  ['none', 'No groups'],
  ['turn', 'By turn'],
  ['file', 'By file'],
  ['tool', 'By tool'],
  ['kind', 'By kind'],
];

/** How blocks are searched, sorted and grouped. Any other order than these is that of the blocks. */
export const blockRules: ListRules<BlockItem> = {
  words: ({ id, row, own }) =>
    [id, row.description, row.tool ?? '', row.path ?? '', own?.id ?? '', row.kind].join('\n'),
  fields: {
    kind: ({ row }) => `${row.kind} ${kindName(row.kind)}`,
    tool: ({ row }) => row.tool ?? '',
    file: ({ row }) => row.path ?? '',
    turn: ({ row }) => String(row.turn + 1),
    is: (item) => markWords(item).join(' '),
  },
  sorts: {
    tokens: (a, b) => b.count.tokens - a.count.tokens || a.index - b.index,
    age: (a, b) => b.row.turn - a.row.turn || b.index - a.index,
  },
  groups: {
    turn: ({ row }) => `Turn ${row.turn + 1}`,
    file: ({ row }) => row.path ?? 'No file',
    tool: ({ row }) => row.tool ?? 'No tool',
    kind: ({ row }) => kindName(row.kind),
  },
};

/** Whether a block is in a scope at a turn. Waste is what was said before, up to the turn. */
export function isInScope(item: BlockItem, scope: BlockScope, states: BlockStates): boolean {
  const presence = states.presence(item.index);
  switch (scope) {
    case 'window':
      return presence === 'in';
    case 'left':
      return presence === 'left' || presence === 'beside';
    case 'all':
      return true;
    case 'waste':
      return item.twin !== undefined && presence !== 'later';
  }
}
