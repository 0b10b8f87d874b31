import { isObject, listAt, objectAt, textAt, type JsonObject } from '../json.ts';
import type { PathStep, RecordedKind } from '../recordedBlock.ts';
import { itemAt, kindOfUserText, objectOf, type BodyPlace, type WireItem } from './wireItem.ts';

function partItem(
  value: unknown,
  where: BodyPlace,
  path: readonly PathStep[],
  kindOfText: (text: string) => RecordedKind,
  index: number,
): WireItem[] {
  const part = objectOf(value);
  if (typeof part['text'] === 'string') {
    const kind = part['thought'] === true ? 'reasoning_trace' : kindOfText(part['text']);
    return itemAt({ kind }, part['text'], where, [...path, 'text'], index);
  }
  for (const [field, inner, kind] of [
    ['functionCall', 'args', 'tool_call'],
    ['functionResponse', 'response', 'tool_result'],
  ] as const) {
    const own = objectAt(part, field);
    if (isObject(part[field])) {
      const shape = { kind, call: textAt(own, 'id'), tool: textAt(own, 'name') };
      return itemAt(shape, own[inner], where, [...path, field, inner], index);
    }
  }
  const type = textAt(objectAt(part, 'inlineData'), 'mimeType');
  return type === ''
    ? itemAt({ kind: 'other' }, value, where, path, index)
    : itemAt({ kind: 'user_message' }, type, where, [...path, 'inlineData', 'mimeType'], index);
}

function contentParts(
  content: unknown,
  where: BodyPlace,
  path: readonly PathStep[],
  kindOfText: (text: string) => RecordedKind,
  index = 0,
): WireItem[] {
  if (typeof content === 'string') {
    return itemAt({ kind: kindOfText(content) }, content, where, path, index);
  }
  return listAt(objectOf(content), 'parts').flatMap((part, at) =>
    partItem(part, where, [...path, 'parts', at], kindOfText, index),
  );
}

/** Items of a request to Gemini's generateContent. */
export function geminiRequest(body: JsonObject, where: BodyPlace): WireItem[] {
  const system = 'system_instruction' in body ? 'system_instruction' : 'systemInstruction';
  return [
    ...itemAt({ kind: 'tool_schemas' }, body['tools'], where, ['tools']),
    ...contentParts(body[system], where, [system], () => 'system_prompt'),
    ...listAt(body, 'contents').flatMap((value, index) => {
      const kind: (text: string) => RecordedKind =
        objectOf(value)['role'] === 'model' ? () => 'assistant_message' : kindOfUserText;
      return contentParts(value, where, ['contents', index], kind, index);
    }),
  ];
}

/** Items of an answer of Gemini: its first candidate. */
export function geminiAnswer(body: JsonObject, where: BodyPlace): WireItem[] {
  const content = objectAt(objectOf(listAt(body, 'candidates')[0]), 'content');
  return contentParts(content, where, ['candidates', 0, 'content'], () => 'assistant_message');
}
