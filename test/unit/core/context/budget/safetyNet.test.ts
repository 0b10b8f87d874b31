import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Block } from '../../../../../src/core/context/block.ts';
import { tokensOf } from '../../../../../src/core/context/block.ts';
import { chainGroups } from '../../../../../src/core/context/budget/chainGroups.ts';
import { defaultRatios, measureBudget } from '../../../../../src/core/context/budget/ladder.ts';
import type { NetInput, NetPlan } from '../../../../../src/core/context/budget/safetyNet.ts';
import { planSafetyNet } from '../../../../../src/core/context/budget/safetyNet.ts';
import { stubFor, stubNotice, stubTokens } from '../../../../../src/core/context/budget/stub.ts';
import { blockOf, headOf, offloaded, resultOf, sessions } from './blocks.ts';

/** A text whose tokens are many, as those of one repeated letter are not. */
const beginning = Array.from({ length: 400 }, (_, at) => 'tablecloth '[(at * 7) % 11]).join('');

const sum = (blocks: readonly Block[]): number =>
  blocks.reduce((total, block) => total + tokensOf(block), 0);

/** The net over blocks whose request is exactly as large as they are, in a room of which they use just `pressure`. */
function netOver(
  blocks: readonly Block[],
  pressure: number,
  other: Partial<NetInput> = {},
): NetPlan {
  const used = sum(blocks);
  return planSafetyNet({
    blocks,
    budget: measureBudget({ window: Math.floor(used / pressure), used }),
    slope: 1,
    requests: 100,
    beginningOf: () => beginning,
    ...other,
  });
}

const question = blockOf('user_1', 'user_message', 100);

function chainOf(name: string, tokens: number, other: Partial<Block> = {}): Block[] {
  return [headOf(`a_${name}`, [name], 40, other), resultOf(name, `a_${name}`, tokens, other)];
}

