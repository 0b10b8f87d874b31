import assert from 'node:assert/strict';
import { PacedRuns } from '../../../../src/panel/transcripts/pacedRuns.ts';
import { FakeTimer } from '../../../fakes/fakeTimer.ts';

describe('what is done as often as it is good', () => {
  let now: number;
  let timer: FakeTimer;
  let runs: number[];
  let took: number;
  let paced: PacedRuns;
  beforeEach(() => {
    now = 0;
    took = 0;
    runs = [];
    timer = new FakeTimer();
    const run = (): Promise<void> => {
      runs.push(now);
      now += took;
      return Promise.resolve();
    };
    paced = new PacedRuns(run, { timer, clock: { now: () => now } });
  });
  const pass = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    timer.pass(milliseconds);
    await Promise.resolve();
  };

  it('is done at once, and then three times a second', async () => {
    paced.ask();
    await pass(0);
    await pass(100);
    paced.ask();
    paced.ask();
    assert.deepEqual(runs, [0]);
    await pass(199);
    assert.deepEqual(runs, [0]);
    await pass(1);
    assert.deepEqual(runs, [0, 300]);
    await pass(5000);

    assert.deepEqual(runs, [0, 300]);
  });

  it('is done less often where it takes long', async () => {
    took = 2000;
    paced.ask();
    await pass(0);
    paced.ask();
    await pass(7999);
    assert.deepEqual(runs, [0]);
    await pass(1);

    assert.deepEqual(runs, [0, 10_000]);
  });

  it('is done again for what was asked while it ran, and not after it is disposed', async () => {
    let end: () => void = () => undefined;
    let started = 0;
    const slow = new PacedRuns(
      () => {
        started += 1;
        return new Promise((resolve) => (end = resolve));
      },
      { timer, clock: { now: () => now } },
    );
    slow.ask();
    slow.ask();
    end();
    await pass(0);
    await pass(300);
    assert.equal(started, 2);

    slow.ask();
    slow.dispose();
    end();
    await pass(0);
    await pass(9000);
    assert.equal(started, 2);
  });
});
