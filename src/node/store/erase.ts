import { dirname } from 'node:path';
import { StoreError } from '../../ports/store.ts';
import { overwriteSetAside, withFileLock } from './databaseFile.ts';
import { newKeys, replaceKeys } from './keyFile.ts';
import type { OpenDatabase } from './openDatabase.ts';
import type { StoreFileOptions } from './storeMessages.ts';
import { writing } from './transactions.ts';

/** Readers of changes begin anew: whatever number they have is below the one that is forgotten. */
const deleteAll = `
DELETE FROM chips;
DELETE FROM snapshots;
DELETE FROM calls;
DELETE FROM events;
DELETE FROM sessions;
DELETE FROM transcripts;
DELETE FROM resumes;
DELETE FROM keptSessions;
DELETE FROM keptFiles;
DELETE FROM keptParts;
DELETE FROM payloads;
DELETE FROM contents;
DELETE FROM chipChanges;
DELETE FROM counts;
UPDATE marks SET n = n + 1 WHERE name = 'chips';
UPDATE marks SET n = (SELECT n FROM marks WHERE name = 'chips') WHERE name = 'forgotten';
`;

/** Moves the write-ahead log into the database and cuts it to nothing. */
function emptyLog({ db }: OpenDatabase): void {
  if (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0) {
    throw new StoreError(
      'locked',
      'Everything was deleted, but traces are left in the files because another process reads them. Erase again.',
    );
  }
}

/**
 * Deletes all rows, also from the free pages and the write-ahead log, replaces the keys and removes what was set aside.
 * The file lock keeps others from opening the database between the rows' end and the new keys; those who have it open
 * find the new key id with their next transaction. The database has to be opened again afterwards.
 */
export function eraseDatabase(open: OpenDatabase, { file, lockWait }: StoreFileOptions): void {
  const { db } = open;
  withFileLock(file, lockWait, () => {
    const keys = newKeys();
    db.exec('PRAGMA secure_delete = ON');
    writing(open, () => {
      db.exec(deleteAll);
      open.keyMark.set(keys.id);
    });
    replaceKeys(dirname(file), keys);
    // First the zeros over what was deleted, then the shorter file: what is cut off must not be cut off unwritten.
    emptyLog(open);
    db.exec('VACUUM');
    emptyLog(open);
    overwriteSetAside(file);
  });
}
