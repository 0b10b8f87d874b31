import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import { opencodeTables } from '../../../src/core/sources/opencode/opencodeRows.ts';
import type { TranscriptState } from '../../../src/ports/transcripts.ts';
import { holdDatabase } from '../../fakes/databaseHolder.ts';
import { MadeDatabase, sampleRows, sessionRow, turnRows } from '../../fakes/opencodeDatabase.ts';
import {
  codeOf,
  mainOf,
  transcriptFolder,
  valueOf,
  wordsOf,
  type TranscriptFolder,
} from './transcriptsSetup.ts';

const real = 'ses_dd356478bffeWaiqYAhcPLEr35';

describe('Sessions in the database of opencode', () => {
  let folder: TranscriptFolder;
  let source: DirectTranscripts;
  let made: MadeDatabase;
  beforeEach(async () => {
    folder = await transcriptFolder();
    await folder.write('.local/share/opencode/log/x', '');
    made = new MadeDatabase(join(folder.path, '.local/share/opencode/opencode.db'));
    source = new DirectTranscripts({
      surroundings: () =>
        Promise.resolve({ platform: 'linux', home: folder.path, env: {}, windowsHomes: [] }),
    });
  });
  afterEach(async () => {
    source.dispose();
    made.close();
    await folder.remove();
  });

  const open = async (session: string): Promise<TranscriptState> =>
    valueOf(await source.open({ path: `${made.path}#${session}`, until: 'whole' }));

  /** Names of all files of the database and what is in them. */
  const filesOf = async (): Promise<Record<string, string>> => {
    const names = (await readdir(join(made.path, '..'))).filter((name) => name.includes('.db'));
    const hashes = names.sort().map(async (name) => {
      const bytes = await readFile(join(made.path, '..', name));
      return [name, createHash('sha256').update(bytes).digest('hex')] as const;
    });
    return Object.fromEntries(await Promise.all(hashes));
  };

  it('are found each as a row, newest first, without the subagents', async () => {
    made.put([
      sessionRow('ses_old', { directory: '/w/b' }),
      sessionRow('ses_new', { time_updated: 1_790_000_009_000 }),
      sessionRow('ses_child', { parent_id: 'ses_new' }),
      ...turnRows('ses_new', 1, 'an answer'),
    ]);

    const all = valueOf(await source.find({ folders: undefined }));
    const own = valueOf(await source.find({ folders: ['/w/b'] }));
    const extra = valueOf(await source.find({ folders: [], extra: [join(made.path, '..')] }));

    assert.deepEqual(
      all.rows.map(({ path }) => path),
      [`${made.path}#ses_new`, `${made.path}#ses_old`],
    );
    const [first] = all.rows;
    const { bytes, ...row } = first ?? { bytes: 0 };
    assert.deepEqual(row, {
      ...{ path: `${made.path}#ses_new`, format: 'opencode', agent: 'opencode', id: 'ses_new' },
      ...{ title: 'Title of ses_new', folder: '/w/a', model: 'made-1' },
      ...{ started: 1_790_000_000_000, modified: 1_790_000_009_000 },
    });
    assert.ok(bytes > 100);
    assert.deepEqual(
      own.rows.map(({ id }) => id),
      ['ses_old'],
    );
    assert.equal(extra.rows.length, 2);
  });

  it('are read like the files of older versions, and every text is read back to its length', async () => {
    made.put(sampleRows());

    const state = await open(real);

    const overview = valueOf(await source.overview(mainOf(state)));
    assert.deepEqual(
      [state.path, state.format, overview.calls, overview.peakInput, overview.coverage.taken],
      [`${made.path}#${real}`, 'opencode', 6, 10, sampleRows().length],
    );
    assert.ok(overview.files.includes(`${made.path}#part/prt_22caa01c90012xryrBMZe6EUG4`));
    const blocks = valueOf(await source.blocks(mainOf(state), { from: 0, limit: 500 }));
    assert.ok(blocks.length > 10);
    for (const [block, { id, length }] of blocks.entries()) {
      const part = valueOf(await source.text(mainOf(state), { block, from: 0, limit: 1e6 }));
      assert.equal(part.text.length, length, id);
    }
  });

  it('have the sessions that they started as children', async () => {
    made.put([
      sessionRow('ses_main'),
      ...turnRows('ses_main', 1, 'an answer'),
      sessionRow('ses_sub', { parent_id: 'ses_main' }),
      sessionRow('ses_below', { parent_id: 'ses_sub' }),
      ...turnRows('ses_below', 2, 'from below'),
      sessionRow('ses_other'),
      ...turnRows('ses_other', 3, 'from another'),
    ]);

    const { sessions } = await open('ses_main');

    assert.deepEqual(
      sessions.map(({ session, calls }) => [session, calls]),
      [
        [[], 1],
        [[0], 0],
        [[0, 0], 1],
      ],
    );
  });

  it('are opened by the database too: the one that was written last', async () => {
    made.put([sessionRow('ses_a'), sessionRow('ses_b', { time_updated: 1_790_000_009_000 })]);
    const { path } = valueOf(await source.open({ path: made.path }));
    assert.equal(path, `${made.path}#ses_b`);
  });

  it('are refused where there is no such session, or the text of a row is another', async () => {
    made.put([sessionRow('ses_a'), ...turnRows('ses_a', 1, 'an answer')]);
    const state = await open('ses_a');
    made.put(turnRows('ses_a', 1, 'a longer answer'));

    const read = await source.text(mainOf(state), { block: 1, from: 0, limit: 100 });

    assert.equal(codeOf(read), 'changed');
    assert.equal(codeOf(await source.open({ path: `${made.path}#ses_x` })), 'not-found');
    assert.equal(codeOf(await source.open({ path: `${made.path}.no#ses_a` })), 'not-found');
  });

  it('are read without a trace, with the writer idle, in the middle of writing, ended or killed', async () => {
    made.put([sessionRow('ses_a'), ...turnRows('ses_a', 1, 'an answer')]);
    const read = async (): Promise<string[]> => {
      await source.find({ folders: undefined });
      return wordsOf(source, await open('ses_a'));
    };
    const assertNoTrace = async (): Promise<void> => {
      const before = await filesOf();
      assert.deepEqual(await read(), ['question 0001', 'an answer']);
      assert.deepEqual(await filesOf(), before);
    };

    made.close();
    const writer = holdDatabase(made.path);
    await writer.run("UPDATE part SET time_updated = time_updated + 1 WHERE id = 'prt_0001a'");
    await assertNoTrace();
    await writer.run("BEGIN IMMEDIATE; UPDATE part SET data = '{}'");
    await assertNoTrace();
    await writer.run('ROLLBACK');
    const copy = join(made.path, '../killed.db');
    for (const end of ['', '-wal', '-shm']) {
      await copyFile(made.path + end, copy + end);
    }
    await writer.close();
    assert.deepEqual(
      (await readdir(join(made.path, '..'))).filter((name) => name.startsWith('opencode.')),
      ['opencode.db'],
    );
    await assertNoTrace();
    const killed = valueOf(await source.open({ path: `${copy}#ses_a` }));
    assert.deepEqual(await wordsOf(source, killed), ['question 0001', 'an answer']);

    await rm(`${copy}-shm`);
    assert.equal(codeOf(await source.open({ path: `${copy}#ses_a` })), 'not-readable');
    assert.deepEqual(
      (await readdir(join(made.path, '..'))).filter((name) => name.startsWith('killed')).sort(),
      ['killed.db', 'killed.db-wal'],
    );
  });

  it('do not keep their writer from anything while they are open here', async () => {
    made.put([sessionRow('ses_a'), ...turnRows('ses_a', 1, 'an answer')]);
    valueOf(await source.open({ path: `${made.path}#ses_a`, follow: true }));
    made.db.exec('PRAGMA busy_timeout = 0');

    const [row] = made.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    made.db.exec('BEGIN EXCLUSIVE; COMMIT');

    assert.equal(row?.['busy'], 0);
  });

  it('are refused in a database that has none', async () => {
    assert.equal(codeOf(await source.open({ path: made.path })), 'not-found');
  });

  it('are refused where the tables are others, are no tables, or have no index', async () => {
    const cases: Readonly<Record<string, string>> = {
      other: 'CREATE TABLE notes (x)',
      columns: 'CREATE TABLE session (id); CREATE TABLE message (id); CREATE TABLE part (id)',
      index:
        'CREATE TABLE session (id, parent_id, title, directory, version, revert, time_created, time_updated);' +
        'CREATE TABLE message (id, session_id, data); CREATE TABLE part (id, session_id, data)',
      view:
        'CREATE TABLE message (id, session_id, data); CREATE TABLE part (id, session_id, data);' +
        'CREATE VIEW session AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id FROM n) SELECT id, NULL AS parent_id FROM n',
    };
    for (const [name, sql] of Object.entries(cases)) {
      const path = join(folder.path, `${name}.db`);
      const db = new DatabaseSync(path);
      db.exec(sql);
      db.close();
      assert.equal(codeOf(await source.open({ path: `${path}#ses_a` })), 'unknown-format', name);
    }
  });

  it('fail as a result, and never otherwise, in files that are damaged anywhere', async () => {
    made.put([...sampleRows()]);
    made.close();
    const bytes = await readFile(made.path);
    const path = join(folder.path, 'damaged.db');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        fc.nat(bytes.length),
        fc.boolean(),
        async (changes, length, cut) => {
          const other = Buffer.from(bytes);
          changes.forEach(([at, value]) => (other[at] = value));
          await writeFile(path, cut ? other.subarray(0, length) : other);

          const opened = await source.open({ path: `${path}#${real}`, until: 'whole' });

          if (opened.ok) {
            await source.report(mainOf(opened.value), { losses: true });
            await source.close(opened.value.transcript);
          } else {
            assert.ok(
              ['not-found', 'not-readable', 'unknown-format'].includes(opened.failure.code),
              JSON.stringify(opened.failure),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  }).timeout(60_000);

  it('take any value in any column', async () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.constant(null),
      fc.uint8Array({ maxLength: 9 }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.json(),
    );
    made.put([...sampleRows()]);
    made.db.exec('DROP TABLE session; DROP TABLE message; DROP TABLE part');
    made.db
      .exec(`CREATE TABLE session (id PRIMARY KEY, parent_id, title, directory, version, revert, time_created, time_updated);
      CREATE INDEX a ON session (parent_id);
      CREATE TABLE message (id PRIMARY KEY, session_id, time_created, time_updated, data);
      CREATE INDEX b ON message (session_id);
      CREATE TABLE part (id PRIMARY KEY, message_id, session_id, time_created, time_updated, data);
      CREATE INDEX c ON part (session_id)`);
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 14, maxLength: 14 }), async (v) => {
        opencodeTables.forEach((table) => made.db.exec(`DELETE FROM ${table}`));
        const put = (table: string, values: readonly unknown[]): unknown =>
          made.db
            .prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(',')})`)
            .run(...(values as string[]));
        put('session', ['ses_a', ...v.slice(0, 7)]);
        put('message', ['msg_a', 'ses_a', ...v.slice(7, 10)]);
        put('part', ['prt_a', v[10], 'ses_a', ...v.slice(11, 14)]);

        const opened = valueOf(await source.open({ path: `${made.path}#ses_a`, until: 'whole' }));

        const { coverage } = valueOf(await source.overview(mainOf(opened)));
        assert.equal(coverage.records, 3);
        valueOf(await source.find({ folders: undefined }));
        await source.close(opened.transcript);
      }),
      { numRuns: 30 },
    );
  }).timeout(60_000);
});
