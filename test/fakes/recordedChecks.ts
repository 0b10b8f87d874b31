import assert from 'node:assert/strict';
import { feedRecords } from '../../src/core/sources/feedRecords.ts';
import type { RecordedSession } from '../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../src/core/sources/runs.ts';
import type {
  Place,
  TranscriptFormat,
  TranscriptReader,
} from '../../src/core/sources/transcriptFormat.ts';
import { textOfBlock, type SampleFile } from './transcripts.ts';

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

/** Every block's text can be read back from its origin, and is as long as the block says. */
export function assertTexts(files: readonly SampleFile[], session: RecordedSession): void {
  for (const block of session.blocks) {
    assert.equal(textOfBlock(files, block)?.length, block.length, block.id);
  }
  for (const child of session.children) {
    assertTexts(files, child.session);
  }
}

function assertRuns(runs: Runs, blocks: number): void {
  const seen = new Set<number>();
  for (const index of indicesOf(runs)) {
    assert.ok(index >= 0 && index < blocks, `block ${index} of ${blocks}`);
    assert.ok(!seen.has(index), `block ${index} twice`);
    seen.add(index);
  }
}

/** What must hold for any session, however its file was damaged. */
export function assertSound(session: RecordedSession, records?: number): void {
  const { blocks, calls, patches, branches, coverage } = session;
  const sum = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  assert.equal(
    coverage.records,
    coverage.taken +
      coverage.bad +
      coverage.repeated +
      sum(coverage.beside) +
      sum(coverage.unknown),
  );
  if (records !== undefined) {
    assert.equal(coverage.records, records);
  }
  assertRuns(session.window, blocks.length);
  for (const [index, call] of calls.entries()) {
    assert.equal(call.index, index);
    assert.ok(call.branch >= 0 && call.branch < branches.length);
    assertRuns(call.window, blocks.length);
    assertRuns(call.output, blocks.length);
  }
  for (const patch of patches) {
    assert.ok(patch.call >= 0 && patch.call <= calls.length);
    assert.notEqual(patch.because, '');
    assertRuns(patch.left, blocks.length);
    assertRuns(patch.created, blocks.length);
  }
  assert.ok(session.branch < branches.length);
  for (const child of session.children) {
    assertSound(child.session);
    assert.ok(child.startedBy === undefined || child.startedBy < blocks.length);
  }
}

/** Tokens that the provider counted, over all calls of a session and its subagents. */
export function countedTokens(session: RecordedSession): number {
  const own = session.calls.reduce(
    (sum, { usage }) => sum + (usage?.input ?? 0) + (usage?.output ?? 0),
    0,
  );
  return session.children.reduce((sum, child) => sum + countedTokens(child.session), own);
}
