import assert from 'node:assert/strict';
import { feedRecords } from '../../src/core/sources/feedRecords.ts';
import { recordText } from '../../src/core/sources/recordText.ts';
import type { RecordedSession } from '../../src/core/sources/recordedSession.ts';
import type {
  Place,
  TranscriptFormat,
  TranscriptReader,
} from '../../src/core/sources/transcriptFormat.ts';
import { assertSound } from './sessionChecks.ts';
import { readSample, type SampleFile } from './transcripts.ts';

/** One record of a file, or what could not be read as one. */
export interface ToldRecord {
  readonly place: Place;
  readonly value?: unknown;
  readonly problem?: string;
}

/** The records of files, as a reader gets them. */
export function recordsOf(
  format: Pick<TranscriptFormat, 'unit'>,
  files: readonly SampleFile[],
): ToldRecord[] {
  const told: ToldRecord[] = [];
  const reader: TranscriptReader = {
    record: (value, place) => told.push({ value, place }),
    bad: (place, problem) => told.push({ place, problem }),
    session: () => assert.fail('nothing is read'),
    save: () => undefined,
  };
  for (const [index, { bytes }] of files.entries()) {
    const feed = feedRecords(format, reader, index);
    feed.push(bytes);
    feed.pause(true);
  }
  return told;
}

/** Tells a reader records; those at `saves` are told to a reader that was saved, cloned and started anew before. */
export function tell(
  format: TranscriptFormat,
  records: readonly ToldRecord[],
  saves: ReadonlySet<number> = new Set(),
): TranscriptReader {
  let reader = format.reader();
  for (const [index, { value, place, problem }] of records.entries()) {
    if (saves.has(index)) {
      reader = format.reader(structuredClone(reader.save()));
    }
    if (problem === undefined) {
      reader.record(structuredClone(value), place);
    } else {
      reader.bad(place, problem);
    }
  }
  return reader;
}

/** Reads a file of lines; after each of `cuts` lines another reader goes on from what the former knew. */
export function readWithCuts(
  format: TranscriptFormat,
  file: SampleFile,
  cuts: ReadonlySet<number>,
): RecordedSession {
  let reader: TranscriptReader = format.reader();
  const text = new TextDecoder().decode(file.bytes);
  let offset = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const bytes = new TextEncoder().encode(`${line}\n`);
    const feed = feedRecords(format, reader, 0, offset);
    feed.push(bytes);
    feed.pause(true);
    offset += bytes.length;
    if (cuts.has(index)) {
      reader = format.reader(structuredClone(reader.save()));
    }
  }
  return reader.session([file.path]);
}

/** Reading goes on from what was saved after any record as if nothing had happened. */
export function assertResumes(format: TranscriptFormat, files: readonly SampleFile[]): void {
  const whole = readSample(format, files);
  const saving: TranscriptFormat = {
    ...format,
    reader: () => {
      let reader = format.reader();
      return {
        file: (index, path) => reader.file?.(index, path),
        record: (value, place) => {
          reader.record(value, place);
          reader = format.reader(structuredClone(reader.save()));
        },
        bad: (place, problem) => reader.bad(place, problem),
        session: (paths) => reader.session(paths),
        save: () => reader.save(),
      };
    },
  };
  assert.deepEqual(readSample(saving, files), whole);
}

/** Bytes of files changed at random places, by numbers from 0 to before 1. */
export function damaged(files: readonly SampleFile[], numbers: readonly number[]): SampleFile[] {
  const copies = files.map(({ path, bytes }) => ({ path, bytes: bytes.slice() }));
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [which = 0, where = 0, what = 0] = numbers.slice(at);
    const bytes = copies[Math.floor(which * copies.length)]?.bytes;
    if (bytes !== undefined) {
      bytes[Math.floor(where * bytes.length)] = 32 + Math.floor(what * 96);
    }
  }
  return copies;
}

/** Number of lines that are not blank. */
export function lineCount(file: SampleFile): number {
  return new TextDecoder()
    .decode(file.bytes)
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}

/** Lets a reader take values as records, and checks that each block's text is in the record that it names. */
export function assertTakesAny(format: TranscriptFormat, values: readonly unknown[]): void {
  const reader = format.reader();
  const records = values.map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  for (const [offset, record] of records.entries()) {
    reader.record(record, { file: 0, offset, bytes: 0 });
    format.recognises({ path: '', text: '', records: [record] });
  }
  const session = reader.session(['x']);
  assertSound(session, records.length);
  structuredClone(reader.save());
  for (const { id, origin, length } of session.blocks) {
    assert.equal(recordText(records[origin.offset], origin.path)?.length, length, id);
  }
}
