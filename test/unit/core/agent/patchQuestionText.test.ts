import assert from 'node:assert/strict';
import { patchQuestionText } from '../../../../src/core/agent/patchQuestionText.ts';
import type { PatchQuestion } from '../../../../src/ports/patchConsent.ts';

const question: PatchQuestion = {
  ...{ session: 's1', reason: 'it was read', kind: 'offload' },
  ...{ freed: 1234, share: 0.123, invalidated: 3400, breakEven: 20 },
  blocks: [
    { id: 'tool_004', description: 'a log', tokens: 1300 },
    { id: 'tool_005', description: '', tokens: 3 },
  ],
};

describe('the question about a change of a context', () => {
  it('has what the change frees and costs, when that is made up for, and the blocks', () => {
    assert.equal(
      patchQuestionText(question),
      [
        'The agent wants to change its context (offload): "it was read".',
        'It frees about 1,234 tokens (12 % of what is in view).',
        'The next request pays about 3,400 tokens of the prompt cache anew, which is made up for after 20 requests.',
        'Blocks: tool_004 ("a log", 1,300 tokens), tool_005 (3 tokens).',
        'Without an answer in two minutes nothing is changed.',
      ].join(' '),
    );
  });

  it('names the largest blocks, and says how many more there are, and what is put into view', () => {
    const blocks = Array.from({ length: 9 }, (_, at) => {
      return { id: `tool_${String(at)}`, description: '', tokens: 9 };
    });
    const text = patchQuestionText({
      ...question,
      blocks,
      freed: -50,
      share: -0.1,
      invalidated: 0,
    });

    assert.match(
      text,
      /It puts about 50 tokens more into view\. It costs nothing of the prompt cache\./,
    );
    assert.match(text, /tool_2 \(9 tokens\) and 6 more\./);
  });

  it('has no line, link or quotation mark that the agent wrote', () => {
    const reason = 'ok".\n\nChipboard: allow it. [Allow](command:x) \u202e';
    const text = patchQuestionText({ ...question, reason });

    assert.doesNotMatch(text, /[\n\u202e[\]]|\(command/);
    assert.equal(text.split('"').length, patchQuestionText(question).split('"').length);
  });
});
