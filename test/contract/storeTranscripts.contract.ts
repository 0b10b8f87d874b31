import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Store } from '../../src/ports/store.ts';
import {
  keptPartBytes,
  mostIndexed,
  mostResumeBytes,
  mostResumesBytes,
} from '../../src/ports/transcriptStore.ts';
import { bytesOf, chipPut, keptPut, partPut, storeErrorOf, transcriptPut } from './storeSamples.ts';

/** How the index of transcripts and sessions whose files are kept are stored. */
export function storeTranscriptsContract(storeOf: () => Store): void {
  let store: Store;
  beforeEach(() => {
    store = storeOf();
  });

  describe('the index of transcripts', () => index(() => store));
  describe('bounds of the index', () => bounds(() => store));
  describe('kept sessions', () => kept(() => store));
  describe('parts of kept files', () => parts(() => store));
}

async function pathsOf(store: Store): Promise<readonly string[]> {
  return (await store.transcripts({})).map(({ path }) => path);
}

function index(store: () => Store): void {
  it('gives back an entry with everything it was put with', async () => {
    const write = transcriptPut('/t/a.jsonl', {
      inode: 2 ** 60,
      modified: 1.25,
      hint: '/w \u{1f600}',
    });

    await store().write([write]);

    const { used, ...entry } = write.transcript;
    assert.equal(used, 1);
    assert.deepEqual(await store().transcripts({}), [entry]);
    assert.equal(await store().transcriptResume('/t/a.jsonl'), undefined);
  });

  it('has one entry per path, the last one, those used last first', async () => {
    await store().write([
      transcriptPut('/a', { used: 5 }),
      transcriptPut('/b', { used: 6 }),
      transcriptPut('/c', { used: 4 }),
      transcriptPut('/a', { used: 7, size: 9 }),
    ]);

    const all = await store().transcripts({});
    const some = await store().transcripts({ paths: ['/c', '/none', '/a'], limit: 5 });

    assert.deepEqual(
      all.map(({ path, size }) => [path, size]),
      [
        ['/a', 9],
        ['/b', 10],
        ['/c', 10],
      ],
    );
    assert.deepEqual(
      some.map(({ path }) => path),
      ['/a', '/c'],
    );
    assert.equal((await store().transcripts({ limit: 2 })).length, 2);
    assert.deepEqual(await store().transcripts({ paths: [] }), []);
  });

  it('keeps what reading goes on from until another one comes, or the entry goes', async () => {
    const resume = async () => (await store().transcriptResume('/a'))?.slice();
    await store().write([transcriptPut('/a', { resume: bytesOf('first') })]);

    await store().write([transcriptPut('/a', { size: 11 })]);
    const kept = await resume();
    await store().write([transcriptPut('/a', { resume: bytesOf('second') })]);
    const replaced = await resume();
    await store().write([{ op: 'forgetTranscripts', paths: ['/a', '/none'] }]);

    assert.deepEqual([kept, replaced], [bytesOf('first'), bytesOf('second')]);
    assert.equal(await resume(), undefined);
    assert.deepEqual(await pathsOf(store()), []);
  });

  it('refuses what reading goes on from where it is empty or too long', async () => {
    await store().write([transcriptPut('/a', { resume: bytesOf('first') })]);

    for (const length of [0, mostResumeBytes + 1]) {
      const write = transcriptPut('/a', { resume: new Uint8Array(length) });
      await assert.rejects(store().write([write]), storeErrorOf('failed'));
    }

    assert.deepEqual(await store().transcriptResume('/a'), bytesOf('first'));
  });
}

