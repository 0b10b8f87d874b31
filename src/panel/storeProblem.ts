import { StoreError } from '../ports/store.ts';
import { RpcError } from '../protocol/rpc.ts';
import type { Kept } from '../core/readPayload.ts';
import { storeFailure } from '../tools/keeping.ts';

/** One sentence on why the store can not be used. */
export function storeProblem(cause: unknown): string {
  return storeFailure(cause instanceof StoreError ? cause.code : 'failed').message;
}

/** What a request is refused with: store errors as a sentence with a code of their own, others as they are. */
export function asRpcError(cause: unknown): unknown {
  return cause instanceof StoreError
    ? new RpcError({ code: `store-${cause.code}`, message: storeProblem(cause) })
    : cause;
}

/** Why a payload can not be shown. */
export function unreadableText(what: string, state: Exclude<Kept['state'], 'kept'>): string {
  return state === 'tampered'
    ? `${what} was changed from outside and is not shown.`
    : `${what} is not kept any more.`;
}
