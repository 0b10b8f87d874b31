import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import { systemRandom } from '../../../src/node/systemRandom.ts';
import { keepSession } from '../../../src/panel/transcripts/keepSession.ts';
import type { OpenRequest } from '../../../src/ports/transcripts.ts';
import { MemoryStore } from '../../fakes/memoryStore.ts';
import { filesInLines } from '../../fakes/transcripts.ts';
import { mainOf, transcriptFolder, valueOf, type TranscriptFolder } from './transcriptsSetup.ts';

const samples = fileURLToPath(new URL('../../fixtures/transcripts/', import.meta.url));
const inLines = [
  'opencode/made-storage.jsonl',
  'cline/made-task.jsonl',
  'roo-code/made-task.jsonl',
];

/** Rows of a database, which are no file that an agent writes. */
const rows = 'opencode/made-rows.jsonl';

const inFolders = readdirSync(samples, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(jsonl?|l?har)$/.test(path) && ![rows, ...inLines].includes(path))
  .toSorted();

/** Main files of the samples that are folders of documents. */
const ofDocuments = inLines.map((sample) => {
  const paths = filesInLines(sample).map(({ path }) => path);
  const isMain = (path: string): boolean =>
    /\/session\/.*\/ses_made0001\.json$|api_conversation_history\.json$/.test(path);
  return `${sample}.d/${paths.find(isMain) ?? paths[0] ?? ''}`;
});

async function putAll(folder: TranscriptFolder): Promise<void> {
  await cp(samples, folder.path, { recursive: true });
  for (const sample of inLines) {
    for (const { path, bytes } of filesInLines(sample)) {
      await folder.write(`${sample}.d/${path}`, new TextDecoder().decode(bytes));
    }
  }
}

/** Everything that can be asked about a transcript: as text, so that it can be compared byte for byte. */
async function allOf(source: DirectTranscripts, request: OpenRequest): Promise<string> {
  const state = valueOf(await source.open({ ...request, newest: 0, until: 'whole' }));
  const { agent, format, path, bytesTotal, sessions } = state;
  const told: unknown[] = [{ agent, format, path, bytesTotal, sessions }];
  const range = { from: 0, limit: 500 };
  for (const { session } of sessions) {
    const at = { ...mainOf(state), session };
    const blocks = valueOf(await source.blocks(at, range));
    told.push(
      await source.overview(at),
      await source.calls(at, range),
      await source.patches(at, range),
      await source.compositions(at, range),
      await source.report(at, { losses: true }),
      blocks,
    );
    for (const [block, { overflow }] of blocks.entries()) {
      const part = { block, from: 0, limit: 1e6 };
      told.push(await source.text(at, part));
      if (overflow !== undefined) {
        told.push(await source.text(at, { ...part, overflow: true }));
      }
    }
  }
  await source.close(state.transcript);
  return JSON.stringify(told);
}

describe('Samples of transcripts that are kept', () => {
  it('are told from the store as from disk, byte for byte, when their files are gone', async () => {
    const folder = await transcriptFolder();
    const store = new MemoryStore();
    const source = new DirectTranscripts({ kept: store });
    const parts = { source, store, clock: { now: () => 1 }, random: systemRandom };
    await putAll(folder);
    const before = new Map<string, string>();
    for (const path of [...inFolders, ...ofDocuments]) {
      const file = join(folder.path, path);
      const { row } = valueOf(await keepSession(parts, file));
      before.set(row.path, await allOf(source, { path: file }));
    }

    await folder.remove();

    const kept = await store.keptSessions();
    assert.equal(kept.length, inFolders.length + ofDocuments.length);
    for (const { id, path } of kept) {
      const after = await allOf(source, { path, kept: id });
      assert.equal(after === before.get(path), true, path);
      assert.ok(after.length > 500, path);
    }
    source.dispose();
  }).timeout(60_000);
});