function bounds(store: () => Store): void {
  it('lets the entries go that were used longest ago', async () => {
    const paths = Array.from({ length: mostIndexed }, (_, at) => `/${String(at)}`);
    await store().write(paths.map((path, at) => transcriptPut(path, { used: at })));

    await store().write([transcriptPut('/0', { used: mostIndexed }), transcriptPut('/old')]);

    const left = new Set(await pathsOf(store()));
    assert.equal(left.size, mostIndexed);
    // The one just put stays, however long ago it was used.
    assert.deepEqual(
      ['/0', '/1', '/2', '/old'].map((path) => left.has(path)),
      [true, false, true, true],
    );
  }).timeout(60_000);

  it('lets what reading goes on from go, of those used longest ago, while their entries stay', async () => {
    const count = mostResumesBytes / mostResumeBytes;
    for (let at = 0; at <= count; at += 1) {
      const used = at === 0 ? 50 : at;
      await store().write([
        transcriptPut(`/${String(at)}`, { used, resume: new Uint8Array(mostResumeBytes).fill(at) }),
      ]);
    }

    const left = await Promise.all(
      [0, 1, 2, count].map(async (at) => (await store().transcriptResume(`/${String(at)}`))?.[0]),
    );
    assert.deepEqual(left, [0, undefined, 2, count]);
    assert.equal((await pathsOf(store())).length, count + 1);
  });
}

function kept(store: () => Store): void {
  it('come back with everything they were put with, kept last first', async () => {
    const write = keptPut('0123456789ab', { updated: 5 });
    await store().write([
      write,
      keptPut('s2', { updated: 6 }),
      partPut('0123456789ab', 0, 0, 'abc'),
    ]);

    const [newest, other, ...more] = await store().keptSessions();

    assert.deepEqual([newest?.id, newest?.bytes, more], ['s2', 0, []]);
    assert.deepEqual(other, { ...write.session, bytes: 3 });
    assert.deepEqual(await store().keptFiles('0123456789ab'), [
      { ...write.files[0], size: 3 },
      { ...write.files[1], size: 0 },
    ]);
    assert.deepEqual(await store().keptFiles('none'), []);
  });

  it('are kept again with what is different, when they were first kept stays', async () => {
    const first = keptPut('s1');
    await store().write([first, partPut('s1', 1, 0, 'text')]);
    const changed = { ...(first.files[0] ?? assert.fail()), inode: 9, modified: 99 };
    const added = { ...changed, index: 2, path: '/t/c' };

    await store().write([
      { ...keptPut('s1', { kept: 50, updated: 50, path: '/t/moved' }), files: [changed, added] },
    ]);

    const [session] = await store().keptSessions();
    assert.deepEqual(
      [session?.kept, session?.updated, session?.path, session?.bytes],
      [2, 50, '/t/moved', 4],
    );
    assert.deepEqual(
      (await store().keptFiles('s1')).map(({ index: at, inode, size }) => [at, inode, size]),
      [
        [0, 9, 0],
        [1, 4, 4],
        [2, 9, 0],
      ],
    );
  });

  it('go with their files, and their bytes with them as far as nothing else has them', async () => {
    await store().write([
      chipPut('a', { text: 'same' }),
      keptPut('s1'),
      keptPut('s2'),
      partPut('s1', 0, 0, 'same'),
      partPut('s2', 0, 0, 'same'),
    ]);
    const key = (await store().chip('a'))?.payload ?? '';
    await store().write([{ op: 'deleteChip', id: 'a' }]);

    await store().write([{ op: 'deleteKept', id: 's1' }]);
    const held = await store().payload(key);
    const other = await store().keptBytes('s2', 0, 0, 10);
    await store().write([
      { op: 'deleteKept', id: 's2' },
      { op: 'deleteKept', id: 'none' },
    ]);

    assert.deepEqual([held, other], [bytesOf('same'), bytesOf('same')]);
    assert.equal(await store().payload(key), undefined);
    assert.deepEqual(await store().keptSessions(), []);
    assert.equal(await store().keptBytes('s1', 0, 0, 10), undefined);
  });

  it('leave with the index when the store is erased', async () => {
    await store().write([
      transcriptPut('/a', { resume: bytesOf('x') }),
      keptPut('s1'),
      partPut('s1', 0, 0, 'x'),
    ]);

    await store().erase();

    assert.deepEqual(await pathsOf(store()), []);
    assert.equal(await store().transcriptResume('/a'), undefined);
    assert.deepEqual(await store().keptSessions(), []);
    assert.deepEqual(await store().keptFiles('s1'), []);
  });
}

