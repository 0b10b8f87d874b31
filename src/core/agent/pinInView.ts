import type { ContextSession } from '../context/contextSession.ts';
import type { Operation } from '../context/operations.ts';

/** What came of pinning. */
export interface PinOutcome {
  /** Those that are pinned now and were not. */
  readonly pinned: readonly string[];
  /** Those whose text was out of view and came back. */
  readonly back: readonly string[];
  /** Tokens that came into view with them. */
  readonly tokens: number;
  /** Why others were left as they were, in sentences. */
  readonly refused: readonly string[];
}

/** What brings a block's text into view: with its chain, which is whole or not there. */
function waysBack(session: ContextSession, id: string): readonly Operation[] {
  const { state } = session;
  const block = state.get(id);
  if (block === undefined) {
    return [];
  }
  const chain = state.chainOf(block);
  const members = chain === undefined ? [id] : [chain.head, ...chain.results];
  const ids = members.filter((each) => state.get(each)?.visibility !== 'model');
  return [
    ...(ids.length > 0 ? [{ op: 'set_visibility', ids, visibility: 'model' } as const] : []),
    ...(block.content.form === 'offloaded' ? [{ op: 'restore', ids: [id] } as const] : []),
  ];
}

/**
 * Pins blocks of a session for the user. A pin means that the model sees the text, so what was put aside or archived
 * comes back with it, one patch per block; where there is no room for that, the block stays as it was. Ids that are not
 * there are left out. `hasRoom` is asked after each that came back. Throws `SessionConflict` and `StoreError`.
 */
export async function pinInView(
  session: ContextSession,
  ids: readonly string[],
  hasRoom: () => boolean,
): Promise<PinOutcome> {
  const outcome = {
    pinned: [] as string[],
    back: [] as string[],
    tokens: 0,
    refused: [] as string[],
  };
  for (const id of new Set(ids)) {
    const operations = waysBack(session, id);
    if (operations.length > 0) {
      const result = await session.apply({ reason: `pinned ${id}`, operations }, 'user');
      if (!result.ok) {
        outcome.refused.push(...result.rejections.map(({ message }) => message));
        continue;
      }
      if (!hasRoom()) {
        await session.undo(result.patch?.id ?? '', 'user', 'there is no room for it');
        outcome.refused.push(
          `\`${id}\` was not pinned: it was put aside, and there is no room for its text. \`/compact\` makes room.`,
        );
        continue;
      }
      outcome.back.push(id);
      outcome.tokens += result.delta;
    }
    outcome.pinned.push(...(await session.pin([id], true, 'user')));
  }
  return outcome;
}