describe('the safety net', () => {
  it('offloads the largest results until the request is below soft, as one patch', () => {
    const blocks = [question, ...chainOf('t1', 400), ...chainOf('t2', 900), ...chainOf('t3', 3000)];

    const plan = netOver(blocks, 0.96);

    assert.equal(plan.outcome, 'relieved');
    assert.deepEqual(plan.offloaded, ['t3']);
    assert.deepEqual(plan.operations, [
      {
        op: 'payload_offload',
        ids: ['t3'],
        replaceWith: {
          description: 'About t3',
          summary: `${stubNotice}\n${beginning.slice(0, 300)}…`,
          hint: 'Read it with artifact-get when you need more than its beginning.',
        },
      },
    ]);
    assert.deepEqual(plan.trigger?.threshold, 0.95);
  });

  it('counts the stubs that stand for what left', () => {
    const blocks = [question, ...chainOf('t1', 3000)];
    const [, , result] = blocks;
    assert.ok(result);

    const plan = netOver(blocks, 0.96);

    const stub = stubTokens(result, stubFor(result, beginning));
    assert.ok(stub > 100);
    assert.equal(plan.usedAfter, sum(blocks) - 3000 + stub);
  });

  it('leaves what the model has not seen, though that is larger, while the request fits without', () => {
    const blocks = [question, ...chainOf('old', 2000), ...chainOf('new', 9000, { turn: 100 })];

    const plan = netOver(blocks, 0.96);

    assert.deepEqual([plan.offloaded, plan.archived], [['old'], []]);
    assert.equal(plan.outcome, 'not_enough');
    assert.equal(plan.fits, true);
  });

  it('takes what the model has not seen where nothing else brings the request below the critical limit', () => {
    const blocks = [question, ...chainOf('old', 500), ...chainOf('new', 9000, { turn: 100 })];

    const plan = netOver(blocks, 1.2);

    assert.deepEqual([plan.offloaded, plan.archived], [['old', 'new'], []]);
    assert.equal(plan.fits, true);
  });

  it('takes chains of earlier questions before what is not seen, and what was found for the present one last', () => {
    const blocks = [
      question,
      ...chainOf('earlier', 250),
      blockOf('user_2', 'user_message', 100),
      ...chainOf('found', 250),
      ...chainOf('new', 2000, { turn: 100 }),
    ];

    const little = netOver(blocks, 1.05);
    const more = netOver(blocks, 1.5);
    const most = netOver(blocks, 5);

    assert.deepEqual([little.offloaded, little.archived], [[], ['a_earlier', 'earlier']]);
    assert.deepEqual([more.offloaded, more.archived], [['new'], ['a_earlier', 'earlier']]);
    assert.deepEqual(most.archived, ['a_earlier', 'earlier', 'a_found', 'found']);
  });

  it('leaves small, pinned, offloaded and invisible results, and those that a stub would not make smaller', () => {
    const blocks = [
      question,
      ...chainOf('small', 299),
      ...chainOf('pinned', 5000, { pinned: true }),
      offloaded(resultOf('gone', 'nobody', 5000), 5000),
      resultOf('away', 'nobody', 5000, { visibility: 'archived' }),
      ...chainOf('long'.repeat(150), 300),
    ];

    // Nothing has been seen, so nothing is archived in their stead.
    const plan = netOver(blocks, 0.96, { requests: 0 });

    assert.deepEqual(plan.offloaded, []);
  });

  it('archives old chains as a whole when stubs are not enough, oldest first', () => {
    const blocks = [
      question,
      ...chainOf('t1', 250),
      ...chainOf('t2', 250),
      blockOf('answer', 'assistant_message', 250),
      blockOf('user_2', 'user_message', 100),
    ];

    const plan = netOver(blocks, 0.96);

    assert.equal(plan.outcome, 'relieved');
    assert.deepEqual(plan.archived, ['a_t1', 't1']);
    assert.deepEqual(plan.operations, [
      { op: 'set_visibility', ids: ['a_t1', 't1'], visibility: 'archived' },
    ]);
  });

  it('writes no stub for what it archives', () => {
    const blocks = [
      ...chainOf('t1', 400),
      ...Array.from({ length: 5 }, (_, index) => blockOf(`user_${index}`, 'user_message', 500)),
    ];

    const plan = netOver(blocks, 0.8);

    assert.deepEqual([plan.offloaded, plan.archived], [[], ['a_t1', 't1']]);
    assert.equal(plan.usedAfter, 2500);
  });

  it('archives summaries last and task state never', () => {
    const blocks = [
      blockOf('summary', 'summary', 200),
      blockOf('state', 'task_state', 200),
      blockOf('answer', 'assistant_message', 200),
      question,
    ];

    assert.deepEqual(netOver(blocks, 0.96).archived, ['answer']);
    assert.deepEqual(netOver(blocks, 5).archived, ['answer', 'summary']);
  });

  it('says so when nothing brings the request below the limit', () => {
    const blocks = [question, ...chainOf('pinned', 5000, { pinned: true })];

    const fits = netOver(blocks, 0.96);
    const over = netOver(blocks, 1.5);

    assert.deepEqual([fits.outcome, fits.fits], ['not_enough', true]);
    assert.match(fits.why, /stays at 96 % of \d+ tokens, above the soft limit/);
    assert.deepEqual([over.outcome, over.fits], ['not_enough', false]);
    assert.match(over.why, /does not fit: it stays at 150 %/);
  });

  it('does nothing without a budget or below the soft limit', () => {
    const blocks = [question, ...chainOf('t1', 3000)];

    const unknown = netOver(blocks, 0.96, { budget: measureBudget({ used: 3000 }) });
    const low = netOver(blocks, 0.69);

    assert.deepEqual([unknown.outcome, unknown.operations], ['unknown', []]);
    assert.match(unknown.why, /window is not known/);
    assert.deepEqual([low.outcome, low.operations], ['not_needed', []]);
  });

  it('takes more when a token of the provider is less than an estimated one', () => {
    const blocks = [question, ...['t1', 't2', 't3', 't4'].flatMap((name) => chainOf(name, 700))];

    assert.equal(netOver(blocks, 0.96).offloaded.length, 2);
    assert.equal(netOver(blocks, 0.96, { slope: 0.5 }).offloaded.length, 3);
  });
});