function parts(store: () => Store): void {
  const whole = (byte: number): Uint8Array => new Uint8Array(keptPartBytes).fill(byte);
  const sizeOf = async (): Promise<number | undefined> => (await store().keptFiles('s1'))[0]?.size;

  it('are one file, of which any bytes can be read', async () => {
    await store().write([
      keptPut('s1'),
      partPut('s1', 0, 0, whole(1)),
      partPut('s1', 0, 1, whole(2)),
      partPut('s1', 0, 2, 'end'),
    ]);

    const read = async (offset: number, length: number) => {
      const bytes = (await store().keptBytes('s1', 0, offset, length)) ?? assert.fail();
      return [bytes.length, bytes[0], bytes.at(-1)];
    };
    assert.equal(await sizeOf(), 2 * keptPartBytes + 3);
    assert.deepEqual(await read(0, 10), [10, 1, 1]);
    assert.deepEqual(await read(keptPartBytes - 1, keptPartBytes + 3), [
      keptPartBytes + 3,
      1,
      bytesOf('n')[0],
    ]);
    assert.deepEqual(await read(2 * keptPartBytes + 1, 100), [2, bytesOf('n')[0], bytesOf('d')[0]]);
    for (const [offset, length] of [
      [2 * keptPartBytes + 3, 5],
      [2 ** 50, 5],
      [0, 0],
    ] as const) {
      assert.deepEqual(await read(offset, length), [0, undefined, undefined]);
    }
    assert.equal(await store().keptBytes('s1', 7, 0, 1), undefined);
  });

  it('are replaced with all that follow', async () => {
    await store().write([keptPut('s1'), partPut('s1', 0, 0, 'short')]);

    await store().write([partPut('s1', 0, 0, whole(1)), partPut('s1', 0, 1, 'more')]);
    const longer = await sizeOf();
    await store().write([partPut('s1', 0, 0, 'anew')]);

    assert.equal(longer, keptPartBytes + 4);
    assert.equal(await sizeOf(), 4);
    assert.deepEqual(await store().keptBytes('s1', 0, 0, 10), bytesOf('anew'));
  });

  it('are refused where they do not fit, and nothing of their transaction is there', async () => {
    await store().write([keptPut('s1'), partPut('s1', 0, 0, 'short')]);

    for (const write of [
      partPut('none', 0, 0, 'x'),
      partPut('s1', 7, 0, 'x'),
      partPut('s1', 0, 1, 'behind one that is not whole'),
      partPut('s1', 1, 1, 'behind one that is not there'),
      partPut('s1', 0, 0, ''),
      partPut('s1', 0, 0, new Uint8Array(keptPartBytes + 1)),
    ]) {
      await assert.rejects(
        store().write([partPut('s1', 1, 0, 'lost'), write]),
        storeErrorOf('failed'),
      );
    }

    assert.deepEqual(
      (await store().keptFiles('s1')).map(({ size }) => size),
      [5, 0],
    );
  });

  it('do not change with what the caller does to their bytes afterwards', async () => {
    const [content, resume] = [bytesOf('before'), bytesOf('before')];

    const write = store().write([
      keptPut('s1'),
      partPut('s1', 0, 0, content),
      transcriptPut('/a', { resume }),
    ]);
    content.fill(0);
    resume.fill(0);
    await write;

    assert.deepEqual(await store().keptBytes('s1', 0, 0, 10), bytesOf('before'));
    assert.deepEqual(await store().transcriptResume('/a'), bytesOf('before'));
  });
}
