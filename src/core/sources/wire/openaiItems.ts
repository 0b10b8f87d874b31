import { listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';
import { contentItems, kindOfRole } from './anthropicItems.ts';
import { itemAt, objectOf, type BodyPlace, type WireItem } from './wireItem.ts';

function chatMessage(
  message: JsonObject,
  where: BodyPlace,
  path: readonly PathStep[],
  index: number,
): WireItem[] {
  const { role, content } = message;
  if (role === 'tool' || role === 'function') {
    const call = textAt(message, 'tool_call_id');
    const shape = { kind: 'tool_result', call, tool: textAt(message, 'name') } as const;
    return itemAt(shape, content, where, [...path, 'content'], index);
  }
  const thought = 'reasoning_content' in message ? 'reasoning_content' : 'reasoning';
  return [
    ...itemAt(
      { kind: 'reasoning_trace' },
      textAt(message, thought),
      where,
      [...path, thought],
      index,
    ),
    ...contentItems(content, where, [...path, 'content'], kindOfRole(role), index),
    ...listAt(message, 'tool_calls').flatMap((value, at) => {
      const tool = objectAt(objectOf(value), 'function');
      const shape = {
        kind: 'tool_call',
        call: textAt(objectOf(value), 'id'),
        tool: textAt(tool, 'name'),
      } as const;
      const inner = [...path, 'tool_calls', at, 'function', 'arguments'];
      return itemAt(shape, textAt(tool, 'arguments'), where, inner, index);
    }),
  ];
}

/** Items of a request to OpenAI's Chat Completions. */
export function chatRequest(body: JsonObject, where: BodyPlace): WireItem[] {
  return [
    ...itemAt({ kind: 'tool_schemas' }, body['tools'], where, ['tools']),
    ...listAt(body, 'messages').flatMap((value, index) =>
      chatMessage(objectOf(value), where, ['messages', index], index),
    ),
  ];
}

/** Items of an answer of Chat Completions: its first choice. */
export function chatAnswer(body: JsonObject, where: BodyPlace): WireItem[] {
  const message = objectAt(objectOf(listAt(body, 'choices')[0]), 'message');
  return chatMessage({ ...message, role: 'assistant' }, where, ['choices', 0, 'message'], 0);
}

function reasoningItem(
  item: JsonObject,
  where: BodyPlace,
  path: readonly PathStep[],
  index: number,
): WireItem[] {
  const readable = ['summary', 'content'].find((field) => listAt(item, field).length > 0);
  return readable === undefined
    ? itemAt(
        { kind: 'reasoning_trace', fidelity: 'sealed' },
        textAt(item, 'encrypted_content'),
        where,
        [...path, 'encrypted_content'],
        index,
      )
    : itemAt({ kind: 'reasoning_trace' }, item[readable], where, [...path, readable], index);
}

function responsesItem(
  value: unknown,
  where: BodyPlace,
  path: readonly PathStep[],
  index: number,
): WireItem[] {
  const item = objectOf(value);
  const type = textAt(item, 'type');
  if (type === 'message' || (type === '' && 'role' in item)) {
    const kind = kindOfRole(item['role']);
    // Parts are `input_text` and `output_text` here.
    const parts = listAt(item, 'content');
    return Array.isArray(item['content'])
      ? parts.flatMap((value_, at) => {
          const part = objectOf(value_);
          const text = textAt(part, 'text');
          const shape = { kind: text === '' ? 'other' : kind(text) } as const;
          return itemAt(shape, value_, where, [...path, 'content', at], index);
        })
      : contentItems(item['content'], where, [...path, 'content'], kind, index);
  }
  if (type === 'reasoning') {
    return reasoningItem(item, where, path, index);
  }
  const call = textAt(item, 'call_id');
  if (type.endsWith('_call_output')) {
    return itemAt({ kind: 'tool_result', call }, item['output'], where, [...path, 'output'], index);
  }
  if (type.endsWith('_call')) {
    const field = ['arguments', 'input', 'action'].find((name) => name in item);
    const shape = { kind: 'tool_call', call, tool: textAt(item, 'name') || type } as const;
    const inner = field === undefined ? path : [...path, field];
    return itemAt(shape, field === undefined ? item : item[field], where, inner, index);
  }
  return itemAt({ kind: 'other' }, value, where, path, index);
}

/** Items of a request to OpenAI's Responses; one that names a previous response has only what is new. */
export function responsesRequest(body: JsonObject, where: BodyPlace): WireItem[] {
  const input =
    typeof body['input'] === 'string'
      ? contentItems(body['input'], where, ['input'], kindOfRole('user'))
      : listAt(body, 'input').flatMap((item, at) =>
          responsesItem(item, where, ['input', at], at + 1),
        );
  return [
    ...itemAt({ kind: 'tool_schemas' }, body['tools'], where, ['tools']),
    ...itemAt({ kind: 'system_prompt' }, body['instructions'], where, ['instructions']),
    ...input,
  ];
}

/** Items of an answer of OpenAI's Responses. */
export function responsesAnswer(body: JsonObject, where: BodyPlace): WireItem[] {
  return listAt(body, 'output').flatMap((item, at) => {
    const value = objectOf(item);
    const message = value['type'] === 'message' ? { ...value, role: 'assistant' } : item;
    return responsesItem(message, where, ['output', at], 0);
  });
}
