import type { Fields, Violation } from './wire.ts';
import { fieldsOf, isObject, objectsOf, onTheWire, textOf, Violations } from './wire.ts';

/**
 * What Gemini's generateContent refuses. With `signatures: 'required'`, as from Gemini 3 on, the first call of each of
 * the model's contents since the user last spoke must have one.
 */
export function geminiViolations(
  request: unknown,
  options: { readonly signatures: 'required' | 'optional' },
): Violation[] {
  const found = new Violations();
  const { systemInstruction, contents: list } = onTheWire(request);
  const contents = objectsOf(list);
  found.expectWellFormed(request);
  found.expect(contents.length > 0, 'no_contents', 'contents');
  found.expect(contents.length === 0 || contents[0]?.role === 'user', 'first_not_user', 'contents');
  found.expect(contents.at(-1)?.role !== 'model', 'model_last', 'contents');
  if (systemInstruction !== undefined) {
    parts(fieldsOf(systemInstruction), 'systemInstruction', found);
  }
  contents.forEach((content, index) => {
    const at = `contents[${index}]`;
    found.expect(['user', 'model'].includes(textOf(content.role)), 'role_unknown', at);
    parts(content, at, found);
    order(contents[index - 1], content, at, found);
  });
  found.expect(names(contents.at(-1), 'functionCall').length === 0, 'call_unanswered', 'contents');
  if (options.signatures === 'required') {
    signatures(contents, found);
  }
  return found.list;
}

function parts(content: Fields, at: string, found: Violations): void {
  const all = objectsOf(content.parts);
  found.expect(all.length > 0, 'parts_empty', at);
  for (const part of all) {
    const data = ['text', 'functionCall', 'functionResponse'].filter((name) => name in part);
    found.expect(data.length === 1, 'part_without_data', at);
    found.expect(part.text === undefined || textOf(part.text).trim() !== '', 'text_empty', at);
    if (part.functionCall !== undefined) {
      found.expect(isObject(fieldsOf(part.functionCall).args), 'args_form', at);
      found.expect(content.role === 'model', 'call_of_user', at);
    }
    if (part.functionResponse !== undefined) {
      found.expect(isObject(fieldsOf(part.functionResponse).response), 'response_form', at);
      found.expect(content.role === 'user', 'response_of_model', at);
    }
  }
}

function names(content: Fields | undefined, kind: 'functionCall' | 'functionResponse'): string[] {
  return objectsOf(content?.parts)
    .filter((part) => part[kind] !== undefined)
    .map((part) => textOf(fieldsOf(part[kind]).name));
}

function order(previous: Fields | undefined, content: Fields, at: string, found: Violations): void {
  const asked = names(previous, 'functionCall');
  const answered = names(content, 'functionResponse');
  const isCall = names(content, 'functionCall').length > 0;
  found.expect(!isCall || previous?.role === 'user', 'call_not_after_user', at);
  found.expect(asked.length > 0 || answered.length === 0, 'response_without_call', at);
  found.expect(asked.length === 0 || answered.length === asked.length, 'response_count', at);
  if (asked.length > 0) {
    const isPure = objectsOf(content.parts).length === answered.length;
    found.expect(isPure, 'response_with_text', at);
    const isSame = asked.every((name, index) => name === (answered[index] ?? name));
    found.expect(isSame, 'response_name', at);
  }
}

function signatures(contents: readonly Fields[], found: Violations): void {
  const start = contents.findLastIndex(
    (content) => content.role === 'user' && names(content, 'functionResponse').length === 0,
  );
  contents.slice(start + 1).forEach((content, index) => {
    const first = objectsOf(content.parts).find((part) => part.functionCall !== undefined);
    const isSealed = first === undefined || textOf(first.thoughtSignature) !== '';
    found.expect(isSealed, 'signature_missing', `contents[${start + 1 + index}]`);
  });
}
