import type { Fields, Violation } from './wire.ts';
import { isObject, objectsOf, onTheWire, textOf, Violations } from './wire.ts';

/** How a request is meant, and what the model had said before. */
export interface AnthropicOptions {
  /** `enabled` is thinking with a budget; with `adaptive` the model need not have thought. */
  readonly thinking: 'off' | 'enabled' | 'adaptive';
  /** Signatures that the model gave, by the id of the first call beside them. */
  readonly given?: ReadonlyMap<string, string>;
}

const idPattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** What Anthropic's Messages API refuses. */
export function anthropicViolations(request: unknown, options: AnthropicOptions): Violation[] {
  const found = new Violations();
  const { system, messages: list } = onTheWire(request);
  const messages = objectsOf(list);
  found.expectWellFormed(request);
  found.expect(messages.length > 0, 'no_messages', 'messages');
  found.expect(messages.length === 0 || messages[0]?.role === 'user', 'first_not_user', 'messages');
  found.expect(messages.at(-1)?.role !== 'assistant', 'assistant_last', 'messages');
  objectsOf(system).forEach((block, index) => text(block, `system[${index}]`, found));
  const ids = new Set<string>();
  messages.forEach((message, index) => {
    const at = `messages[${index}]`;
    const previous = messages[index - 1];
    found.expect(message.role !== previous?.role, 'role_twice', at);
    found.expect(objectsOf(message.content).length > 0, 'content_empty', at);
    if (message.role === 'assistant') {
      answer(message, at, ids, found);
    } else {
      found.expect(message.role === 'user', 'role_unknown', at);
      user(message, at, found);
    }
    pairing(previous, message, at, found);
  });
  thinking(messages, options, found);
  return found.list;
}

function text(block: Fields, at: string, found: Violations): void {
  found.expect(textOf(block.text).trim() !== '', 'text_empty', at);
}

function answer(message: Fields, at: string, ids: Set<string>, found: Violations): void {
  const blocks = objectsOf(message.content);
  for (const block of blocks) {
    if (block.type === 'text') {
      text(block, at, found);
    } else if (block.type === 'tool_use') {
      const id = textOf(block.id);
      found.expect(idPattern.test(id), 'id_form', at);
      found.expect(!ids.has(id), 'id_twice', at);
      found.expect(/^[a-zA-Z0-9_-]{1,128}$/.test(textOf(block.name)), 'name_form', at);
      found.expect(isObject(block.input), 'input_form', at);
      ids.add(id);
    } else if (block.type === 'thinking') {
      found.expect(textOf(block.signature) !== '', 'signature_missing', at);
      found.expect(typeof block.thinking === 'string', 'thinking_missing', at);
    } else {
      found.expect(false, 'type_unknown', at);
    }
  }
  found.expect(blocks.at(-1)?.type !== 'thinking', 'thinking_last', at);
}

function user(message: Fields, at: string, found: Violations): void {
  let textBefore = false;
  for (const block of objectsOf(message.content)) {
    if (block.type === 'text') {
      text(block, at, found);
      textBefore = true;
    } else if (block.type === 'tool_result') {
      found.expect(!textBefore, 'result_after_text', at);
      const failedSilently = block.is_error === true && textOf(block.content) === '';
      found.expect(!failedSilently, 'error_empty', at);
    } else {
      found.expect(false, 'type_unknown', at);
    }
  }
}

/** Every call of a message is answered once in the next, and nothing else is. */
function pairing(
  previous: Fields | undefined,
  message: Fields,
  at: string,
  found: Violations,
): void {
  const open = new Set(uses(previous));
  for (const block of objectsOf(message.content)) {
    if (block.type === 'tool_result') {
      const isOpen = open.delete(textOf(block.tool_use_id));
      found.expect(isOpen, 'result_without_call', at);
    }
  }
  found.expect(open.size === 0, 'call_unanswered', at);
}

function uses(message: Fields | undefined): string[] {
  return objectsOf(message?.content)
    .filter((block) => block.type === 'tool_use')
    .map((block) => textOf(block.id));
}

/**
 * A tool loop begins behind the last message of the user that is more than results: within it thinking must be there
 * as it was given. Where results are what the model goes on from, the message before them counts by itself.
 */
function thinking(messages: readonly Fields[], options: AnthropicOptions, found: Violations): void {
  const isMore = (block: Fields): boolean => block.type !== 'tool_result';
  const start = messages.findLastIndex(
    ({ role, content }) => role === 'user' && objectsOf(content).some(isMore),
  );
  for (const message of messages.slice(start + 1)) {
    const signature = options.given?.get(uses(message)[0] ?? '');
    const sent = objectsOf(message.content).find((block) => block.type === 'thinking');
    const isWhole =
      options.thinking === 'off' || signature === undefined || sent?.signature === signature;
    found.expect(isWhole, 'thinking_not_kept', 'messages');
  }
  const goesOn = objectsOf(messages.at(-1)?.content).some((block) => !isMore(block));
  if (goesOn) {
    const first = objectsOf(messages.at(-2)?.content)[0]?.type;
    const isWrong = options.thinking === 'off' ? 'thinking_while_off' : 'loop_without_thinking';
    const fits =
      options.thinking === 'adaptive' ||
      (first === 'thinking') === (options.thinking === 'enabled');
    found.expect(fits, isWrong, 'messages');
  }
}
