import { StoreError, type StoreErrorCode } from '../../ports/store.ts';

/** SQLite's primary result codes that mean something to a caller of the store. */
const codesBySqlite: ReadonlyMap<number, StoreErrorCode> = new Map([
  [5, 'locked'],
  [6, 'locked'],
  [11, 'corrupt'],
  [13, 'full'],
  [26, 'corrupt'],
]);

/** SQLITE_IOERR_SHMSIZE: the shared-memory file could not grow, which on a sound disk means that it is full. */
const sharedMemoryDidNotGrow = 4874;

const messages: Readonly<Record<StoreErrorCode, string>> = {
  locked: 'The store stayed locked by another process.',
  full: 'The store could not be written because the disk is full.',
  corrupt: 'The store file is damaged.',
  newer: 'The store was written by a newer version of Chipboard.',
  tampered: 'A stored text is not what was stored.',
  closed: 'The store is closed.',
  conflict: 'Somebody else wrote to the session.',
  failed: 'The store failed',
};

function codeOf(error: Error): StoreErrorCode {
  if ('errcode' in error && typeof error.errcode === 'number') {
    if (error.errcode === sharedMemoryDidNotGrow) {
      return 'full';
    }
    // The low byte is the primary code, the rest says more than callers need.
    return codesBySqlite.get(error.errcode & 0xff) ?? 'failed';
  }
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    return 'full';
  }
  return 'failed';
}

/** Whatever was thrown inside the store, as the error the port promises. A `StoreError` stays as it is. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  if (!(error instanceof Error)) {
    return new StoreError('failed', `${messages.failed}: ${String(error)}`);
  }
  const code = codeOf(error);
  return new StoreError(
    code,
    code === 'failed' ? `${messages.failed}: ${error.message}` : messages[code],
  );
}

/** The error for a code with its usual message. */
export function storeError(code: Exclude<StoreErrorCode, 'failed'>): StoreError {
  return new StoreError(code, messages[code]);
}
