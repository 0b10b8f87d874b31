import { z } from 'zod';
import {
  usageOf,
  type ModelMove,
  type OfferedTool,
  type SentEvent,
  type Turn,
  type Wire,
} from './conversation.ts';
import { content, textOf } from './textOf.ts';

const named = z.looseObject({ type: z.string(), name: z.string().optional() });

const request = z.looseObject({
  input: z.union([
    z.string(),
    z.array(
      z.looseObject({
        type: z.string().optional(),
        role: z.string().optional(),
        content,
        output: content,
      }),
    ),
  ]),
  tools: z.array(named.extend({ tools: z.array(named).optional() })).nullish(),
  stream: z.boolean().nullish(),
});

type Tool = NonNullable<z.infer<typeof request>['tools']>[number];

/** OpenAI Responses. */
export const responses: Wire = {
  name: 'responses',

  fits: (path) => path.endsWith('/responses'),

  read(body) {
    const { input, tools, stream } = request.parse(body);
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    return {
      tools: (tools ?? []).flatMap(offered),
      turns: items.flatMap((item): Turn[] => {
        if ('type' in item && item.type?.endsWith('_output') === true) {
          return [{ result: textOf(item.output) }];
        }
        return item.role === 'user' ? [{ user: textOf(item.content) }] : [];
      }),
      stream: stream === true,
    };
  },

  whole: (move, id) => response(id, 'completed', [item(move, id)]),

  pieces(move, id) {
    const done = item(move, id);
    const place = { item_id: `item_${id}`, output_index: 0 };
    const events: (readonly [string, object])[] = [
      ['response.created', { response: response(id, 'in_progress', []) }],
      [
        'response.output_item.added',
        { output_index: 0, item: { ...done, status: 'in_progress', ...emptied(move) } },
      ],
      ...growth(move, place),
      ['response.output_item.done', { output_index: 0, item: done }],
      ['response.completed', { response: response(id, 'completed', [done]) }],
    ];
    return events.map(([type, fields], at): SentEvent => ({
      event: type,
      data: { type, sequence_number: at, ...fields },
    }));
  },
};

/** Tools of one server may come as a group. */
function offered(tool: Tool): OfferedTool[] {
  if (tool.type === 'namespace') {
    return (tool.tools ?? []).flatMap(({ name }) =>
      name === undefined ? [] : [{ name, ...(tool.name ? { namespace: tool.name } : {}) }],
    );
  }
  return tool.name === undefined ? [] : [{ name: tool.name }];
}

function response(id: string, status: string, output: unknown[]): object {
  const said = usageOf(id);
  const total_tokens = said.input + said.output;
  const details = {
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 1,
    status,
    model: 'scripted',
    output,
    usage: { input_tokens: said.input, output_tokens: said.output, total_tokens, ...details },
  };
}

function item(move: ModelMove, id: string): object {
  const shared = { id: `item_${id}`, status: 'completed' };
  if (move.kind === 'say') {
    return { ...shared, type: 'message', role: 'assistant', content: [part(move.text)] };
  }
  return {
    ...shared,
    type: 'function_call',
    call_id: `call_${id}`,
    arguments: move.json,
    ...move.tool,
  };
}

function emptied(move: ModelMove): object {
  return move.kind === 'say' ? { content: [] } : { arguments: '' };
}

function growth(move: ModelMove, place: object): (readonly [string, object])[] {
  if (move.kind === 'call') {
    return [
      ['response.function_call_arguments.delta', { ...place, delta: move.json }],
      ['response.function_call_arguments.done', { ...place, arguments: move.json }],
    ];
  }
  const inItem = { ...place, content_index: 0 };
  return [
    ['response.content_part.added', { ...inItem, part: part('') }],
    ['response.output_text.delta', { ...inItem, delta: move.text }],
    ['response.output_text.done', { ...inItem, text: move.text }],
    ['response.content_part.done', { ...inItem, part: part(move.text) }],
  ];
}

function part(text: string): object {
  return { type: 'output_text', text, annotations: [] };
}