describe('the safety net of the generational layout', () => {
  it('takes the oldest first, however small', () => {
    const blocks = [question, ...chainOf('t1', 900), ...chainOf('t2', 3000), ...chainOf('t3', 900)];

    assert.deepEqual(netOver(blocks, 0.96, { layout: 'generational' }).offloaded, ['t1', 't2']);
    assert.deepEqual(netOver(blocks, 0.96).offloaded, ['t2']);
  });
});

const anyNet = fc.record({
  session: sessions,
  pressure: fc.double({ min: 0.5, max: 3, noNaN: true }),
  slope: fc.double({ min: 0.5, max: 2, noNaN: true }),
  overhead: fc.integer({ min: 0, max: 5000 }),
  layout: fc.constantFrom('plain' as const, 'generational' as const),
});

describe('the safety net over any session', () => {
  it('brings the request below soft or says that it cannot, and reckons right', () => {
    fc.assert(
      fc.property(anyNet, ({ session, pressure, slope, overhead, layout }) => {
        const used = overhead + slope * sum(session.blocks);
        const budget = measureBudget({ window: used / pressure, used });

        const plan = planSafetyNet({ ...session, budget, slope, layout, beginningOf: () => 'abc' });

        const gone = new Set(plan.archived);
        const stubs = new Set(plan.offloaded);
        const after = session.blocks
          .filter(({ id }) => !gone.has(id))
          .map((block) =>
            stubs.has(block.id) ? stubTokens(block, stubFor(block, 'abc')) : tokensOf(block),
          )
          .reduce((total, tokens) => total + tokens, 0);
        const expected = overhead + slope * after;
        assert.ok(Math.abs((plan.usedAfter ?? 0) - expected) < 1e-6 * used + 1e-6);
        const isLow = (plan.usedAfter ?? 0) / (budget.room ?? 1) < defaultRatios.soft;
        assert.equal(isLow, plan.outcome !== 'not_enough');
      }),
      { numRuns: 1000 },
    );
  });

  it('picks nothing that is pinned, protected, the question or of the open chain beyond its texts', () => {
    fc.assert(
      fc.property(anyNet, ({ session, pressure, slope, layout }) => {
        const used = sum(session.blocks);
        const budget = measureBudget({ window: used / pressure, used });
        const plan = planSafetyNet({ ...session, budget, slope, layout, beginningOf: () => 'abc' });

        const byId = new Map(session.blocks.map((block) => [block.id, block]));
        for (const id of [...plan.offloaded, ...plan.archived]) {
          const block = byId.get(id);
          assert.ok(block && !block.pinned && !block.protected);
        }
        for (const id of plan.offloaded) {
          const block = byId.get(id);
          assert.equal(block?.kind, 'tool_result');
          assert.equal(block.content.form, 'inline');
        }
        const archived = new Set(plan.archived);
        for (const id of archived) {
          assert.ok(!session.openChain.has(id) && (byId.get(id)?.turn ?? 0) < session.requests);
        }
        const groups = chainGroups(session.blocks);
        for (const group of groups) {
          const out = group.filter(({ id }) => archived.has(id)).length;
          assert.ok(out === 0 || out === group.length, 'a chain is archived as a whole');
        }
        assert.equal(
          new Set([...plan.offloaded, ...archived]).size,
          plan.offloaded.length + archived.size,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a stub', () => {
  it('never ends in half of a pair and marks what it leaves out', () => {
    const block = resultOf('t1', 'a1', 900);

    const cut = stubFor(block, `${'x'.repeat(299)}😀more`).summary;
    const whole = stubFor(block, 'short').summary;

    assert.equal(cut, `${stubNotice}\n${'x'.repeat(299)}…`);
    assert.equal(whole, `${stubNotice}\nshort`);
  });

  it('has a description even where the block has none', () => {
    assert.equal(
      stubFor(resultOf('t1', 'a1', 900, { description: ' ' }), '').description,
      'Tool result',
    );
  });
});
