import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Block } from '../../../../../src/core/context/block.ts';
import { chainGroups } from '../../../../../src/core/context/budget/chainGroups.ts';
import { generationalOrder } from '../../../../../src/core/context/budget/generationalOrder.ts';
import { blockOf, headOf, offloaded, resultOf, sessions } from './blocks.ts';

const ids = (blocks: readonly Block[]): readonly string[] => blocks.map(({ id }) => id);

const session = [
  blockOf('system', 'system_prompt', 500),
  blockOf('user', 'user_message', 50),
  headOf('a1', ['t1', 's1']),
  resultOf('t1', 'a1', 2000),
  resultOf('s1', 'a1', 20),
  headOf('a2', ['s2']),
  resultOf('s2', 'a2', 299),
  headOf('a3', ['t3']),
  resultOf('t3', 'a3', 300),
  blockOf('answer', 'assistant_message', 800),
];

describe('the generational order', () => {
  it('keeps small results in the prefix and takes bulky chains to the tail, newest first', () => {
    const { prefix, tail } = generationalOrder(session);

    assert.deepEqual(ids(prefix), ['system', 'user', 'a2', 's2', 'answer']);
    assert.deepEqual(ids(tail), ['a3', 't3', 'a1', 't1', 's1']);
  });

  it('leaves the prefix as it was when a block of the tail is offloaded', () => {
    const before = generationalOrder(session);
    const after = generationalOrder(
      session.map((block) => (block.id === 't1' ? offloaded(block, 60, 1) : block)),
    );

    assert.equal(JSON.stringify(after.prefix), JSON.stringify(before.prefix));
    assert.deepEqual(ids(after.tail), ['a3', 't3', 'a1', 't1', 's1']);
  });

  it('puts retired chains last, by generation', () => {
    const generations: Record<string, number> = { t1: 2, t3: 1 };
    const retired = session.map((block) =>
      block.id in generations ? offloaded(block, 60, generations[block.id]) : block,
    );

    assert.deepEqual(ids(generationalOrder(retired).tail), ['a3', 't3', 'a1', 't1', 's1']);
    const swapped = session.map((block) =>
      block.id in generations ? offloaded(block, 60, 3 - (generations[block.id] ?? 0)) : block,
    );
    assert.deepEqual(ids(generationalOrder(swapped).tail), ['a1', 't1', 's1', 'a3', 't3']);
  });

  it('counts a chain as retired only with its last bulky result', () => {
    const blocks = [
      headOf('a1', ['t1', 't2']),
      offloaded(resultOf('t1', 'a1', 900), 60, 1),
      resultOf('t2', 'a1', 900),
      headOf('a3', ['t3']),
      offloaded(resultOf('t3', 'a3', 900), 60, 2),
    ];

    assert.deepEqual(ids(generationalOrder(blocks).tail), ['a1', 't1', 't2', 'a3', 't3']);
    const both = blocks.map((block) => (block.id === 't2' ? offloaded(block, 60, 3) : block));
    assert.deepEqual(ids(generationalOrder(both).tail), ['a3', 't3', 'a1', 't1', 't2']);
  });

  it('does not move a block when its exact count comes in', () => {
    const counted = session.map((block) => ({ ...block, tokens: { ...block.tokens, exact: 301 } }));

    assert.deepEqual(
      ids(generationalOrder(counted).prefix),
      ids(generationalOrder(session).prefix),
    );
  });

  it('takes another size as bulky if told to', () => {
    assert.deepEqual(ids(generationalOrder(session, { bulky: 2001 }).tail), []);
  });

  it('loses and doubles nothing, and splits no chain', () => {
    fc.assert(
      fc.property(sessions, ({ blocks }) => {
        const { prefix, tail } = generationalOrder(blocks);
        const order = [...prefix, ...tail];

        assert.deepEqual(ids(order).toSorted(), ids(blocks).toSorted());
        for (const head of order.filter(({ calls }) => calls !== undefined)) {
          const own = blocks.filter(({ result }) => result?.head === head.id);
          const at = order.indexOf(head) + 1;
          assert.deepEqual(ids(order.slice(at, at + own.length)), ids(own));
        }
        const places = prefix.map((block) => blocks.indexOf(block));
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the prefix byte for byte, whatever of the tail is offloaded', () => {
    fc.assert(
      fc.property(sessions, fc.nat(), ({ blocks }, pick) => {
        const before = generationalOrder(blocks);
        const candidates = before.tail.filter(
          ({ kind, content }) => kind === 'tool_result' && content.form === 'inline',
        );
        const gone = candidates[pick % Math.max(1, candidates.length)];

        const after = generationalOrder(
          blocks.map((block) => (block === gone ? offloaded(block, 60, 99) : block)),
        );

        assert.equal(JSON.stringify(after.prefix), JSON.stringify(before.prefix));
      }),
      { numRuns: 500 },
    );
  });
});

describe('groups of a chain', () => {
  it('bring results that stand apart back to their head, and reasoning before it', () => {
    const blocks = [
      headOf('a1', ['t1', 't2']),
      resultOf('t1', 'a1', 10),
      blockOf('between', 'budget_report', 10),
      resultOf('t2', 'a1', 10),
      blockOf('why', 'reasoning_trace', 10, { reasoning: { parent: 'a1' } }),
    ];

    assert.deepEqual(chainGroups(blocks).map(ids), [['why', 'a1', 't1', 't2'], ['between']]);
  });

  it('leave alone what has no head among the blocks, or one that comes later', () => {
    const blocks = [
      resultOf('early', 'a1', 10),
      resultOf('lost', 'gone', 10),
      resultOf('odd', 'lost', 10),
      blockOf('free', 'tool_result', 10),
      headOf('a1', ['early']),
      blockOf('why', 'reasoning_trace', 10, { reasoning: { parent: 'gone' } }),
    ];

    assert.deepEqual(
      chainGroups(blocks).map(ids),
      blocks.map(({ id }) => [id]),
    );
  });
});
