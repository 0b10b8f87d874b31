/* What advice is told from, made: what a test does not say gives no advice. */
import type {
  OwnBlockRow,
  RecordedBlockRow,
  RecordedPatchRow,
} from '../../../../src/ports/transcriptRows.ts';
import type { Advice, AdviceInput, AdviceRule } from '../../../../webview/context/data/advice.ts';
import { adviceOn } from '../../../../webview/context/data/advice.ts';
import { BlockItems } from '../../../../webview/context/data/blockItems.ts';
import { MissCauses } from '../../../../webview/context/data/cacheRibbon.ts';
import type { TurnLists } from '../../../../webview/context/data/turnFigures.ts';
import { turnFigures } from '../../../../webview/context/data/turnFigures.ts';
import { madeCall, madeComposition } from './madeTurns.ts';
import { block } from './sampleSession.ts';

/** Parts of the input that a test says; all blocks stand in the window unless it says otherwise. */
export interface MadeInput extends Partial<Pick<AdviceInput, 'limits' | 'offered' | 'live'>> {
  readonly blocks?: readonly Partial<RecordedBlockRow>[];
  readonly calls?: TurnLists['calls'];
  readonly compositions?: TurnLists['compositions'];
  readonly patches?: readonly RecordedPatchRow[];
  readonly own?: readonly OwnBlockRow[];
  readonly window?: readonly number[];
}

/** So many calls of the same size. */
export function steadyCalls(count: number): TurnLists['calls'] {
  return Array.from({ length: count }, (_, index) => madeCall(index));
}

/** All advice about what is made. */
export function madeAdvice(made: MadeInput): readonly Advice[] {
  const blocks = (made.blocks ?? []).map((fields, index) => block(index, fields));
  const calls = made.calls ?? steadyCalls(40);
  const compositions = made.compositions ?? calls.map(() => madeComposition([['other', 5000]]));
  const lists: TurnLists = { blocks, calls, compositions, patches: made.patches ?? [] };
  return adviceOn({
    ...{ lists, figures: turnFigures(lists), causes: new MissCauses(lists) },
    items: new BlockItems().update({ lists, own: made.own ?? [], version: 1 }),
    ...{ limits: made.limits, offered: made.offered, live: made.live ?? false },
    window: new Set(made.window ?? blocks.keys()),
  });
}

/** The advice of one rule: title and tokens at stake. */
export function adviceOf(
  rule: AdviceRule,
  made: MadeInput,
): readonly (readonly [string, number])[] {
  return madeAdvice(made)
    .filter((one) => one.rule === rule)
    .map(({ title, tokens }) => [title, tokens]);
}
