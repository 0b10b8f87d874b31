import assert from 'node:assert/strict';
import {
  callCost,
  modelCosts,
  paidTokens,
  sumCosts,
} from '../../../../webview/context/data/callCosts.ts';
import {
  costSentences,
  costText,
  dollarsText,
} from '../../../../webview/context/data/costWords.ts';
import { noOwnPrices, priceOf, readPrices } from '../../../../webview/context/data/priceOf.ts';
import { madeCall } from './madeTurns.ts';
import { listsOf, sampleSession } from './sampleSession.ts';

const nameOf = (model: string): string | undefined => priceOf(model, noOwnPrices)?.name;

describe('the price of a model', () => {
  it('is found by its name with a date, a version, a server or a variant around it', () => {
    assert.deepEqual(
      [
        'claude-sonnet-4-20250514',
        'us.anthropic.claude-3-5-sonnet-20241022-v2:0',
        'anthropic/claude-opus-4.6',
        'claude-opus-4-6[1m]',
        'gpt-5-2025-08-07',
        'gpt-5.1-codex-mini',
      ].map(nameOf),
      [
        ...['claude-sonnet-4', 'claude-3-5-sonnet', 'claude-opus-4-6', 'claude-opus-4-6', 'gpt-5'],
        'gpt-5.1-codex-mini',
      ],
    );
  });

  it('is not guessed for a model that only begins or ends like another one', () => {
    assert.deepEqual(['gpt-5.9', 'gpt-5-ultra', 'my-gpt-5', 'claude-opus-4-99', ''].map(nameOf), [
      ...[undefined, undefined, undefined, undefined, undefined],
    ]);
  });

  it('is the person’s own before the published one', () => {
    const book = readPrices({ 'gpt-5': { input: 1, output: 2 } });

    const found = priceOf('gpt-5', book);

    assert.equal(found?.from, 'own');
    assert.deepEqual(found.price, { input: 1, output: 2, cacheRead: 1, cacheWrite: 1 });
  });

  it('is left out and said where it can not be used, and the others stay', () => {
    const { own, problems } = readPrices({
      a: 3,
      b: { input: 1 },
      c: { input: 1, output: -1 },
      d: { input: 1, output: 2, inptu: 3 },
      e: { input: '1', output: 2 },
      f: { input: 1, output: 2, cacheRead: 0 },
    });

    assert.deepEqual([...own.keys()], ['f']);
    assert.equal(own.get('f')?.cacheRead, 0);
    assert.deepEqual(
      problems.map((problem) => problem.replace(/^.*left out: /, '')),
      [
        'it is no object.',
        '“output” is missing.',
        '“output” must be a number from 0.',
        '“inptu” is none of input, output, cacheRead, cacheWrite, cacheWriteHour.',
        '“input” must be a number from 0.',
      ],
    );
    assert.equal(readPrices([1]).problems.length, 1);
    assert.deepEqual(readPrices(undefined).problems, []);
  });
});

describe('the cost of a call', () => {
  const price = { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5, cacheWriteHour: 20 };
  const usage = { input: 1_000_000, output: 100_000, cacheRead: 600_000, cacheWritten: 300_000 };

  it('is that of new, read and written input and of output; without the cache all input is new', () => {
    const cost = callCost(madeCall(0, { usage }), price);

    assert.deepEqual(cost, { dollars: 1 + 0.6 + 3.75 + 5, withoutCache: 15 });
  });

  it('has the price of an hour for what is kept so long', () => {
    const cost = callCost(madeCall(0, { usage: { ...usage, cacheWrittenHour: 100_000 } }), price);

    assert.equal(cost?.dollars, 1 + 0.6 + 2.5 + 2 + 5);
  });

  it('is higher for a long request, and not for the sum of a question', () => {
    const long = { ...price, long: { above: 200_000, input: 2, output: 1.5 } };

    assert.equal(callCost(madeCall(0, { usage }), long)?.withoutCache, 27.5);
    assert.equal(callCost(madeCall(0, { usage, counts: 'question' }), long)?.withoutCache, 15);
  });

  it('is not known where nobody but a tokenizer counted', () => {
    assert.equal(callCost(madeCall(0), price), undefined);
    assert.equal(paidTokens(madeCall(0, { usage, inputBy: 'tokenizer' })), undefined);
  });
});

describe('the costs of a session', () => {
  it('are the sums over its calls, with those apart that have no count or no price', () => {
    const usage = { input: 100, output: 10, cacheRead: 40 };
    const calls = [
      madeCall(0, { model: 'gpt-5', usage }),
      madeCall(1, { model: 'gpt-5' }),
      madeCall(2, { model: 'nobody', usage }),
    ];

    const costs = modelCosts(calls, noOwnPrices);
    const sum = sumCosts(costs);

    assert.deepEqual(
      costs.map(({ model }) => model),
      ['gpt-5', 'nobody'],
    );
    assert.deepEqual(
      [sum.calls, sum.uncounted, sum.unpriced, sum.fresh, sum.read, sum.output],
      [3, 1, 1, 120, 80, 20],
    );
    assert.equal(costText(costs[1] ?? sum), 'no price known');
    assert.deepEqual(costSentences(sum).slice(1), [
      'No price is known for the model of 1 call.',
      '1 call was not counted by the provider.',
    ]);
  });

  it('agree with the provider’s counts of a real session, call by call', () => {
    const { calls } = listsOf(sampleSession('codex', 'codex/compacted.jsonl'));
    const total = (of: (call: (typeof calls)[number]) => number | undefined): number =>
      calls.reduce((sum, call) => sum + (of(call) ?? 0), 0);

    const sum = sumCosts(modelCosts(calls, noOwnPrices));

    assert.equal(
      sum.fresh + sum.read + sum.written,
      total(({ usage }) => usage?.input),
    );
    assert.equal(
      sum.output,
      total(({ usage }) => usage?.output),
    );
    const each = calls.map((call) => {
      const found = priceOf(call.model, noOwnPrices);
      return found === undefined ? 0 : (callCost(call, found.price)?.dollars ?? 0);
    });
    assert.ok(Math.abs(each.reduce((a, b) => a + b, 0) - sum.dollars) < 1e-9);
    assert.ok(sum.dollars > 0 && sum.dollars < sum.withoutCache);
  });

  it('are written with parts of cents where they are small', () => {
    assert.deepEqual([0, 0.00001, 0.0123, 12.345].map(dollarsText), [
      ...['$0.00', '<$0.0001', '$0.0123', '$12.35'],
    ]);
  });
});
