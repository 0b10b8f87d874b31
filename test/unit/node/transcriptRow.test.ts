import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transcriptFormats } from '../../../src/core/sources/formats.ts';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import { rowOf } from '../../../src/node/transcripts/transcriptRow.ts';
import { mainOf, valueOf } from './transcriptsSetup.ts';

const samples = fileURLToPath(new URL('../../fixtures/transcripts/claude-code/', import.meta.url));

describe('the row of a session that begins with a command', () => {
  for (const [name, title] of [
    ['zero-usage.jsonl', '/mafi'],
    ['inline-sidechains-1.0.jsonl', '/hunipokifilo pagige TICU vim by Roto.js'],
  ] as const) {
    it(`has the title that the session has when all of it is read: ${name}`, async () => {
      const source = new DirectTranscripts();
      const path = samples + name;
      const { size: bytes, mtimeMs: modified } = await stat(path);

      const row = await rowOf({ path, bytes, modified, folder: '' }, transcriptFormats);
      const state = valueOf(await source.open({ path, until: 'whole' }));
      const overview = valueOf(await source.overview(mainOf(state)));
      source.dispose();

      assert.equal(row?.title, title);
      assert.equal(overview.title, title);
    });
  }
});
