import assert from 'node:assert/strict';
import { feedRecords } from '../../src/core/sources/feedRecords.ts';
import { recordText } from '../../src/core/sources/recordText.ts';
import type { RecordedSession } from '../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../src/core/sources/runs.ts';
import { SessionShares } from '../../src/core/sources/shares.ts';
import type {
  TranscriptFormat,
  TranscriptReader,
} from '../../src/core/sources/transcriptFormat.ts';
import { textOfBlock, type SampleFile } from './transcripts.ts';

/** What must hold of any session that was read, whatever its files say. */
export function assertSound(session: RecordedSession, records?: number): void {
  const { blocks, calls, patches, branches, coverage } = session;
  const inRange = (runs: Runs, what: string): void => {
    const all = [...indicesOf(runs)];
    assert.equal(new Set(all).size, all.length, `${what} has a block twice`);
    assert.ok(
      all.every((index) => index >= 0 && index < blocks.length),
      `${what} has a block that is none`,
    );
  };
  for (const [index, call] of calls.entries()) {
    assert.equal(call.index, index);
    inRange(call.window, `window of call ${index}`);
    inRange(call.output, `output of call ${index}`);
    assert.ok(call.branch < branches.length);
  }
  for (const patch of patches) {
    inRange(patch.left, patch.id);
    inRange(patch.created, patch.id);
    assert.ok(patch.because.length > 0 && patch.reason.length > 0);
    assert.ok(patch.call <= calls.length);
  }
  inRange(session.window, 'the window');
  const sum =
    coverage.taken +
    coverage.bad +
    coverage.repeated +
    [...Object.values(coverage.beside), ...Object.values(coverage.unknown)].reduce(
      (total, count) => total + count,
      0,
    );
  assert.equal(coverage.records, sum);
  if (records !== undefined) {
    assert.equal(coverage.records, records);
  }
}

/** Each call's shares and what none accounts for are the provider's input. */
export function assertShares(session: RecordedSession): void {
  const shares = new SessionShares(session);
  for (const call of session.calls) {
    const composition = shares.composition(call);
    const attributed = composition.shares.reduce((sum, { tokens }) => sum + tokens, 0);
    assert.equal(attributed + composition.unattributed, composition.total);
    assert.equal(composition.total, call.usage?.input ?? composition.total);
  }
}

/** The file gives each block's text again, with the length that the block says. */
export function assertTexts(files: readonly SampleFile[], session: RecordedSession): void {
  assert.ok(session.blocks.length > 0);
  for (const block of session.blocks) {
    const text = textOfBlock(files, block);
    assert.equal(text?.length, block.length, `${block.id} at ${block.origin.path.join('.')}`);
    assert.equal(block.tokens > 0, block.length > 0, `${block.id} has ${block.tokens} tokens`);
  }
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

/** Number of blocks in a window by kind. */
export function kindsOf(session: RecordedSession, runs: Runs): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const index of indicesOf(runs)) {
    const kind = session.blocks[index]?.kind ?? 'none';
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
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
