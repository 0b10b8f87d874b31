import type { LimitsRow } from '../../../src/ports/transcriptRows.ts';
import type { ActName } from './actQuestion.ts';
import { duplicateAdvice, injectedAdvice, rereadAdvice, unusedAdvice } from './adviceBlocks.ts';
import { lostAgainAdvice, summaryAdvice } from './advicePatches.ts';
import { idleToolsAdvice } from './adviceTools.ts';
import { compactionAdvice, missAdvice } from './adviceTurns.ts';
import type { BlockItem } from './blockItems.ts';
import type { MissCauses } from './cacheRibbon.ts';
import type { OfferedTools } from './offeredTools.ts';
import type { TurnFigure, TurnLists } from './turnFigures.ts';

/** Rules that give advice. */
export type AdviceRule =
  | 'compaction'
  | 'unused'
  | 'reread'
  | 'duplicate'
  | 'injected'
  | 'lost'
  | 'summary'
  | 'tools'
  | 'misses';

/** Something that helps: to look at a place, or to do something with blocks or a patch of a live session of our own. */
export type AdviceWay =
  | { readonly to: 'block'; readonly block: number }
  | { readonly to: 'patch'; readonly patch: number }
  | { readonly to: 'turn'; readonly turn: number }
  /** Blocks of the window that have the words, or those that were said before. */
  | { readonly to: 'list'; readonly search: string; readonly scope: 'window' | 'waste' }
  | { readonly to: 'tools' }
  | { readonly to: 'act'; readonly act: ActName; readonly blocks: readonly number[] }
  | { readonly to: 'undo'; readonly patch: number };

/** One piece of advice. */
export interface Advice {
  readonly rule: AdviceRule;
  /** Names it among the advice of a session, also after the session has grown. */
  readonly key: string;
  /** One sentence. */
  readonly title: string;
  /** Why, with its numbers; sentences. */
  readonly why: string;
  /** How it is known; sentences. */
  readonly known: string;
  /** Tokens at stake. */
  readonly tokens: number;
  /** Who counted them. */
  readonly by: 'provider' | 'exact' | 'estimate';
  /** The first is the best. */
  readonly ways: readonly AdviceWay[];
}

/** What advice is told from. All of it is of the session as it is now, whatever turn is looked at. */
export interface AdviceInput {
  readonly lists: TurnLists;
  /** All blocks, in order. */
  readonly items: readonly BlockItem[];
  readonly figures: readonly TurnFigure[];
  readonly causes: MissCauses;
  readonly limits: LimitsRow | undefined;
  /** Indices of the blocks that stand in the window now. */
  readonly window: ReadonlySet<number>;
  /** Tools that are offered now; undefined if that is not known. */
  readonly offered: OfferedTools | undefined;
  /** Whether somebody works in it now. */
  readonly live: boolean;
}

/** Most advice of one rule: more is not read. */
const mostOfRule = 10;

const rules: readonly ((input: AdviceInput) => readonly Advice[])[] = [
  compactionAdvice,
  unusedAdvice,
  rereadAdvice,
  duplicateAdvice,
  injectedAdvice,
  lostAgainAdvice,
  summaryAdvice,
  idleToolsAdvice,
  missAdvice,
];

/** All advice about a session, most tokens at stake first; at most ten of each rule. */
export function adviceOn(input: AdviceInput): readonly Advice[] {
  return rules.flatMap((rule) => rule(input).toSorted(byStake).slice(0, mostOfRule)).sort(byStake);
}

function byStake(a: Advice, b: Advice): number {
  return b.tokens - a.tokens || (a.key < b.key ? -1 : 1);
}

/** Who counted tokens together: the weakest of the counts. */
export function countedBy(items: readonly BlockItem[]): Advice['by'] {
  const by = new Set(items.map(({ count }) => count.by));
  const [only] = by;
  return by.size === 1 && only !== undefined ? only : 'estimate';
}

/** Sum of the blocks' tokens. */
export function tokensOf(items: readonly BlockItem[]): number {
  return items.reduce((sum, { count }) => sum + count.tokens, 0);
}
