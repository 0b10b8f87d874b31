import assert from 'node:assert/strict';
import type { RecordedSession } from '../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../src/ports/runs.ts';
import { SessionShares } from '../../src/core/sources/shares.ts';
import { textOfBlock, type SampleFile } from './transcripts.ts';

/** A session and those below it. */
export function allSessions(session: RecordedSession): RecordedSession[] {
  return [session, ...session.children.flatMap((child) => allSessions(child.session))];
}

/** Descriptions of the blocks in a window, in its order. */
export function descriptionsOf(session: RecordedSession, window: Runs): string[] {
  return [...indicesOf(window)].map((index) => session.blocks[index]?.description ?? '?');
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

/** The file gives each block's text again, with the length that the block says. */
export function assertTexts(files: readonly SampleFile[], session: RecordedSession): void {
  for (const { blocks } of allSessions(session)) {
    for (const block of blocks) {
      const { id, origin, length } = block;
      assert.equal(textOfBlock(files, block)?.length, length, `${id} at ${origin.path.join('.')}`);
    }
  }
}

function assertRuns(runs: Runs, blocks: number, what: string): void {
  const seen = new Set<number>();
  for (const index of indicesOf(runs)) {
    assert.ok(index >= 0 && index < blocks, `${what} has block ${index} of ${blocks}`);
    assert.ok(!seen.has(index), `${what} has block ${index} twice`);
    seen.add(index);
  }
}

function assertOneSound({
  window,
  blocks,
  calls,
  patches,
  branches,
  branch,
  coverage,
}: RecordedSession): void {
  const sum = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  const { taken, bad, repeated, beside, unknown } = coverage;
  assert.equal(coverage.records, taken + bad + repeated + sum(beside) + sum(unknown));
  assertRuns(window, blocks.length, 'the window');
  for (const [index, call] of calls.entries()) {
    assert.equal(call.index, index);
    assert.ok(branches[call.branch] !== undefined);
    assertRuns(call.window, blocks.length, `the window of call ${index}`);
    assertRuns(call.output, blocks.length, `the output of call ${index}`);
  }
  for (const { id, call, left, back, created, because, reason } of patches) {
    assert.ok(call >= 0 && call <= calls.length);
    assert.ok(because !== '' && reason !== '');
    [left, back, created].forEach((runs) => assertRuns(runs, blocks.length, id));
  }
  assert.ok(branches[branch] !== undefined);
  assert.ok(blocks.every(({ length, tokens }) => length === 0 || tokens > 0));
}

/** What must hold of any session that was read, whatever its files say: windows name blocks, counts fit together. */
export function assertSound(session: RecordedSession, records?: number): void {
  allSessions(session).forEach(assertOneSound);
  for (const { startedBy } of session.children) {
    assert.ok(startedBy === undefined || startedBy < session.blocks.length);
  }
  if (records !== undefined) {
    assert.equal(session.coverage.records, records);
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

/** Tokens that the provider counted, over all calls of a session and its subagents. */
export function countedTokens(session: RecordedSession): number {
  const own = session.calls.reduce(
    (sum, { usage }) => sum + (usage?.input ?? 0) + (usage?.output ?? 0),
    0,
  );
  return session.children.reduce((sum, child) => sum + countedTokens(child.session), own);
}
