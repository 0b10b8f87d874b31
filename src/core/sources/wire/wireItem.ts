import { lineHash } from '../../edit/lineHash.ts';
import type { FoundBlock } from '../anthropicContent.ts';
import { contentText } from '../contentText.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { PathStep, RecordedKind } from '../recordedBlock.ts';
import { originOf, type NewBlock } from '../sessionDraft.ts';
import type { Place } from '../transcriptFormat.ts';

/** One piece of a request or an answer, in the order sent. */
export interface WireItem extends FoundBlock {
  /** Tools or a system prompt, which stand before the conversation. */
  readonly head: boolean;
  /** Index of its message in the request; 0 for answers and heads. */
  readonly message: number;
}

/** Where a body stands. */
export interface BodyPlace {
  readonly place: Place;
  readonly path: readonly PathStep[];
}

/** What items have in common. */
export type ItemShape = Omit<NewBlock, 'origin'>;

/** An item for the value at a path within a body; none for an absent or an empty value. */
export function itemAt(
  shape: ItemShape,
  content: unknown,
  { place, path }: BodyPlace,
  rest: readonly PathStep[],
  message = 0,
): WireItem[] {
  if (content === undefined || content === null || content === '') {
    return [];
  }
  const head = shape.kind === 'tool_schemas' || shape.kind === 'system_prompt';
  const block = { ...shape, origin: originOf(place, [...path, ...rest]) };
  return [{ block, content, head: head && message === 0, message }];
}

/**
 * What tells an item from others of a conversation: equal for what is sent again. Blanks at the ends do not count, since
 * programs cut them off answers before they send them again.
 */
export function keyOf({ block, content }: FoundBlock): string {
  const text = contentText(content).trim();
  return `${block.kind}:${block.call ?? ''}:${text.length}:${lineHash(text).toString(36)}`;
}

/** How texts begin that a program puts in beside what the user said. */
const injected =
  /^\s*<(?:system-reminder|environment_context|environment_details|user_instructions|permissions|collaboration_mode)\b/;

/** How texts begin that hand a conversation on. */
const handedOn =
  /continued from a previous conversation|conversation (?:so far )?(?:has been|was|is) (?:compacted|summari[sz]ed)|<(?:conversation[_-])?summary>|^what did we do so far|summary of (?:the|our|this|what)|<(?:context|state)_(?:summary|snapshot)>|started to solve this problem and produced a summary/i;

/** How a text begins that asks for a summary: it is none. */
const asks =
  /^\s*(?:your task|please|create|write|produce|provide|generate|summari[sz]e|can you|you are)\b/i;

/** Most characters in which those marks are looked for. */
const looked = 1000;

/** What a text of the user's role is. */
export function kindOfUserText(text: string): RecordedKind {
  const start = text.slice(0, looked);
  if (injected.test(start)) {
    return 'injected';
  }
  return handedOn.test(start) && !asks.test(start) ? 'summary' : 'user_message';
}

/** The object in a list at an index; an empty one if there is none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
