import assert from 'node:assert/strict';
import { joinedStates, PacedStates } from '../../../../src/panel/sessions/pacedStates.ts';
import type { TranscriptState } from '../../../../src/ports/transcripts.ts';
import { FakeTimer } from '../../../fakes/fakeTimer.ts';

const state = (
  revision: number,
  changedCalls: number,
  changedPatches: number,
  generation = 1,
): TranscriptState => ({
  ...{ transcript: 't1', path: '/a', format: 'codex', agent: 'Codex', generation, revision },
  ...{ reading: 'done', bytesRead: 1, bytesTotal: 1, following: true },
  sessions: [{ session: [], blocks: 9, calls: 9, patches: 9, changedCalls, changedPatches }],
});

describe('states that follow each other', () => {
  it('are told as one, with all that changed since the last that was told', () => {
    const joined = joinedStates(state(2, 3, 8), state(3, 7, 5));

    assert.deepEqual(joined, state(3, 3, 5));
  });

  it('are told as the newer one where indices mean something else', () => {
    assert.deepEqual(joinedStates(state(2, 3, 8), state(3, 7, 5, 2)), state(3, 7, 5, 2));
  });

  it('are told at most every 125 milliseconds, and never later than that', () => {
    const timer = new FakeTimer();
    const told: number[] = [];
    const states = new PacedStates(({ revision }) => told.push(revision), timer, true);
    for (let revision = 1; revision <= 100; revision += 1) {
      states.take(state(revision, 9, 9));
      timer.pass(10);
    }
    timer.pass(125);

    assert.ok(told.length <= 9 && told.length >= 7, String(told.length));
    assert.equal(told.at(-1), 100);
    assert.ok(timer.isIdle);
  });
});
