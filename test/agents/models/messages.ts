import { z } from 'zod';
import { usageOf, type ModelMove, type SentEvent, type Turn, type Wire } from './conversation.ts';
import { content, textOf } from './textOf.ts';

const block = z.looseObject({ type: z.string(), text: z.string().optional(), content });

const request = z.looseObject({
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(block)]) }),
  ),
  tools: z.array(z.looseObject({ name: z.string() })).nullish(),
  stream: z.boolean().nullish(),
});

/** Anthropic Messages. */
export const messages: Wire = {
  name: 'messages',

  fits: (path) => path.endsWith('/messages'),

  read(body) {
    const parsed = request.parse(body);
    return {
      tools: (parsed.tools ?? []).map(({ name }) => ({ name })),
      turns: parsed.messages
        .filter(({ role }) => role === 'user')
        .flatMap(({ content: said }) =>
          typeof said === 'string' ? [{ user: said }] : turns(said),
        ),
      stream: parsed.stream === true,
    };
  },

  whole: (move, id) => ({ ...message(move, id), content: [filled(move, id)] }),

  pieces(move, id) {
    const whole = message(move, id);
    const delta =
      move.kind === 'say'
        ? { type: 'text_delta', text: move.text }
        : { type: 'input_json_delta', partial_json: move.json };
    const events: (readonly [string, object])[] = [
      ['message_start', { message: { ...whole, content: [], stop_reason: null } }],
      ['content_block_start', { index: 0, content_block: empty(move, id) }],
      ['content_block_delta', { index: 0, delta }],
      ['content_block_stop', { index: 0 }],
      [
        'message_delta',
        {
          delta: { stop_reason: reason(move), stop_sequence: null },
          usage: { output_tokens: usageOf(id).output },
        },
      ],
      ['message_stop', {}],
    ];
    return events.map(([type, fields]): SentEvent => ({ event: type, data: { type, ...fields } }));
  },
};

function turns(blocks: readonly z.infer<typeof block>[]): Turn[] {
  return blocks.flatMap((one): Turn[] => {
    if (one.type === 'tool_result') {
      return [{ result: textOf(one.content) }];
    }
    return one.text === undefined ? [] : [{ user: one.text }];
  });
}

function message(move: ModelMove, id: string): object {
  const { input, output } = usageOf(id);
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    stop_reason: reason(move),
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}

function empty(move: ModelMove, id: string): object {
  return move.kind === 'say'
    ? { type: 'text', text: '' }
    : { type: 'tool_use', id: `toolu_${id}`, name: move.tool.name, input: {} };
}

function filled(move: ModelMove, id: string): object {
  return move.kind === 'say'
    ? { type: 'text', text: move.text }
    : { ...empty(move, id), input: JSON.parse(move.json) as unknown };
}

function reason(move: ModelMove): string {
  return move.kind === 'call' ? 'tool_use' : 'end_turn';
}
