import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transcriptFormats } from '../../../src/core/sources/formats.ts';
import type { RecordedSession } from '../../../src/core/sources/recordedSession.ts';
import { importerOf } from '../../../src/core/sources/transcriptFormat.ts';
import { diskFiles } from '../../../src/node/transcripts/diskFiles.ts';
import { recognise } from '../../../src/node/transcripts/recognise.ts';
import {
  packReading,
  unpackReading,
  type SavedReading,
} from '../../../src/node/transcripts/savedReading.ts';
import { TranscriptReading } from '../../../src/node/transcripts/transcriptReading.ts';
import { transcriptFolder, valueOf, type TranscriptFolder } from './transcriptsSetup.ts';

const samples = fileURLToPath(new URL('../../fixtures/transcripts/', import.meta.url));

const lines = [
  'claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl',
  'claude-code/bad-lines.jsonl',
  'codex/plain.jsonl',
  'copilot/append-log.jsonl',
  'copilot/event-stream.jsonl',
  'copilot/made-debug-log/main.jsonl',
  'gemini/session.jsonl',
];

describe('A saved reading', () => {
  let folder: TranscriptFolder;
  beforeEach(async () => (folder = await transcriptFolder()));
  afterEach(() => folder.remove());

  interface Read {
    readonly session: RecordedSession;
    readonly packed: Uint8Array;
    readonly importer: string;
    readonly resumed: number | undefined;
  }

  /** Reads a file as a whole, from what was packed on. */
  const read = async (path: string, packed?: Uint8Array): Promise<Read> => {
    const opened = valueOf(await recognise(path, transcriptFormats, diskFiles));
    const importer = importerOf(opened.format);
    const reading = new TranscriptReading(opened, packed && unpackReading(importer, packed));
    valueOf(await reading.readWhole());
    const { resumed } = reading;
    const saved = reading.saved() ?? assert.fail();
    return {
      session: structuredClone(reading.session() ?? assert.fail()),
      packed: (await packReading(importer, saved)) ?? assert.fail(),
      importer,
      resumed,
    };
  };

  for (const sample of lines) {
    it(`goes on as if it had never ended: ${sample}`, async () => {
      const text = readFileSync(join(samples, sample), 'utf8');
      const path = join(folder.path, basename(sample));
      const cut = text.indexOf('\n', text.length * 0.6) + 1;
      await writeFile(path, text.slice(0, cut));
      const { packed } = await read(path);
      await writeFile(path, text);

      const again = await read(path, packed);
      const fresh = await read(path);

      assert.equal(again.resumed, Buffer.byteLength(text.slice(0, cut)));
      assert.equal(fresh.resumed, undefined);
      assert.deepEqual(again.session, fresh.session);
    });
  }

  it('of a document is the same session', async () => {
    const path = join(folder.path, 'session-v3.json');
    await writeFile(path, readFileSync(join(samples, 'copilot/session-v3.json')));
    const first = await read(path);

    const again = await read(path, first.packed);

    assert.ok((again.resumed ?? 0) > 0);
    assert.deepEqual(again.session, first.session);
  });

  it('can only be unpacked by its own importer, and whole', async () => {
    const path = join(folder.path, 'plain.jsonl');
    await writeFile(path, readFileSync(join(samples, 'codex/plain.jsonl')));
    const { packed, importer } = await read(path);

    assert.equal(unpackReading(importer, packed)?.files[0]?.path, path);
    assert.equal(unpackReading(`${importer}1`, packed), undefined);
    for (const other of [packed.subarray(0, -1), packed.subarray(1), new Uint8Array(0)]) {
      assert.equal(unpackReading(importer, other), undefined);
    }
  });

  it('is as it was when it was packed, whatever is read meanwhile', async () => {
    const list = [1];
    const reading: SavedReading = { files: [], texts: [], reader: { list } };

    const packing = packReading('x/1', reading);
    list.push(2);

    assert.deepEqual(unpackReading('x/1', (await packing) ?? assert.fail())?.reader, { list: [1] });
  });

  it('is not packed where it can not be copied or is too long', async () => {
    const pack = (reader: unknown): Promise<Uint8Array | undefined> =>
      packReading('x/1', { files: [], texts: [], reader });
    const noise = new Uint8Array(9 * 1024 * 1024);
    for (let at = 0; at < noise.length; at += 65_536) {
      crypto.getRandomValues(noise.subarray(at, at + 65_536));
    }

    assert.equal(await pack(() => 0), undefined);
    assert.equal(await pack(noise), undefined);
  });
});
