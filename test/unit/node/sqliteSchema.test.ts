import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { migrate, schemaVersion } from '../../../src/node/store/schema.ts';
import { storeErrorOf } from '../../contract/storeSamples.ts';
import { tempFolder, type TempFolder } from './sqliteSetup.ts';

const first = 'CREATE TABLE t (x)';
const second = 'ALTER TABLE t ADD COLUMN y; INSERT INTO t VALUES (1, 2)';

describe('migrate', () => {
  let folder: TempFolder;
  let db: DatabaseSync;
  let other: DatabaseSync;
  beforeEach(async () => {
    folder = await tempFolder();
    db = new DatabaseSync(join(folder.path, 'a.db'), { timeout: 1000 });
    other = new DatabaseSync(join(folder.path, 'a.db'), { timeout: 1000 });
  });
  afterEach(async () => {
    db.close();
    other.close();
    await folder.remove();
  });

  it('does the steps a database has not had, in order', () => {
    migrate(db, [first]);

    migrate(db, [first, second]);

    assert.equal(schemaVersion(db), 2);
    assert.equal(db.prepare('SELECT y FROM t').get()?.y, 2);
  });

  it('does no step twice when another connection has done it', () => {
    migrate(db, [first, second]);

    migrate(other, [first, second]);

    assert.equal(other.prepare('SELECT count(*) AS n FROM t').get()?.n, 1);
  });

  it('leaves the version before a step that fails', () => {
    assert.throws(() => {
      migrate(db, [first, `INSERT INTO t VALUES (1); nonsense`]);
    });

    assert.equal(schemaVersion(db), 1);
    assert.equal(db.prepare('SELECT count(*) AS n FROM t').get()?.n, 0);
  });

  it('refuses a version it does not know', () => {
    db.exec('PRAGMA user_version = 3');

    assert.throws(() => {
      migrate(db, [first, second]);
    }, storeErrorOf('newer'));
  });
});
