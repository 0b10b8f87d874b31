import { StoreError } from '../ports/store.ts';
import { RpcError } from '../protocol/rpc.ts';
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

/** What a payload holds; `tampered` if it was changed from outside, `gone` if it is not there. */
export type Kept =
  | { readonly state: 'kept'; readonly content: Uint8Array }
  | { readonly state: 'tampered' | 'gone' };

/** Reads a payload; only troubles of the store as a whole are thrown. */
export async function readPayload(
  store: { payload(key: string): Promise<Uint8Array | undefined> },
  key: string,
): Promise<Kept> {
  try {
    const content = await store.payload(key);
    return content === undefined ? { state: 'gone' } : { state: 'kept', content };
  } catch (cause) {
    if (cause instanceof StoreError && cause.code === 'tampered') {
      return { state: 'tampered' };
    }
    throw cause;
  }
}

/** Why a payload can not be shown. */
export function unreadableText(what: string, state: Exclude<Kept['state'], 'kept'>): string {
  return state === 'tampered'
    ? `${what} was changed from outside and is not shown.`
    : `${what} is not kept any more.`;
}
