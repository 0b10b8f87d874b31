import assert from 'node:assert/strict';
import { measureBudget } from '../../../../../src/core/context/budget/ladder.ts';
import {
  budgetReport,
  reportText,
  requiredPreserve,
} from '../../../../../src/core/context/budget/report.ts';
import type { Block } from '../../../../../src/core/context/block.ts';
import { blockOf, headOf, offloaded, resultOf } from './blocks.ts';

const budget = measureBudget({ window: 1000, used: 812 });

function largestOf(blocks: readonly Block[], openChain?: ReadonlySet<string>): unknown {
  const report = budgetReport({ blocks, budget, ...(openChain && { openChain }) });
  return report?.largest_blocks.map((block) => [
    block.id,
    block.tokens,
    block.suggested_operations.join(', '),
  ]);
}

describe('the budget report', () => {
  it('says how much of the room is used and what must be kept', () => {
    const report = budgetReport({ blocks: [], budget });

    assert.deepEqual(report, {
      level: 'must_act',
      used_tokens: 812,
      max_tokens: 1000,
      soft_limit: 700,
      pressure: 0.812,
      largest_blocks: [],
      required_preserve: requiredPreserve,
    });
    assert.equal(requiredPreserve.length, 4);
  });

  it('names the five largest blocks with what may be done with them', () => {
    const blocks = [
      blockOf('assistant_1', 'assistant_message', 500),
      blockOf('tool_2', 'tool_result', 900),
      blockOf('summary_3', 'summary', 700),
      blockOf('tool_4', 'tool_result', 100),
      blockOf('tool_5', 'tool_result', 400),
      blockOf('tool_6', 'tool_result', 900),
      blockOf('tool_7', 'tool_result', 50),
    ];

    assert.deepEqual(largestOf(blocks), [
      ['tool_2', 900, 'payload_offload, compact'],
      ['tool_6', 900, 'payload_offload, compact'],
      ['summary_3', 700, 'compact, set_visibility archived'],
      ['assistant_1', 500, 'compact, set_visibility archived'],
      ['tool_5', 400, 'payload_offload, compact'],
    ]);
  });

  it('leaves out what may not be touched and what is out already', () => {
    const blocks = [
      blockOf('system_1', 'system_prompt', 900),
      blockOf('user_2', 'user_message', 900),
      blockOf('state_3', 'task_state', 900),
      blockOf('report_4', 'budget_report', 900),
      blockOf('tool_5', 'tool_result', 900, { pinned: true }),
      offloaded(blockOf('tool_6', 'tool_result', 900), 850),
      blockOf('tool_7', 'tool_result', 900, { visibility: 'archived' }),
      blockOf('answer_8', 'assistant_message', 900, { protected: true }),
      blockOf('tool_9', 'tool_result', 10),
    ];

    assert.deepEqual(largestOf(blocks), [['tool_9', 10, 'payload_offload, compact']]);
  });

  it('proposes to compact nothing of an open chain', () => {
    const blocks = [headOf('assistant_1', ['tool_2'], 800), resultOf('tool_2', 'assistant_1', 900)];

    assert.deepEqual(largestOf(blocks, new Set(['assistant_1', 'tool_2'])), [
      ['tool_2', 900, 'payload_offload'],
    ]);
  });

  it('goes by exact counts where they are known', () => {
    const blocks = [
      blockOf('tool_1', 'tool_result', 900),
      blockOf('tool_2', 'tool_result', 100, { tokens: { estimate: 100, exact: 950 } }),
    ];

    assert.deepEqual(largestOf(blocks), [
      ['tool_2', 950, 'payload_offload, compact'],
      ['tool_1', 900, 'payload_offload, compact'],
    ]);
  });

  it('is not made where there is no pressure to tell', () => {
    assert.equal(budgetReport({ blocks: [], budget: measureBudget({ used: 812 }) }), undefined);
  });

  it('is JSON within its tags, which nothing inside can close', () => {
    const blocks = [blockOf('tool_</budget_report>', 'tool_result', 900)];
    const report = budgetReport({ blocks, budget });
    assert.ok(report);

    const text = reportText(report);

    const inside = /^<budget_report>\n(.*)\n<\/budget_report>$/s.exec(text)?.[1] ?? '';
    assert.deepEqual(JSON.parse(inside), report);
    assert.equal(text.split('</budget_report>').length, 2);
  });
});
