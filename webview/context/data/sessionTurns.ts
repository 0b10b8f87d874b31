import { MissCauses } from './cacheRibbon.ts';
import { patchTurns } from './patchMarks.ts';
import type { StackLayer, TurnFigure, TurnLists } from './turnFigures.ts';
import { turnFigures, usedLayers } from './turnFigures.ts';

/** A session as far as its turns are made of it. `version` is another one whenever the lists are. */
export interface TurnSource {
  readonly version: number;
  readonly lists: TurnLists;
}

/** All that is told of a session's turns; the picture and the table have the same. */
export interface SessionTurns {
  readonly version: number;
  readonly figures: readonly TurnFigure[];
  readonly causes: MissCauses;
  /** Layers that any call has tokens of, from the bottom up. */
  readonly layers: readonly StackLayer[];
  /** Calls after patches, ascending, each once. */
  readonly patchTurns: readonly number[];
}

const known = new WeakMap<TurnSource, SessionTurns>();

/** The turns of a session; worked out once for each version. */
export function turnsOf(session: TurnSource): SessionTurns {
  const { version, lists } = session;
  const former = known.get(session);
  if (former?.version === version) {
    return former;
  }
  const figures = turnFigures(lists);
  const turns: SessionTurns = {
    ...{ version, figures },
    causes: new MissCauses(lists),
    layers: usedLayers(figures),
    patchTurns: patchTurns(lists.patches, figures.length),
  };
  known.set(session, turns);
  return turns;
}
