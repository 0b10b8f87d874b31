import type { Failure } from '../ports/result.ts';
import { failure } from '../core/failures.ts';

/** The failure for text that no file can hold, or undefined. */
export function textProblem(text: string): Failure | undefined {
  if (text.isWellFormed()) {
    return undefined;
  }
  const match = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(text);
  const line = text.slice(0, match?.index ?? 0).split('\n').length;
  return failure(
    'bad-text',
    `Line ${line} of the text has half a surrogate pair, which is no character.`,
    'Send the whole character, e.g. "\\ud83d\\ude00".',
  );
}
