import * as l10n from '@vscode/l10n';
import type { ListRules } from '../../data/listView.ts';
import { kindName } from '../kinds.ts';
import type { BlockItem } from './blockItems.ts';
import type { BlockStates } from './blockStates.ts';
import { marksOf, markWords } from './blockWords.ts';

/** Which blocks are listed: in the window of the turn, out of it by then, all there are, or what was said before. */
export const blockScopes = ['window', 'left', 'all', 'waste'] as const;

/** One of them. */
export type BlockScope = (typeof blockScopes)[number];

/** Names of the scopes for people. */
export const scopeChoices: readonly (readonly [BlockScope, string])[] = [
  ['window', l10n.t('In the window')],
  ['left', l10n.t('Left before')],
  ['all', l10n.t('All blocks')],
  ['waste', l10n.t('Waste')],
];

/** What is said of a scope that has no blocks. */
export const emptyScopes: Readonly<Record<BlockScope, string>> = {
  window: l10n.t('The window of this turn is empty.'),
  left: l10n.t('Nothing left the window before this turn.'),
  all: l10n.t('There are no blocks yet.'),
  waste: l10n.t('Nothing was found that says what was said before.'),
};

/** Orders to choose from. */
export const blockSorts: readonly (readonly [string, string])[] = [
  ['order', l10n.t('In order')],
  ['tokens', l10n.t('Largest first')],
  ['age', l10n.t('Newest first')],
];

/** Groups to choose from. */
export const blockGroups: readonly (readonly [string, string])[] = [
  ['none', l10n.t('No groups')],
  ['turn', l10n.t('By turn')],
  ['file', l10n.t('By file')],
  ['tool', l10n.t('By tool')],
  ['kind', l10n.t('By kind')],
];

const noFile = l10n.t('No file');
const noTool = l10n.t('No tool');
/** By turn; to look a title up for each of many blocks would be felt. */
const turnTitles = new Map<number, string>();

function turnTitle(turn: number): string {
  const known = turnTitles.get(turn);
  const title = known ?? l10n.t`Turn ${turn + 1}`;
  if (known === undefined) {
    turnTitles.set(turn, title);
  }
  return title;
}

/** How blocks are searched, sorted and grouped. Any other order than these is that of the blocks. */
export const blockRules: ListRules<BlockItem> = {
  words: ({ id, row, own }) =>
    [id, row.description, row.tool ?? '', row.path ?? '', own?.id ?? '', row.kind].join('\n'),
  fields: {
    kind: ({ row }) => `${row.kind} ${kindName(row.kind)}`,
    tool: ({ row }) => row.tool ?? '',
    file: ({ row }) => row.path ?? '',
    turn: ({ row }) => String(row.turn + 1),
    is: (item) => [...marksOf(item), ...markWords(item)].join(' '),
  },
  sorts: {
    tokens: (a, b) => b.count.tokens - a.count.tokens || a.index - b.index,
    age: (a, b) => b.row.turn - a.row.turn || b.index - a.index,
  },
  groups: {
    turn: ({ row }) => turnTitle(row.turn),
    file: ({ row }) => row.path ?? noFile,
    tool: ({ row }) => row.tool ?? noTool,
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
