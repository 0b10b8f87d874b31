import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { formatById } from '../../src/core/sources/formats.ts';
import type { TranscriptFormat } from '../../src/core/sources/transcriptFormat.ts';
import { madeLines, madeRecords, madeText } from '../../test/fakes/madeTranscripts.ts';
import { ROOT } from '../setup/dependencies.mjs';

const sample = `${ROOT}/test/fixtures/transcripts/claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl`;

/** The format that is measured: that of Claude Code, or a made one where it is not known. */
export const measuredFormat: TranscriptFormat = formatById('claude-code') ?? madeLines;

const uuid = /"[0-9a-f]{8}-([0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/g;
const apiId = /"((?:msg|req|toolu)_[A-Za-z0-9]+)"/g;

/** A copy of a sample with ids of its own; the session stays the same. */
function freshCopy(text: string, copy: number): string {
  const session = /"sessionId":"([^"]+)"/.exec(text)?.[1] ?? '';
  const number = copy.toString(16).padStart(8, '0');
  return text
    .replace(uuid, (id: string, rest: string) =>
      id === `"${session}"` ? id : `"${number}-${rest}"`,
    )
    .replace(apiId, (_id, id: string) => `"${id}x${number}"`);
}

/** Hangs the first record that has no parent, other than a boundary, below another one. */
function linked(text: string, parent: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex(
    (line) => line.includes('"parentUuid":null') && !line.includes('"compact_boundary"'),
  );
  if (first >= 0 && parent !== '') {
    lines[first] = (lines[first] ?? '').replace('"parentUuid":null', `"parentUuid":"${parent}"`);
  }
  return lines.join('\n');
}

function lastUuid(text: string): string {
  return [...text.matchAll(/"uuid":"([^"]+)"/g)].at(-1)?.[1] ?? '';
}

/** Writes a session of about so many bytes: one sample again and again, with fresh ids that hang together. */
export async function writeLongTranscript(path: string, bytes: number): Promise<void> {
  const text =
    measuredFormat === madeLines
      ? madeText(
          madeRecords(1500).map((record) => ({ ...record, text: `${record.text} `.repeat(150) })),
        )
      : readFileSync(sample, 'utf8');
  const file = await open(path, 'w');
  let parent = '';
  for (let copy = 1, written = 0; written < bytes; copy += 1) {
    const next = linked(freshCopy(text, copy), parent);
    parent = lastUuid(next) || parent;
    written += Buffer.byteLength(next);
    await file.write(next);
  }
  await file.close();
}
