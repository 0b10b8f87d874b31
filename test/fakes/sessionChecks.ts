import assert from 'node:assert/strict';
import { joinedCoverage } from '../../src/core/sources/coverage.ts';
import type { RecordedSession } from '../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../src/core/sources/runs.ts';
import type { TranscriptFormat } from '../../src/core/sources/transcriptFormat.ts';
import { readSample, sampleFiles, textOfBlock, type SampleFile } from './transcripts.ts';

/** A session and those below it. */
export function allSessions(session: RecordedSession): RecordedSession[] {
  return [session, ...session.children.flatMap((child) => allSessions(child.session))];
}

/** Files that are kept as lines `{path, record}` of one sample. */
export function filesInLines(path: string): SampleFile[] {
  const [lines] = sampleFiles(path);
  return new TextDecoder()
    .decode(lines?.bytes)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { path: string; record: unknown })
    .map((file) => documentFile(file.path, file.record));
}

/** A file that is one JSON value. */
export function documentFile(path: string, value: unknown): SampleFile {
  return { path, bytes: new TextEncoder().encode(JSON.stringify(value)) };
}

/** Descriptions of the blocks in a window, in its order. */
export function descriptionsOf(session: RecordedSession, window: Runs): string[] {
  return [...indicesOf(window)].map((index) => session.blocks[index]?.description ?? '?');
}

/** The texts of all blocks have the length that the blocks say. */
export function assertTexts(files: readonly SampleFile[], session: RecordedSession): void {
  for (const { blocks } of allSessions(session)) {
    for (const block of blocks) {
      assert.equal(textOfBlock(files, block)?.length, block.length, `${block.id} ${block.native}`);
    }
  }
}

/** Windows name blocks that exist, each once; indices and counts fit together. */
export function assertConsistent(session: RecordedSession): void {
  for (const one of allSessions(session)) {
    const windows = [
      one.window,
      ...one.calls.flatMap(({ window, output }) => [window, output]),
      ...one.patches.flatMap(({ left, back, created }) => [left, back, created]),
    ];
    for (const window of windows) {
      const indices = [...indicesOf(window)];
      assert.equal(new Set(indices).size, indices.length, 'a block stands twice in a window');
      assert.ok(indices.every((index) => one.blocks[index] !== undefined));
    }
    assert.deepEqual(
      one.calls.map(({ index }) => index),
      [...one.calls.keys()],
    );
    assert.ok(one.patches.every(({ call, because }) => call <= one.calls.length && because !== ''));
    assert.ok(one.calls.every(({ branch }) => one.branches[branch] !== undefined));
    assert.ok(one.blocks.every(({ length, tokens }) => length === 0 || tokens > 0));
  }
}

/** Number of records that a session and those below it account for. */
export function recordsOf(session: RecordedSession): number {
  return joinedCoverage(allSessions(session).map(({ coverage }) => coverage)).records;
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
