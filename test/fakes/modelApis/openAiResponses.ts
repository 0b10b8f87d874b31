import type { Fields, Violation } from './wire.ts';
import { callNamePattern, isJsonObject, objectsOf, onTheWire, textOf, Violations } from './wire.ts';

/**
 * What OpenAI's Responses API refuses of a request that keeps nothing there. As with chat completions, the assistant
 * may not have the last word.
 */
export function openAiResponsesViolations(request: unknown): Violation[] {
  const found = new Violations();
  const items = objectsOf(onTheWire(request).input);
  const calls = new Set<string>();
  const outputs = new Set<string>();
  found.expectWellFormed(request);
  found.expect(items.length > 0, 'no_input', 'input');
  items.forEach((item, index) => {
    const at = `input[${index}]`;
    found.expect(item.id === undefined, 'id_of_nothing_kept', at);
    if (item.type === 'message') {
      const isKnown = ['system', 'user', 'assistant'].includes(textOf(item.role));
      found.expect(isKnown, 'role_unknown', at);
      found.expect(typeof item.content === 'string', 'content_missing', at);
    } else if (item.type === 'reasoning') {
      reasoning(item, items[index + 1], at, found);
    } else if (item.type === 'function_call') {
      const id = textOf(item.call_id);
      found.expect(id !== '' && id.length <= 64, 'id_length', at);
      found.expect(!calls.has(id), 'id_twice', at);
      found.expect(callNamePattern.test(textOf(item.name)), 'name_form', at);
      found.expect(isJsonObject(item.arguments), 'arguments_form', at);
      calls.add(id);
    } else if (item.type === 'function_call_output') {
      const id = textOf(item.call_id);
      found.expect(calls.has(id), 'output_without_call', at);
      found.expect(!outputs.has(id), 'output_twice', at);
      found.expect(typeof item.output === 'string', 'content_missing', at);
      outputs.add(id);
    } else {
      found.expect(false, 'type_unknown', at);
    }
  });
  const last = items.at(-1);
  const endsWithAssistant = last?.type === 'message' && last.role === 'assistant';
  found.expect(!endsWithAssistant, 'assistant_last', 'input');
  found.expect(
    [...calls].every((id) => outputs.has(id)),
    'call_unanswered',
    'input',
  );
  return found.list;
}

function reasoning(item: Fields, next: Fields | undefined, at: string, found: Violations): void {
  found.expect(textOf(item.encrypted_content) !== '', 'reasoning_not_readable', at);
  found.expect(Array.isArray(item.summary), 'summary_missing', at);
  const belongs =
    next?.type === 'function_call' || (next?.type === 'message' && next.role === 'assistant');
  found.expect(belongs, 'reasoning_without_item', at);
}
