import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feedRecords } from '../../src/core/sources/feedRecords.ts';
import { recordText } from '../../src/core/sources/recordText.ts';
import type { RecordedBlock } from '../../src/core/sources/recordedBlock.ts';
import type { RecordedSession } from '../../src/core/sources/recordedSession.ts';
import type {
  TranscriptFormat,
  TranscriptSample,
} from '../../src/core/sources/transcriptFormat.ts';

import { sampleBytes, transcriptSample } from '../../src/core/sources/transcriptSample.ts';

const folder = fileURLToPath(new URL('../fixtures/transcripts/', import.meta.url));

/** A file of a transcript in memory. */
export interface SampleFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Files of the sample transcripts, by their path below `test/fixtures/transcripts`. */
export function sampleFiles(...paths: readonly string[]): SampleFile[] {
  return paths.map(sampleFile);
}

/** A file of the sample transcripts. */
export function sampleFile(path: string): SampleFile {
  return { path, bytes: readFileSync(folder + path) };
}

/** The lines of a file that are not empty. */
export function linesIn({ bytes }: SampleFile): string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '');
}

/** A file of lines. */
export function fileOfLines(lines: readonly string[], path = 'x.jsonl'): SampleFile {
  return { path, bytes: new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')) };
}

/** A file with one JSON record per line, as agents write it. */
export function linesFile(path: string, records: readonly unknown[]): SampleFile {
  return fileOfLines(
    records.map((record) => JSON.stringify(record)),
    path,
  );
}

/** Reads a transcript as a whole, the files one after the other. */
export function readSample(
  format: TranscriptFormat,
  files: readonly SampleFile[],
  chunkBytes = 64 * 1024,
): RecordedSession {
  const reader = format.reader();
  for (const [index, { path, bytes }] of files.entries()) {
    reader.file?.(index, path);
    const feed = feedRecords(format, reader, index);
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      feed.push(bytes.subarray(at, at + chunkBytes));
    }
    feed.pause(true);
  }
  return reader.session(files.map(({ path }) => path));
}

/** The text of a block, from the bytes of its file. */
export function textOfBlock(
  files: readonly SampleFile[],
  { origin }: Pick<RecordedBlock, 'origin'>,
): string | undefined {
  const { bytes } = files[origin.file] ?? { bytes: new Uint8Array(0) };
  const record = new TextDecoder().decode(
    bytes.subarray(origin.offset, origin.offset + origin.bytes),
  );
  return recordText(JSON.parse(record.replace(/^\uFEFF/, '')), origin.path);
}

/** The sample of a file, by which its format is found. */
export function sampleOf({ path, bytes }: SampleFile): TranscriptSample {
  return transcriptSample(path, bytes.subarray(0, sampleBytes), bytes.length <= sampleBytes);
}

/** Files that are kept as lines `{path, record}` of one sample. */
export function filesInLines(path: string): SampleFile[] {
  return linesIn(sampleFile(path))
    .map((line) => JSON.parse(line) as { path: string; record: unknown })
    .map((file) => documentFile(file.path, file.record));
}

/** A file that is one JSON value. */
export function documentFile(path: string, value: unknown): SampleFile {
  return { path, bytes: new TextEncoder().encode(JSON.stringify(value)) };
}
