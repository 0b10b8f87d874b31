import { z } from 'zod';
import { usageOf, type ModelMove, type Turn, type Wire } from './conversation.ts';
import { content, textOf } from './textOf.ts';

const request = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).nullish(),
  stream: z.boolean().nullish(),
});

/** OpenAI Chat Completions. */
export const chatCompletions: Wire = {
  name: 'chat-completions',

  fits: (path) => path.endsWith('/chat/completions'),

  read(body) {
    const { messages, tools, stream } = request.parse(body);
    return {
      tools: (tools ?? []).map((tool) => ({ name: tool.function.name })),
      turns: messages.flatMap(({ role, content }): Turn[] => {
        const text = textOf(content);
        return role === 'tool' ? [{ result: text }] : role === 'user' ? [{ user: text }] : [];
      }),
      stream: stream === true,
    };
  },

  whole: (move, id) => ({
    ...head(id, 'chat.completion'),
    choices: [{ index: 0, message: message(move, id), finish_reason: reason(move) }],
    usage: counted(id),
  }),

  pieces(move, id) {
    const chunk = (choices: unknown[], more: object = {}): { data: unknown } => ({
      data: { ...head(id, 'chat.completion.chunk'), choices, ...more },
    });
    return [
      chunk([{ index: 0, delta: message(move, id), finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: reason(move) }]),
      chunk([], { usage: counted(id) }),
      { data: '[DONE]' },
    ];
  },
};

function head(id: string, object: string): object {
  return { id: `chatcmpl-${id}`, object, created: 1, model: 'scripted' };
}

function counted(id: string): object {
  const { input, output } = usageOf(id);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function message(move: ModelMove, id: string): object {
  if (move.kind === 'say') {
    return { role: 'assistant', content: move.text };
  }
  const call = { name: move.tool.name, arguments: move.json };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: call }],
  };
}

function reason(move: ModelMove): string {
  return move.kind === 'call' ? 'tool_calls' : 'stop';
}
