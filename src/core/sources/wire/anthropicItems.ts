import { contentBlocks } from '../anthropicContent.ts';
import { listAt, type JsonObject } from '../json.ts';
import type { RecordedKind } from '../recordedBlock.ts';
import type { PathStep } from '../recordedBlock.ts';
import { itemAt, kindOfUserText, objectOf, type BodyPlace, type WireItem } from './wireItem.ts';

/** The blocks of a content, as items. */
export function contentItems(
  content: unknown,
  { place, path }: BodyPlace,
  rest: readonly PathStep[],
  kindOfText: (text: string) => RecordedKind,
  message = 0,
): WireItem[] {
  const where = { place, path: [...path, ...rest], kindOfText };
  return contentBlocks(content, where).map(({ block, content: own }) => ({
    block,
    content: own,
    head: block.kind === 'system_prompt' && message === 0,
    message,
  }));
}

/** What a text of a role is. */
export function kindOfRole(role: unknown): (text: string) => RecordedKind {
  switch (role) {
    case 'assistant':
      return () => 'assistant_message';
    case 'system':
    case 'developer':
      return () => 'system_prompt';
    default:
      return kindOfUserText;
  }
}

/** Items of a request to Anthropic's Messages, in the order in which it is rendered: tools, system, messages. */
export function messagesRequest(body: JsonObject, where: BodyPlace): WireItem[] {
  return [
    ...itemAt({ kind: 'tool_schemas' }, body['tools'], where, ['tools']),
    ...contentItems(body['system'], where, ['system'], () => 'system_prompt'),
    ...listAt(body, 'messages').flatMap((value, index) => {
      const message = objectOf(value);
      const path = ['messages', index, 'content'];
      return contentItems(message['content'], where, path, kindOfRole(message['role']), index);
    }),
  ];
}

/** Items of an answer of Anthropic's Messages. */
export function messagesAnswer(body: JsonObject, where: BodyPlace): WireItem[] {
  return contentItems(body['content'], where, ['content'], () => 'assistant_message');
}
