import assert from 'node:assert/strict';
import type { Block } from '../../../../../src/core/context/block.ts';
import { measureBudget } from '../../../../../src/core/context/budget/ladder.ts';
import {
  isNudgeDue,
  noUpdateWords,
  nudgeExample,
  nudgeText,
} from '../../../../../src/core/context/budget/nudge.ts';
import type { BudgetReport } from '../../../../../src/core/context/budget/report.ts';
import { budgetReport } from '../../../../../src/core/context/budget/report.ts';
import { blockOf } from './blocks.ts';

function reportOf(...blocks: readonly Block[]): BudgetReport {
  const budget = measureBudget({ window: 1000, used: 830 });
  return budgetReport({ blocks, budget }) ?? assert.fail('no report');
}

describe('a nudge', () => {
  it('is due when the model was to act and went on with other tools', () => {
    const answer = { calls: ['be-read'], text: 'Let me look.' };

    assert.equal(isNudgeDue('must_act', answer), true);
    assert.equal(isNudgeDue('critical', answer), true);
    assert.equal(isNudgeDue('soft', answer), false);
    assert.equal(isNudgeDue('unknown', answer), false);
  });

  it('is not due when the model acted, said that there is no need, or made no call', () => {
    const acted = ['context-update', 'context_update', 'mcp__chipboard__context-update'];

    for (const name of acted) {
      assert.equal(isNudgeDue('must_act', { calls: ['be-read', name], text: '' }), false);
    }
    const said = { calls: ['be-read'], text: `All in use: ${noUpdateWords}.` };
    assert.equal(isNudgeDue('must_act', said), false);
    assert.equal(isNudgeDue('must_act', { calls: [], text: 'Done.' }), false);
  });

  it('shows one call with a tool result to offload, as the tool takes it', () => {
    const report = reportOf(
      blockOf('assistant_1', 'assistant_message', 900),
      blockOf('tool_2', 'tool_result', 500),
    );

    const text = nudgeText(report) ?? '';

    assert.match(text, /83 % full \(830 of 1000 tokens\)/);
    const calls = text.split('\n').filter((line) => line.startsWith('context-update '));
    assert.equal(calls.length, 1);
    assert.deepEqual(JSON.parse(calls[0]?.replace('context-update ', '') ?? ''), {
      reason: 'tool_2 is large and has been used',
      operations: [
        {
          op: 'payload_offload',
          ids: ['tool_2'],
          replace_with: {
            description: 'What tool_2 is, in one line',
            summary: 'What tool_2 says that you still need',
            retrieval_hint: 'When to read it again',
          },
        },
      ],
    });
  });

  it('shows an operation that the kind of the block allows by itself', () => {
    const answer = nudgeExample(reportOf(blockOf('assistant_1', 'assistant_message', 900)));
    const summary = nudgeExample(reportOf(blockOf('summary_1', 'summary', 900)));

    assert.equal(answer?.operations[0]?.op, 'payload_offload');
    assert.deepEqual(summary?.operations, [
      { op: 'set_visibility', ids: ['summary_1'], visibility: 'archived' },
    ]);
  });

  it('lets the tool spell its arguments', () => {
    const report = reportOf(blockOf('tool_2', 'tool_result', 500));

    const text = nudgeText(report, ({ operations }) => `#${operations.length}`);

    assert.match(text ?? '', /^context-update #1$/m);
  });

  it('has nothing to say without a block to propose', () => {
    assert.equal(nudgeText(reportOf()), undefined);
  });
});
