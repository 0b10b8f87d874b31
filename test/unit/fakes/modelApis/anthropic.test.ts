import assert from 'node:assert/strict';
import type { AnthropicOptions } from '../../../fakes/modelApis/anthropicMessages.ts';
import { anthropicViolations } from '../../../fakes/modelApis/anthropicMessages.ts';
import { refuses, rulesOf } from '../../../fakes/modelApis/refusals.ts';
import type { Violation } from '../../../fakes/modelApis/wire.ts';

describe('the check of Anthropic requests', () => {
  const user = (...content: unknown[]): object => ({ role: 'user', content });
  const assistant = (...content: unknown[]): object => ({ role: 'assistant', content });
  const text = { type: 'text', text: 'T' };
  const use = { type: 'tool_use', id: 'a', name: 'read', input: {} };
  const result = { type: 'tool_result', tool_use_id: 'a', content: 'R' };
  const thought = { type: 'thinking', thinking: '', signature: 's' };
  const check =
    (thinking: AnthropicOptions['thinking'], given?: ReadonlyMap<string, string>) =>
    (messages: unknown[]): Violation[] =>
      anthropicViolations({ messages }, { thinking, ...(given && { given }) });

  it('takes thinking before a call, and results before a text', () => {
    const messages = [user(text), assistant(thought, use), user(result, text)];

    assert.deepEqual(check('enabled', new Map([['a', 's']]))(messages), []);
  });

  it('takes what is without thinking where no loop goes on, or the model need not think', () => {
    const loop = [user(text), assistant(use), user(result)];

    assert.deepEqual(check('enabled')([...loop, assistant(text), user(text)]), []);
    assert.deepEqual(check('adaptive')(loop), []);
    assert.deepEqual(check('off')(loop), []);
  });

  it('refuses an empty system text', () => {
    const request = { system: [{ type: 'text', text: ' ' }], messages: [user(text)] };

    assert.deepEqual(rulesOf(anthropicViolations(request, { thinking: 'off' })), ['text_empty']);
  });

  refuses(
    {
      'no messages': [['no_messages'], []],
      'an assistant that begins': [['first_not_user'], [assistant(text), user(text)]],
      'an assistant that ends': [['assistant_last'], [user(text), assistant(text)]],
      'a role twice in a row': [['role_twice'], [user(text), user(text)]],
      'an unknown role': [['role_unknown'], [user(text), { role: 'tool', content: [text] }]],
      'a message without content': [['content_empty'], [user()]],
      'an empty text of the user': [['text_empty'], [user({ type: 'text', text: '' })]],
      'a blank text of the assistant': [
        ['text_empty'],
        [user(text), assistant({ type: 'text', text: '\n' }), user(text)],
      ],
      'a result without its call': [['result_without_call'], [user(result)]],
      'a result given twice': [
        ['result_without_call'],
        [user(text), assistant(use), user(result, result)],
      ],
      'a result that comes later': [
        ['call_unanswered', 'result_without_call'],
        [user(text), assistant(use), user(text), assistant(text), user(result)],
      ],
      'a result behind a text': [
        ['result_after_text'],
        [user(text), assistant(use), user(text, result)],
      ],
      'a failure without a text': [
        ['error_empty'],
        [user(text), assistant(use), user({ ...result, content: undefined, is_error: true })],
      ],
      'an id used twice': [
        ['id_twice'],
        [user(text), assistant(use), user(result), assistant(use), user(result)],
      ],
      'a call that is wrong in all it can be': [
        ['id_form', 'name_form', 'input_form'],
        [
          user(text),
          assistant({ type: 'tool_use', id: 'a:0', name: 'a.b', input: '{}' }),
          user({ ...result, tool_use_id: 'a:0' }),
        ],
      ],
      'an unknown part of the user': [['type_unknown'], [user(thought)]],
      'an unknown part of the assistant': [
        ['type_unknown'],
        [user(text), assistant({ type: 'note' }), user(text)],
      ],
      'thinking without a signature': [
        ['signature_missing'],
        [user(text), assistant({ ...thought, signature: '' }, text), user(text)],
      ],
      'thinking without a text field': [
        ['thinking_missing'],
        [user(text), assistant({ ...thought, thinking: undefined }, text), user(text)],
      ],
      'thinking that leads to nothing': [
        ['thinking_last'],
        [user(text), assistant(thought), user(text)],
      ],
      'half a character': [['lone_surrogate'], [user({ type: 'text', text: 'a\ud800' })]],
      'thinking in a loop while it is off': [
        ['thinking_while_off'],
        [user(text), assistant(thought, use), user(result)],
      ],
    },
    check('off'),
  );

  describe('that think', () => {
    refuses(
      {
        'a loop that goes on without thinking': [
          ['loop_without_thinking'],
          [user(text), assistant(use), user(result)],
        ],
        'the same where the user added a text': [
          ['loop_without_thinking'],
          [user(text), assistant(use), user(result, text)],
        ],
        'a loop that begins with a text': [
          ['loop_without_thinking'],
          [user(text), assistant(text, thought, use), user(result)],
        ],
      },
      check('enabled'),
    );
    refuses(
      {
        'thinking that was dropped within the loop': [
          ['thinking_not_kept'],
          [
            user(text),
            assistant(use),
            user(result),
            assistant({ ...use, id: 'b' }),
            user({ ...result, tool_use_id: 'b' }),
          ],
        ],
        'thinking that was changed': [
          ['thinking_not_kept'],
          [user(text), assistant({ ...thought, signature: 'other' }, use), user(result)],
        ],
      },
      check('adaptive', new Map([['a', 's']])),
    );
  });
});
