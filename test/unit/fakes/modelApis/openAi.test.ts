import assert from 'node:assert/strict';
import { deepSeekChatViolations } from '../../../fakes/modelApis/deepSeekChat.ts';
import { openAiChatViolations } from '../../../fakes/modelApis/openAiChat.ts';
import { openAiResponsesViolations } from '../../../fakes/modelApis/openAiResponses.ts';
import { refuses } from '../../../fakes/modelApis/refusals.ts';
import type { Violation } from '../../../fakes/modelApis/wire.ts';

describe('the check of OpenAI chat requests', () => {
  const user = { role: 'user', content: 'Q' };
  const call = (id: string, over: object = {}): object => ({
    id,
    type: 'function',
    function: { name: 'read', arguments: '{}', ...over },
  });
  const asks = (...ids: string[]): object => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => call(id)),
  });
  const tool = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'R' });
  const check = (messages: unknown[]): Violation[] => openAiChatViolations({ messages });

  it('takes calls that are answered in any order, and a text after them', () => {
    const messages = [user, asks('a', 'b'), tool('b'), tool('a'), user];

    assert.deepEqual(check(messages), []);
    assert.deepEqual(check([{ role: 'system', content: 'S' }, ...messages]), []);
  });

  refuses(
    {
      'no messages': [['no_messages'], []],
      'an assistant that ends': [['assistant_last'], [user, { role: 'assistant', content: 'A' }]],
      'a result without its call': [['result_without_call'], [user, tool('a')]],
      'a result given twice': [['result_not_open'], [user, asks('a'), tool('a'), tool('a')]],
      'a result after another message': [
        ['call_unanswered', 'result_not_open'],
        [user, asks('a'), user, tool('a')],
      ],
      'a call without its result': [['call_unanswered'], [user, asks('a', 'b'), tool('b')]],
      'an id used twice': [['id_twice'], [user, asks('a'), tool('a'), asks('a'), tool('a')]],
      'an id that is too long': [['id_length'], [user, asks('a'.repeat(41)), tool('a'.repeat(41))]],
      'a list of no calls': [
        ['calls_empty'],
        [user, { role: 'assistant', content: 'A', tool_calls: [] }, user],
      ],
      'a message that says nothing': [
        ['content_missing'],
        [user, { role: 'assistant', content: null }, user],
      ],
      'a question without a text': [['content_missing'], [{ role: 'user' }]],
      'an unknown role': [['role_unknown'], [{ role: 'model', content: 'A' }]],
      'half a character': [['lone_surrogate'], [{ role: 'user', content: 'a\ud800b' }]],
      'a call that is wrong in all it can be': [
        ['call_type', 'name_form', 'arguments_form'],
        [
          user,
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'a', function: { name: 'a.b', arguments: '[1]' } }],
          },
          tool('a'),
        ],
      ],
    },
    check,
  );

  it('takes the name of a surrogate and a whole pair', () => {
    assert.deepEqual(check([{ role: 'user', content: '\\ud800 \ud83d\ude00' }]), []);
  });

  describe('as DeepSeek has them', () => {
    const thinks = (text: string): object => ({ ...asks('a'), reasoning_content: text });
    const final = { role: 'assistant', content: 'A' };
    const thinking = (messages: unknown[]): Violation[] =>
      deepSeekChatViolations({ messages }, { thinking: true });

    it('take an empty reasoning, and none where there are no calls or no thinking', () => {
      const bare = [user, asks('a'), tool('a')];

      assert.deepEqual(thinking([user, final, user, thinks(''), tool('a')]), []);
      assert.deepEqual(deepSeekChatViolations({ messages: bare }, { thinking: false }), []);
    });

    refuses(
      {
        'calls without reasoning': [['reasoning_missing'], [user, asks('a'), tool('a')]],
        'calls of an earlier turn without reasoning': [
          ['reasoning_missing'],
          [user, asks('a'), tool('a'), { ...final, reasoning_content: 'T' }, user],
        ],
        'an answer without reasoning after calls': [
          ['reasoning_missing'],
          [user, thinks('T'), tool('a'), final, user],
        ],
        'what OpenAI refuses': [['call_unanswered'], [user, thinks('T'), user]],
      },
      thinking,
    );
  });
});

describe('the check of OpenAI Responses requests', () => {
  const user = { type: 'message', role: 'user', content: 'Q' };
  const said = { type: 'message', role: 'assistant', content: 'A' };
  const call = { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'a', output: 'R' };
  const thought = { type: 'reasoning', summary: [], encrypted_content: 'x' };
  const check = (input: unknown[]): Violation[] => openAiResponsesViolations({ input });

  it('takes reasoning before a call and before an answer', () => {
    assert.deepEqual(check([user, thought, call, output, thought, said, user]), []);
  });

  refuses(
    {
      'no input': [['no_input'], []],
      'an assistant that ends': [['assistant_last'], [user, said]],
      'an output without its call': [['output_without_call'], [user, output]],
      'an output given twice': [['output_twice'], [user, call, output, output]],
      'a call without its output': [['call_unanswered'], [user, call]],
      'an id used twice': [['id_twice'], [user, call, call, output]],
      'an id that is too long': [
        ['id_length'],
        [
          { ...call, call_id: 'a'.repeat(65) },
          { ...output, call_id: 'a'.repeat(65) },
        ],
      ],
      'a name with a dot': [['name_form'], [user, { ...call, name: 'a.b' }, output]],
      'arguments that are no object': [
        ['arguments_form'],
        [user, { ...call, arguments: '1' }, output],
      ],
      'reasoning that cannot be read': [
        ['reasoning_not_readable'],
        [user, { ...thought, encrypted_content: undefined }, call, output],
      ],
      'reasoning without a summary': [
        ['summary_missing'],
        [user, { ...thought, summary: undefined }, call, output],
      ],
      'reasoning that leads to nothing': [['reasoning_without_item'], [user, thought, user]],
      'an id of what is not kept': [
        ['id_of_nothing_kept'],
        [user, { ...thought, id: 'rs_1' }, call, output],
      ],
      'an unknown role': [['role_unknown'], [{ ...user, role: 'tool' }]],
      'a message without a text': [['content_missing'], [{ type: 'message', role: 'user' }]],
      'an unknown type': [['type_unknown'], [{ type: 'note' }]],
      'half a character': [['lone_surrogate'], [{ ...user, content: '\udc00' }]],
    },
    check,
  );
});
