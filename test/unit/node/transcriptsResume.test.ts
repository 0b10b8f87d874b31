import assert from 'node:assert/strict';
import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { madeRecords, madeText } from '../../fakes/madeTranscripts.ts';
import { countsOf, long, MemoryBench, until } from './transcriptsMemorySetup.ts';
import { mainOf, stateWhere, valueOf } from './transcriptsSetup.ts';

describe('Reading of a session that was read before', () => {
  let bench: MemoryBench;
  let path: string;
  beforeEach(async () => {
    bench = await MemoryBench.make();
    path = await bench.folder.write('s1.jsonl', long);
  });
  afterEach(() => bench.dispose());

  /** Reads it, so that it is remembered. */
  const readBefore = async (calls = 1000): Promise<void> => {
    await bench.read(path);
    await bench.remembered(path, calls);
  };

  it('goes on from where it was: only what was appended is read', async () => {
    await readBefore();
    await bench.folder.append('s1.jsonl', madeRecords(4, 2000));

    const source = bench.start();
    const state = valueOf(await source.open({ path, until: 'whole' }));

    assert.equal(bench.told, 4);
    const fresh = bench.start({ memory: 'none' });
    const anew = valueOf(await fresh.open({ path, until: 'whole' }));
    assert.deepEqual(countsOf(state), countsOf(anew));
    assert.deepEqual([state.reading, state.bytesRead], [anew.reading, anew.bytesRead]);
    const both = async (ask: (of: typeof source, at: typeof state) => unknown): Promise<void> =>
      assert.deepEqual(await ask(source, state), await ask(fresh, anew));
    await both((of, at) => of.blocks(mainOf(at), { from: 1900, limit: 500 }));
    await both((of, at) => of.calls(mainOf(at), { from: 900, limit: 500 }));
    await both((of, at) => of.text(mainOf(at), { block: 2003, from: 0, limit: 100 }));
  });

  it('goes on in the middle of a line', async () => {
    const rest = madeText(madeRecords(2, 2000));
    await bench.folder.append('s1.jsonl', rest.slice(0, 30));
    await readBefore();

    await bench.folder.append('s1.jsonl', rest.slice(30));
    const state = await bench.read(path);

    assert.deepEqual([bench.told, state.sessions[0]?.blocks], [2, 2002]);
  });

  it('goes on with files beside, also with new ones', async () => {
    const beside = (agent: string): string => `s1/subagents/agent-${agent}.jsonl`;
    await bench.folder.write(beside('a'), [{ made: 'question', agent: 'a', text: 'A' }]);
    await readBefore();

    await bench.folder.append(beside('a'), [{ made: 'answer', agent: 'a', text: 'B' }]);
    await bench.folder.write(beside('b'), [{ made: 'question', agent: 'b', text: 'C' }]);
    const state = await bench.read(path);

    assert.equal(bench.told, 2);
    assert.deepEqual(
      state.sessions.map(({ blocks }) => blocks),
      [2000, 2, 1],
    );
  });

  it('goes on with a document that is as it was, and reads one that changed anew', async () => {
    const name = 'task/api_conversation_history.json';
    path = await bench.folder.write(name, JSON.stringify({ records: long }));
    await readBefore();

    const same = await bench.read(path);
    const toldOfSame = bench.told;
    const more = [...long, ...madeRecords(2)];
    await bench.folder.write(name, JSON.stringify({ records: more }));
    const changed = await bench.read(path);

    assert.deepEqual([toldOfSame, bench.told], [0, 1]);
    assert.deepEqual([same.sessions[0]?.blocks, changed.sessions[0]?.blocks], [2000, 2002]);
  });

  const misfits: Readonly<Record<string, () => Promise<void>>> = {
    'the file is shorter': () => writeFile(path, madeText(long.slice(0, 1990))),
    'the file has other last bytes': () =>
      writeFile(path, madeText([...long.slice(0, 1999), ...madeRecords(1000, 1999)])),
    'the file has other last bytes, and seems to be the same': async () => {
      const { atime, mtime } = await stat(path);
      await writeFile(path, madeText(long).replace(/9\}\n$/, '8}\n'));
      await utimes(path, atime, mtime);
    },
    'the file is another one': async () => {
      await writeFile(`${path}.new`, madeText(long));
      await rename(`${path}.new`, path);
    },
    'a file beside is gone': () => rm(`${bench.folder.path}/s1/subagents/agent-a.jsonl`),
  };
  for (const [what, change] of Object.entries(misfits)) {
    it(`begins at the beginning where ${what}`, async () => {
      const name = 's1/subagents/agent-a.jsonl';
      await bench.folder.write(name, [{ made: 'question', agent: 'a', text: 'A' }]);
      await utimes(path, 1000, 1000);
      await readBefore();

      await change();
      const state = await bench.read(path);

      assert.ok(bench.told >= 1990, String(bench.told));
      assert.equal(state.reading, 'done');
      const anew = await bench.read(path, { memory: 'none' });
      assert.deepEqual(countsOf(state), countsOf(anew));
    });
  }

  it('begins at the beginning for a newer importer', async () => {
    await readBefore();

    await bench.read(path, { version: 2 });

    assert.equal(bench.told, 2000);
  });

  it('shows all at once, where its end would be shown first', async () => {
    await readBefore();

    const opened = valueOf(await bench.start().open({ path, newest: 20_000 }));

    assert.deepEqual([opened.reading, opened.sessions[0]?.blocks], ['done', 2000]);
  });

  it('is remembered at its end with what came last', async () => {
    const source = bench.start({ memoRest: 60_000 });
    const state = valueOf(await source.open({ path, follow: true, until: 'whole' }));
    await bench.remembered(path, 1000);
    const grown = stateWhere(source, ({ sessions }) => sessions[0]?.blocks === 2002);
    await bench.folder.append('s1.jsonl', madeRecords(2, 2000));
    await grown;

    await source.close(state.transcript);

    await bench.remembered(path, 1001);
    await bench.read(path);
    assert.equal(bench.told, 0);
  });

  it('is remembered while it grows', async () => {
    const source = bench.start({ memoRest: 50 });
    await source.open({ path, follow: true, until: 'whole' });

    await bench.folder.append('s1.jsonl', madeRecords(2, 2000));

    await bench.remembered(path, 1001);
    await until(async () => (await bench.store.transcriptResume(path)) !== undefined);
  });

  it('begins at the beginning where it is short', async () => {
    path = await bench.folder.write('short.jsonl', madeRecords(4));

    await readBefore(2);

    assert.equal(await bench.store.transcriptResume(path), undefined);
  });
});
