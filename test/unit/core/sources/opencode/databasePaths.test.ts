import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  fileOfPath,
  rowAtPath,
  rowPath,
  sessionAtPath,
  sessionPath,
} from '../../../../../src/core/sources/opencode/databasePaths.ts';

describe('Paths in a database of opencode', () => {
  it('name a session, and the file that it is in', () => {
    const at = { database: '/a#b/x.db', session: 'ses_1aB' };
    assert.deepEqual(sessionAtPath(sessionPath(at)), at);
    assert.equal(fileOfPath('/a#b/x.db#ses_1aB'), '/a#b/x.db');
    for (const path of ['/a/x.db', '/a/x#y.jsonl', '/a/x.db#ses_/../y', '#ses_1', '/a/x.db#ses_']) {
      assert.equal(sessionAtPath(path), undefined, path);
      assert.equal(fileOfPath(path), path);
    }
  });

  it('name a row of this database, whatever its id is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (database, id) => {
        const row = { table: 'part' as const, id };
        assert.deepEqual(rowAtPath(database, rowPath(database, row)), row);
        assert.equal(rowAtPath(`${database}x`, rowPath(database, row)), undefined);
      }),
    );
  });
});
