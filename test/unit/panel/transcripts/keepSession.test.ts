import assert from 'node:assert/strict';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { DirectTranscripts } from '../../../../src/node/transcripts/directTranscripts.ts';
import { systemRandom } from '../../../../src/node/systemRandom.ts';
import { keepSession, type KeepParts } from '../../../../src/panel/transcripts/keepSession.ts';
import { beingKept } from '../../../../src/panel/transcripts/keptStore.ts';
import type { StoreWrite } from '../../../../src/ports/store.ts';
import { keptPartBytes } from '../../../../src/ports/transcriptStore.ts';
import type { TranscriptSource } from '../../../../src/ports/transcripts.ts';
import { madeFormats, madeRecords } from '../../../fakes/madeTranscripts.ts';
import { MemoryStore } from '../../../fakes/memoryStore.ts';
import {
  codeOf,
  transcriptFolder,
  valueOf,
  type TranscriptFolder,
} from '../../node/transcriptsSetup.ts';

const session = '11111111-1111-4111-8111-111111111111';
const line = (text: string): string =>
  `${JSON.stringify({ type: 'user', sessionId: session, parentUuid: null, isSidechain: false, version: '2.1.0', timestamp: '2026-01-01T00:00:00Z', uuid: text.slice(0, 8), message: { role: 'user', content: text } })}\n`;

