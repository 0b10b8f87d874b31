import assert from 'node:assert/strict';
import { contextReport } from '../../../src/core/agent/contextReport.ts';
import type { Budget } from '../../../src/core/context/budget/ladder.ts';
import { ownFamilyOf, type ModelName } from '../../../src/core/context/tokenFamily.ts';
import { ExactCounts } from '../../../src/host/agent/exactCounts.ts';
import { ContextBench } from '../../fakes/contextBench.ts';
import { FakeTokenCounter } from '../../fakes/fakeTokenCounter.ts';

const newer: ModelName = { id: 'gpt-4o' };
const older: ModelName = { id: 'gpt-4' };
const other: ModelName = { id: 'claude-sonnet-4' };
const budget: Budget = { window: 20_000, room: 20_000, used: 12_345, pressure: 0.6, level: 'ok' };

describe('exact counts of a session', () => {
  let bench: ContextBench;
  let counter: FakeTokenCounter;
  let counts: ExactCounts;

  beforeEach(async () => {
    bench = await ContextBench.begin();
    counter = new FakeTokenCounter();
    counts = new ExactCounts(bench.session, counter, bench.parts.log);
    await bench.user('one');
    await bench.assistant('two');
  });

  afterEach(() => counts.dispose());

  /** Has the view counted for a model, with as many answers as were asked for. */
  async function countFor(model: ModelName): Promise<void> {
    counts.count(model);
    await settled();
    counter.calls.splice(0).forEach((call) => call.answer());
    await settled();
  }

  async function settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await bench.session.settled();
  }

  /** What a person reads of the counts, for a model. */
  function said(model: ModelName): string {
    const { id, state, waiting } = bench.session;
    const vocabulary = ownFamilyOf(model);
    const report = contextReport({
      ...{ session: id, state, budget, model: model.id, waiting },
      ...(vocabulary !== undefined && { vocabulary }),
    });
    return /Tokens of .*?(?=[;.])/.exec(report)?.[0] ?? '';
  }

  it('are exact for models of the vocabulary that they were counted with', async () => {
    await countFor(newer);

    assert.equal(said(newer), 'Tokens of blocks are exact');
    assert.deepEqual(bench.block('user_001').tokens.family, 'o200k');
  });

  it('are estimates for a model of another vocabulary, and of none', async () => {
    await countFor(newer);

    assert.equal(said(older), 'Tokens of 2 of 2 blocks are estimates');
    assert.equal(said(other), 'Tokens of 2 of 2 blocks are estimates');
  });

  it('are counted anew for a model of another vocabulary, and only once', async () => {
    await countFor(newer);
    await countFor(older);

    assert.equal(said(older), 'Tokens of blocks are exact');
    counts.count(older);
    await settled();
    assert.deepEqual(counter.calls, []);
    assert.equal((await bench.reopened()).state.get('user_001')?.tokens.family, 'cl100k');
  });

  it('are not counted for a model whose vocabulary is not at hand', async () => {
    counts.count(other);
    await settled();

    assert.deepEqual(counter.calls, []);
    assert.equal(said(other), 'Tokens of 2 of 2 blocks are estimates');
  });

  it('that come late, for the former model, do not count', async () => {
    counts.count(newer);
    await settled();
    const late = counter.calls.splice(0);
    await countFor(older);
    late.forEach((call) => call.answer());
    await settled();

    assert.equal(late.length, 1);
    assert.equal(said(older), 'Tokens of blocks are exact');
  });

  it('are asked for again where the model was another one only for a while', async () => {
    counts.count(newer);
    await settled();
    counts.count(other);
    await countFor(newer);

    assert.equal(said(newer), 'Tokens of blocks are exact');
  });
});
