import { describe } from './block.ts';
import type { BlockKind } from './block.ts';

/** Longer JSON is not read for its field names, in characters. */
const longestRead = 64 * 1024;

/** Names of at most so many fields stand in a description. */
const mostFields = 12;

/** Text that may be a JSON object, in words that show none of its values: those may be redacted later. */
function describeObject(text: string): string {
  if (text.length <= longestRead) {
    try {
      const fields = Object.keys(JSON.parse(text) as object);
      const more = fields.length > mostFields ? ', …' : '';
      return `JSON object with ${fields.slice(0, mostFields).join(', ') || 'no fields'}${more}`;
    } catch {
      // Then it is no JSON, and nothing of it can be redacted by field either.
    }
  }
  return `${text.length} characters that begin with {`;
}

/** One line about a block's text. `prefix` says what kind of text it is, such as a tool's name. */
export function describeText(kind: BlockKind, text: string, prefix = ''): string {
  const before = prefix === '' ? '' : `${prefix}: `;
  return kind === 'tool_result' && /^\s*\{/.test(text)
    ? describe(before, describeObject(text))
    : describe(before, text);
}
