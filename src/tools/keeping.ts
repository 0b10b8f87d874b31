import type { StoreErrorCode, StoreOutcome, StoreWrite } from '../ports/store.ts';
import { StoreError } from '../ports/store.ts';
import type { Store } from '../ports/store.ts';
import type { Log } from '../ports/log.ts';
import type { Failure } from '../ports/result.ts';
import { failure } from '../core/failures.ts';

/** What keeping came to; without an outcome nothing was kept, and the warning says so. */
export interface Kept {
  readonly outcome: StoreOutcome | undefined;
  readonly warnings: readonly string[];
  /** Why nothing was kept. */
  readonly failed?: StoreErrorCode;
}

const storeReasons: Record<StoreErrorCode, string> = {
  locked: 'its database is locked by another program',
  full: 'the disk is full',
  corrupt: 'its database was damaged and has been set aside',
  newer: 'its database is of a newer version of Chipboard',
  tampered: 'its database was changed from outside',
  closed: 'it is shutting down',
  conflict: 'another program wrote to the session',
  failed: 'its database failed',
};

/** The failure of a call that can do nothing without the store. */
export function storeFailure(code: StoreErrorCode, what = 'Chips and events'): Failure {
  return failure(
    'nothing-kept',
    `${what} can not be used now: ${storeReasons[code]}.`,
    'Try again later; files can be read and edited meanwhile.',
  );
}

/**
 * Writes to the store without ever failing the call it is for: an edit that succeeds with nothing kept is better than
 * none, as long as the answer says so.
 */
export async function keep(
  store: Pick<Store, 'write'>,
  writes: readonly StoreWrite[],
  log: Log,
): Promise<Kept> {
  if (writes.length === 0) {
    return { outcome: { chips: [], imported: 0, known: 0, expired: 0 }, warnings: [] };
  }
  try {
    const outcome = await store.write(writes);
    const evicted = outcome.chips.flatMap((chip) => chip.evicted);
    const warnings =
      evicted.length > 0
        ? [
            `To keep the limit, the oldest chips were dropped: ${evicted.join(', ')}. Pin chips to keep them.`,
          ]
        : [];
    return { outcome, warnings };
  } catch (cause) {
    const code = cause instanceof StoreError ? cause.code : 'failed';
    log.error('The store could not keep something.', cause);
    return {
      outcome: undefined,
      failed: code,
      warnings: [`Nothing could be kept for recovery: ${storeReasons[code]}.`],
    };
  }
}
