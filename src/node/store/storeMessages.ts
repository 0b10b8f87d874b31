import type { Store, StoreErrorCode } from '../../ports/store.ts';

/** What the worker needs to open the store. */
export interface StoreFileOptions {
  /** Absolute path of the database; the key file lies beside it. */
  readonly file: string;
  /** Milliseconds to wait for another process before giving up with `locked`. */
  readonly lockWait: number;
  /** Most pages of 4 KiB the database may have; writes beyond fail with `full`. SQLite's own limit if absent. */
  readonly maxPages?: number;
}

/** The store's methods, carried out at once. Throws `StoreError` as the port says. */
export type SyncStore = {
  [Method in keyof Store]: (
    ...args: Parameters<Store[Method]>
  ) => Awaited<ReturnType<Store[Method]>>;
};

/** What the worker does: the store's methods, and the parts of a call that would keep others waiting too long. */
export interface WorkerStore extends SyncStore {
  /** Reads some of the texts that a search looks through; true when all are read. */
  prepareSearch(): boolean;
}

/** One call sent to the worker. The worker answers in the order of the calls. */
export interface StoreRequest {
  /** Comes back with the answer. */
  readonly id: number;
  readonly method: keyof WorkerStore;
  readonly args: readonly unknown[];
}

/** The worker's answer to one call. */
export type StoreReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly code: StoreErrorCode;
      readonly message: string;
    };
