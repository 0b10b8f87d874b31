import { diffArrays } from 'diff';
import type { DiffPart } from '../protocol/diff.ts';

/** Longer lines are not compared word by word. */
const longestLine = 2000;

/** Most differing words that are looked for; lines that differ in more are shown as different in all. */
const mostDifferences = 200;

/** Lines of which less than this part is common are shown as different in all. */
const leastCommon = 0.25;

/** Words; scripts without spaces have a word for each character. */
const words =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}_])+|\s+|[^]/gu;

/** The parts of a line before and after a change. */
export interface LineParts {
  readonly before: readonly DiffPart[];
  readonly after: readonly DiffPart[];
}

/** A line as one part that the other side does not have. */
export function wholePart(text: string): readonly DiffPart[] {
  return text === '' ? [] : [{ text, changed: true }];
}

/** Which words of two lines differ. */
export function changedParts(before: string, after: string): LineParts {
  const whole = { before: wholePart(before), after: wholePart(after) };
  if (before.length > longestLine || after.length > longestLine) {
    return whole;
  }
  const changes = diffArrays(before.match(words) ?? [], after.match(words) ?? [], {
    maxEditLength: mostDifferences,
  });
  let common = 0;
  const parts: { before: DiffPart[]; after: DiffPart[] } = { before: [], after: [] };
  for (const { value, added, removed } of changes ?? []) {
    const part = { text: value.join(''), changed: added || removed };
    if (!added) {
      parts.before.push(part);
    }
    if (!removed) {
      parts.after.push(part);
    }
    common += part.changed ? 0 : part.text.trim().length;
  }
  const longest = Math.max(before.trim().length, after.trim().length);
  return changes === undefined || common < leastCommon * longest ? whole : parts;
}