describe('keeping a session', () => {
  let folder: TranscriptFolder;
  let store: MemoryStore;
  let source: DirectTranscripts;
  let now: number;
  let parts: KeepParts;
  beforeEach(async () => {
    folder = await transcriptFolder();
    store = new MemoryStore();
    source = new DirectTranscripts();
    now = 1000;
    parts = { source, store, clock: { now: () => (now += 1) }, random: systemRandom };
  });
  afterEach(async () => {
    source.dispose();
    await folder.remove();
  });

  const writesOf = (op: StoreWrite['op']): StoreWrite[] =>
    store.writes.flat().filter((write) => write.op === op);
  /** The texts of all files that are kept of the only session, by the end of their names. */
  const kept = async (): Promise<Record<string, string>> => {
    const sessions = await store.keptSessions();
    assert.equal(sessions.length, 1);
    const [{ id } = { id: '' }] = sessions;
    const texts: Record<string, string> = {};
    for (const { path, index, size } of await store.keptFiles(id)) {
      let text = '';
      for (let at = 0; at < size; at += keptPartBytes) {
        const bytes = await store.keptBytes(id, index, at, keptPartBytes);
        text += Buffer.from(bytes ?? []).toString('latin1');
      }
      texts[path.slice(folder.path.length + 1)] = text;
    }
    return texts;
  };
  const faking = (over: Partial<TranscriptSource>): KeepParts => ({
    ...parts,
    source: {
      files: (path: string) => source.files(path),
      bytes: (...args: Parameters<TranscriptSource['bytes']>) => source.bytes(...args),
      ...over,
    } as TranscriptSource,
  });

  it('has all its files, in parts, and tells how far it is', async () => {
    const main = line('x'.repeat(keptPartBytes * 2 + 5));
    const path = await folder.write('s.jsonl', main);
    const beside = await folder.write('s/subagents/agent-1.jsonl', line('beside'));
    await folder.write('s/tool-results/r.txt', 'all of it');
    await folder.write('other.jsonl', line('other'));
    const told: (readonly number[])[] = [];

    const onProgress = (...two: readonly number[]): void => void told.push(two);
    const { row, added } = valueOf(
      await keepSession(parts, path, { onProgress, known: { calls: 7 } }),
    );

    assert.deepEqual([row.path, row.calls], [path, 7]);
    const [one] = await store.keptSessions();
    assert.deepEqual([one?.bytes, one?.row], [added, row]);
    assert.deepEqual(await kept(), {
      's.jsonl': main,
      [beside.slice(folder.path.length + 1)]: line('beside'),
      's/tool-results/r.txt': 'all of it',
    });
    assert.deepEqual(told.map(([done]) => done).slice(0, 2), [keptPartBytes, 2 * keptPartBytes]);
    assert.deepEqual(told.at(-1), [added, added]);
  });

  it('again stores only what was appended, and the files that came', async () => {
    const main = line('x'.repeat(keptPartBytes + 5));
    const path = await folder.write('s.jsonl', main);
    valueOf(await keepSession(parts, path));
    const [first] = await store.keptSessions();
    const before = writesOf('appendKeptPart').length;

    await appendFile(path, line('more'));
    await folder.write('s/subagents/agent-1.jsonl', line('beside'));
    const { added } = valueOf(await keepSession(parts, path));
    const again = valueOf(await keepSession(parts, path));

    assert.deepEqual([added, again.added], [line('more').length + line('beside').length, 0]);
    assert.deepEqual(await kept(), {
      's.jsonl': main + line('more'),
      's/subagents/agent-1.jsonl': line('beside'),
    });
    const [second] = await store.keptSessions();
    assert.deepEqual([second?.id, second?.kept], [first?.id, first?.kept]);
    assert.ok((second?.updated ?? 0) > (first?.updated ?? 0));
    assert.equal(writesOf('appendKeptPart').length, before + 2);
  });

  it('is done whole again where a file is another one; what is not on disk any more stays', async () => {
    const path = await folder.write('s.jsonl', line('first'));
    const beside = await folder.write('s/subagents/agent-1.jsonl', line('beside'));
    valueOf(await keepSession(parts, path));
    const [first] = await store.keptSessions();

    await rm(beside);
    await writeFile(path, line('FIRST') + line('more'));
    valueOf(await keepSession(parts, path));

    assert.deepEqual(await kept(), {
      's.jsonl': line('FIRST') + line('more'),
      's/subagents/agent-1.jsonl': line('beside'),
    });
    const [second] = await store.keptSessions();
    assert.notEqual(second?.id, first?.id);
    assert.equal(second?.kept, first?.kept);
    const last = store.writes.at(-1)?.map(({ op }) => op);
    assert.deepEqual(last, ['putKept', 'deleteKept']);
  });

  it('that fails or is given up leaves what was kept before', async () => {
    const path = await folder.write('s.jsonl', line('first'));
    valueOf(await keepSession(parts, path));
    await writeFile(path, line('FIRST') + line('x'.repeat(keptPartBytes)));
    const giveUp = new AbortController();
    const onProgress = (): void => giveUp.abort();

    const stopped = await keepSession(parts, path, { signal: giveUp.signal, onProgress });
    const failing = faking({
      bytes: () =>
        Promise.resolve({ ok: false, failure: { code: 'not-readable', message: 'No.' } }),
    });
    const failed = await keepSession(failing, path);
    const breaking: MemoryStore = Object.create(store, {
      write: {
        value: (writes: readonly StoreWrite[]) =>
          writes.some(({ op }) => op === 'appendKeptPart')
            ? Promise.reject(new Error('broken'))
            : store.write(writes),
      },
    }) as MemoryStore;
    await assert.rejects(keepSession({ ...parts, store: breaking }, path), /broken/);

    assert.deepEqual([codeOf(stopped), codeOf(failed)], ['cancelled', 'not-readable']);
    assert.deepEqual(await kept(), { 's.jsonl': line('first') });
  });

  it('is tried again when a file changes meanwhile, but not for ever', async () => {
    source.dispose();
    source = new DirectTranscripts({ formats: madeFormats });
    const document = (count: number): string => JSON.stringify({ records: madeRecords(count) });
    const path = await folder.write('d.json', document(2));
    let changes = 1;
    const changing = faking({
      bytes: async (...args) => {
        if (changes > 0) {
          changes -= 1;
          await writeFile(path, document(4 + changes));
        }
        return source.bytes(...args);
      },
    });

    valueOf(await keepSession(changing, path));
    assert.deepEqual(await kept(), { 'd.json': document(4) });

    await writeFile(path, document(6));
    changes = 9;
    assert.equal(codeOf(await keepSession(changing, path)), 'changed');
    assert.deepEqual(await kept(), { 'd.json': document(4) });
  });

  it('is nothing where there is no transcript, or what there is was cut off', async () => {
    const path = await folder.write('s.jsonl', line('first'));
    assert.equal(codeOf(await keepSession(parts, `${path}x`)), 'not-found');
    const { row } = valueOf(await source.files(path));
    const cut = { id: 'cut', path, row, kept: 1, updated: beingKept(1) };
    await store.write([{ op: 'putKept', session: cut, files: [] }]);

    valueOf(await keepSession(parts, path));

    const whole = (await store.keptSessions()).filter(({ id }) => id !== 'cut');
    assert.equal(whole.length, 1);
  });
});
