import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { mock } from 'node:test';
import { hourly } from '../../../src/node/hourly.ts';

const hour = 3_600_000;

describe('hourly', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('works every hour until it is disposed of', () => {
    let times = 0;
    const timer = hourly(() => {
      times += 1;
      return Promise.resolve();
    });

    mock.timers.tick(hour - 1);
    const early = times;
    mock.timers.tick(1 + hour);
    timer.dispose();
    mock.timers.tick(hour);

    assert.deepEqual([early, times], [0, 2]);
  });
});
