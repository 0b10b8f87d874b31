import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/context/message.ts';
import { anthropicMessages } from '../../../../src/core/context/render/anthropicMessages.ts';
import { deepSeekChat } from '../../../../src/core/context/render/deepSeekChat.ts';
import { geminiContents } from '../../../../src/core/context/render/geminiContents.ts';
import { openAiChat } from '../../../../src/core/context/render/openAiChat.ts';
import { openAiResponses } from '../../../../src/core/context/render/openAiResponses.ts';
import { continuation, missingResult } from '../../../../src/core/context/render/turns.ts';

const system: Message = { role: 'system', text: 'S' };
const user: Message = { role: 'user', text: 'Q' };
const asks: Message = {
  role: 'assistant',
  text: '',
  calls: [
    { id: 'a', name: 'read', arguments: '{"path":"x"}' },
    { id: 'b', name: 'list', arguments: '' },
  ],
  reasoning: { text: 'T', signature: 's' },
};
const results: Message[] = [
  { role: 'tool', call: 'b', name: 'list', text: 'gone', failed: true },
  { role: 'tool', call: 'a', name: 'read', text: 'X' },
];
const final: Message = { role: 'assistant', text: 'A', reasoning: { text: 'U' } };
const view: Message[] = [system, user, asks, ...results, { role: 'user', text: 'more' }];

describe('a view', () => {
  it('in the shape of OpenAI chat has calls without a text, and a message for each result', () => {
    assert.deepEqual(openAiChat(view).messages, [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'Q' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } },
          { id: 'b', type: 'function', function: { name: 'list', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'X' },
      { role: 'tool', tool_call_id: 'b', content: 'gone' },
      { role: 'user', content: 'more' },
    ]);
  });

  it('in the shape of DeepSeek has reasoning where a turn has calls, empty where there is none', () => {
    const bare: Message = { role: 'assistant', text: 'B' };

    const { messages } = deepSeekChat(
      [user, bare, user, asks, ...results, bare, user, bare, user, final, user],
      {
        thinking: true,
      },
    );

    const reasoning = messages.flatMap((message) =>
      message.role === 'assistant' ? [message.reasoning_content] : [],
    );
    assert.deepEqual(reasoning, [undefined, 'T', '', undefined, 'U']);
  });

  it('in the shape of OpenAI Responses has only reasoning that can be read', () => {
    assert.deepEqual(openAiResponses([user, asks, ...results, final, user]).input, [
      { type: 'message', role: 'user', content: 'Q' },
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'T' }],
        encrypted_content: 's',
      },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"path":"x"}' },
      { type: 'function_call', call_id: 'b', name: 'list', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'X' },
      { type: 'function_call_output', call_id: 'b', output: 'gone' },
      { type: 'message', role: 'assistant', content: 'A' },
      { type: 'message', role: 'user', content: 'Q' },
    ]);
  });

  it('in the shape of Anthropic has results at the head of what the user says next', () => {
    assert.deepEqual(anthropicMessages(view, { thinking: true }), {
      system: [{ type: 'text', text: 'S' }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Q' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'T', signature: 's' },
            { type: 'tool_use', id: 'a', name: 'read', input: { path: 'x' } },
            { type: 'tool_use', id: 'b', name: 'list', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'X' },
            { type: 'tool_result', tool_use_id: 'b', content: 'gone', is_error: true },
            { type: 'text', text: 'more' },
          ],
        },
      ],
    });
  });

  it('in the shape of Gemini has results apart from what the user says', () => {
    assert.deepEqual(geminiContents(view, { signatures: 'optional' }), {
      systemInstruction: { parts: [{ text: 'S' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Q' }] },
        {
          role: 'model',
          parts: [
            { functionCall: { name: 'read', args: { path: 'x' } }, thoughtSignature: 's' },
            { functionCall: { name: 'list', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'read', response: { output: 'X' } } },
            { functionResponse: { name: 'list', response: { error: 'gone' } } },
          ],
        },
        { role: 'user', parts: [{ text: 'more' }] },
      ],
    });
  });

  it('has the user go on where only the assistant speaks: first, between and last', () => {
    const summary: Message = { role: 'assistant', text: 'A' };

    const { messages } = openAiChat([summary, summary]);

    assert.deepEqual(
      messages.map(({ content }) => content),
      [continuation, 'A', continuation, 'A', continuation],
    );
    assert.deepEqual(openAiChat([system]).messages.at(-1), { role: 'user', content: continuation });
  });

  it('keeps arguments that are no object as a text', () => {
    for (const text of ['{"a":', '[1]', '"x"', 'null', '{"a":1e999}']) {
      const call = { id: 'a', name: 'read', arguments: text };
      const list: Message[] = [user, { role: 'assistant', text: '', calls: [call] }];

      const { messages } = anthropicMessages(list, { thinking: false });

      const uses = messages.flatMap(({ content }) => content);
      const input = { _unparsed: text };
      assert.deepEqual(uses[1], { type: 'tool_use', id: 'a', name: 'read', input });
      assert.ok(JSON.stringify(openAiChat(list)).includes('_unparsed'), text);
    }
  });

  it('answers a call whose result is not there, and says what result has no call', () => {
    const stray: Message = { role: 'tool', call: 'z', name: 'read', text: 'R' };

    const { messages } = openAiChat([user, asks, results[1] as Message, stray]);

    assert.deepEqual(
      messages.slice(2).map(({ content }) => content),
      ['X', missingResult, '[result of read]\nR'],
    );
  });

  it('changes ids that some API refuses, and ids that come twice, with their results', () => {
    const call = { id: 'functions.read:0', name: 'functions.read', arguments: '{}' };
    const again: Message[] = [
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', call: call.id, name: call.name, text: 'R' },
    ];

    const { messages } = anthropicMessages([user, ...again, ...again], { thinking: false });

    const blocks = messages.flatMap(({ content }) => content);
    const ids = blocks.flatMap((block) =>
      block.type === 'tool_use'
        ? [block.id]
        : block.type === 'tool_result'
          ? [block.tool_use_id]
          : [],
    );
    const first = 'functions_read_0';
    assert.deepEqual(ids, [first, first, `${first}-2`, `${first}-2`]);
  });

  it('gives Gemini 3 the value that stands for a signature only where none is known', () => {
    const { contents } = geminiContents([user, { ...asks, reasoning: { text: 'T' } }, ...results], {
      signatures: 'required',
    });

    const sealed = contents[1]?.parts.map((part) => 'thoughtSignature' in part);
    assert.deepEqual(sealed, [true, false]);
    const known = geminiContents([user, asks, ...results], { signatures: 'required' });
    assert.ok(JSON.stringify(known).includes('"thoughtSignature":"s"'));
  });

  it('tells Anthropic what a failed tool did not say', () => {
    const silent = results.map((message) => ({ ...message, text: '' }));

    const { messages } = anthropicMessages([user, asks, ...silent], { thinking: false });

    const [fine, failed] = messages.at(-1)?.content ?? [];
    assert.deepEqual(fine, { type: 'tool_result', tool_use_id: 'a' });
    assert.ok(failed?.type === 'tool_result' && failed.content);
  });
});
