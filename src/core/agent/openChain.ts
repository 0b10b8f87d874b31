import type { ContextSession } from '../context/contextSession.ts';

/** Blocks of the last chain while the model has not answered its results. */
export function openChain(session: ContextSession): ReadonlySet<string> {
  const { state } = session;
  const last = state.order.findLast((id) => state.get(id)?.kind === 'assistant_message');
  const block = last === undefined ? undefined : state.get(last);
  const chain = block === undefined ? undefined : state.chainOf(block);
  return new Set(chain === undefined ? [] : [chain.head, ...chain.results]);
}
