import assert from 'node:assert/strict';
import { geminiViolations } from '../../../fakes/modelApis/geminiContents.ts';
import { refuses, rulesOf } from '../../../fakes/modelApis/refusals.ts';
import type { Violation } from '../../../fakes/modelApis/wire.ts';

describe('the check of Gemini requests', () => {
  const user = (...parts: unknown[]): object => ({ role: 'user', parts });
  const model = (...parts: unknown[]): object => ({ role: 'model', parts });
  const text = { text: 'T' };
  const call = { functionCall: { name: 'read', args: {} } };
  const response = { functionResponse: { name: 'read', response: { output: 'R' } } };
  const check =
    (signatures: 'required' | 'optional') =>
    (contents: unknown[]): Violation[] =>
      geminiViolations({ contents }, { signatures });

  it('takes calls with their responses, the first of them signed', () => {
    const signed = { ...call, thoughtSignature: 's' };
    const contents = [user(text), model(text, signed, call), user(response, response), user(text)];

    assert.deepEqual(check('required')(contents), []);
  });

  it('takes calls of an earlier turn without a signature', () => {
    const contents = [user(text), model(call), user(response), model(text), user(text)];

    assert.deepEqual(check('required')(contents), []);
  });

  it('refuses an empty system text', () => {
    const request = { systemInstruction: { parts: [{ text: '' }] }, contents: [user(text)] };

    const found = geminiViolations(request, { signatures: 'optional' });

    assert.deepEqual(rulesOf(found), ['text_empty']);
  });

  refuses(
    {
      'a call without a signature': [
        ['signature_missing'],
        [user(text), model(call), user(response)],
      ],
    },
    check('required'),
  );
  refuses(
    {
      'no contents': [['no_contents'], []],
      'a model that begins': [['first_not_user'], [model(text), user(text)]],
      'a model that ends': [['model_last'], [user(text), model(text)]],
      'an unknown role': [
        ['role_unknown'],
        [{ role: 'assistant', parts: [text] }, user(text)].reverse(),
      ],
      'no parts': [['parts_empty'], [user()]],
      'a part that is nothing': [['part_without_data'], [user({})]],
      'an empty text': [['text_empty'], [user({ text: '' })]],
      'arguments that are no object': [
        ['args_form'],
        [user(text), model({ functionCall: { name: 'read', args: 'x' } }), user(response)],
      ],
      'a call of the user': [
        ['call_of_user', 'call_not_after_user', 'call_unanswered'],
        [user(call)],
      ],
      'a response of the model': [
        ['response_of_model', 'response_without_call'],
        [user(text), model(response), user(text)],
      ],
      'a response that is no object': [
        ['response_form'],
        [user(text), model(call), user({ functionResponse: { name: 'read', response: 'R' } })],
      ],
      'a call after the model spoke': [
        ['call_not_after_user'],
        [user(text), model(text), model(call), user(response)],
      ],
      'a response without its call': [['response_without_call'], [user(response)]],
      'too few responses': [['response_count'], [user(text), model(call, call), user(response)]],
      'a text in the place of a response': [
        ['response_count', 'response_with_text'],
        [user(text), model(call), user(text)],
      ],
      'a text beside a response': [
        ['response_with_text'],
        [user(text), model(call), user(response, text)],
      ],
      'a response of another name': [
        ['response_name'],
        [user(text), model(call), user({ functionResponse: { name: 'write', response: {} } })],
      ],
      'a call without its response': [
        ['model_last', 'call_unanswered'],
        [user(text), model(call)],
      ],
      'half a character': [['lone_surrogate'], [user({ text: '\ud800' })]],
    },
    check('optional'),
  );
});
