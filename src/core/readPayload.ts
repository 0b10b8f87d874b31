import type { PayloadKey, Store } from '../ports/store.ts';
import { StoreError } from '../ports/store.ts';

/** What a payload holds; `tampered` if it was changed from outside, `gone` if it is not there. */
export type Kept =
  | { readonly state: 'kept'; readonly content: Uint8Array }
  | { readonly state: 'tampered' | 'gone' };

/** Reads a payload; only troubles of the store as a whole are thrown. */
export async function readPayload(store: Pick<Store, 'payload'>, key: PayloadKey): Promise<Kept> {
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
