import type { Fields, Violation } from './wire.ts';
import {
  callNamePattern,
  fieldsOf,
  isJsonObject,
  objectsOf,
  onTheWire,
  textOf,
  Violations,
} from './wire.ts';

/**
 * What OpenAI's chat completions refuse. Stricter than OpenAI itself in two points in which others that offer the same
 * API are: arguments must be JSON objects, and the assistant may not have the last word.
 */
export function openAiChatViolations(request: unknown): Violation[] {
  const found = new Violations();
  const messages = objectsOf(onTheWire(request).messages);
  found.expectWellFormed(request);
  found.expect(messages.length > 0, 'no_messages', 'messages');
  found.expect(messages.at(-1)?.role !== 'assistant', 'assistant_last', 'messages');
  const seen = new Set<string>();
  let open = new Set<string>();
  messages.forEach((message, index) => {
    const at = `messages[${index}]`;
    if (message.role === 'tool') {
      const id = textOf(message.tool_call_id);
      found.expect(open.delete(id), seen.has(id) ? 'result_not_open' : 'result_without_call', at);
      found.expect(typeof message.content === 'string', 'content_missing', at);
      return;
    }
    found.expect(open.size === 0, 'call_unanswered', at);
    open = message.role === 'assistant' ? answer(message, at, seen, found) : new Set();
    if (message.role !== 'assistant') {
      found.expect(['system', 'user'].includes(textOf(message.role)), 'role_unknown', at);
      found.expect(typeof message.content === 'string', 'content_missing', at);
    }
  });
  found.expect(open.size === 0, 'call_unanswered', 'messages');
  return found.list;
}

/** Ids that the message opens. */
function answer(message: Fields, at: string, seen: Set<string>, found: Violations): Set<string> {
  const calls = objectsOf(message.tool_calls);
  found.expect(message.tool_calls === undefined || calls.length > 0, 'calls_empty', at);
  found.expect(
    typeof message.content === 'string' || (message.content === null && calls.length > 0),
    'content_missing',
    at,
  );
  for (const call of calls) {
    const { name, arguments: text } = fieldsOf(call.function);
    const id = textOf(call.id);
    found.expect(id !== '' && id.length <= 40, 'id_length', at);
    found.expect(!seen.has(id), 'id_twice', at);
    found.expect(call.type === 'function', 'call_type', at);
    found.expect(callNamePattern.test(textOf(name)), 'name_form', at);
    found.expect(isJsonObject(text), 'arguments_form', at);
    seen.add(id);
  }
  return new Set(calls.map((call) => textOf(call.id)));
}
