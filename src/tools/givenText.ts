import type { FileView } from '../ports/editHost.ts';
import type { Failure, Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { escapesOf } from '../core/edit/escapedText.ts';
import { contentLines } from '../core/edit/lines.ts';
import { indentStyle } from '../core/edit/numberedLines.ts';
import { hasLineNumbers, noticeIn, placeholderIn } from '../core/edit/pastedText.ts';
import { textProblem } from './textProblem.ts';

/** What a text is to be written over, or beside. */
export interface TextPlace {
  /** Lines that hold what may look like a mistake and is none: those replaced, or those beside. */
  readonly present: readonly string[];
  /** Number of the first line that the text becomes. */
  readonly first: number;
  /** The caller has said that the text is meant as it is. */
  readonly force: boolean;
  /** A number and a tab before every line are nothing strange in such a file. */
  readonly isTable?: boolean;
}

/** A text that may be written. */
export interface GivenText {
  readonly text: string;
  /** Its lines, without line ends. */
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
  /** The text is not what was sent, so the arguments are to be kept. */
  readonly converted: boolean;
}

/** What to say besides to pass a check. */
export const forceAdvice = 'If it is meant exactly like this, call again with "force": true.';

/**
 * Judges a text before it is written: what was copied from a reader's answer is refused, what was escaped twice beyond
 * doubt is put right, and what is only strange is told of. Fails with `bad-text`.
 */
export function givenText(content: string, place: TextPlace): Result<GivenText> {
  const problem = textProblem(content);
  if (problem !== undefined) {
    return fail(problem);
  }
  const sent = withoutMark(content, place.first);
  const escapes = place.force ? ({ kind: 'none' } as const) : escapesOf(sent);
  const text = escapes.kind === 'twice' ? escapes.text : sent;
  const lines = contentLines(text);
  const pasted = place.force ? undefined : pastedProblem(lines, place);
  if (pasted !== undefined) {
    return fail(pasted);
  }
  const damaged = textProblem(text);
  if (damaged !== undefined) {
    return fail(damaged);
  }
  const warnings: string[] = [];
  if (escapes.kind === 'twice') {
    warnings.push(
      'The text was escaped twice (every line break came as the two characters \\n); it was written with real line breaks. What was sent is kept as the chip; "force": true writes it as it is.',
    );
  } else if (escapes.kind === 'perhaps') {
    warnings.push(
      'The text has \\n as two characters and no line break; it was written as it is. Send real line breaks if those were meant.',
    );
  }
  return ok({
    text,
    lines,
    warnings: [...warnings, ...lostCharacters(lines, place.present)],
    converted: escapes.kind === 'twice',
  });
}

/**
 * The text without a byte order mark, where it is for the beginning of a file. The mark is part of the encoding and not
 * of the text: sent along, it would become a second one.
 */
export function withoutMark(text: string, first: number): string {
  return first === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** The warning for a text that says of lines that they are left out. */
export function placeholderWarning(
  lines: readonly string[],
  present: readonly string[],
): readonly string[] {
  const found = placeholderIn(lines, new Set(present));
  return found === undefined
    ? []
    : [`"${found.trim()}" was written as it is; the lines it may stand for are not filled in.`];
}

/** The warning for new lines that are indented in another way than the file. */
export function indentWarning(lines: readonly string[], view: FileView): readonly string[] {
  const sent = indentStyle(lines.map((text) => ({ text, eol: '\n' })));
  const file = indentStyle(view.lines(1, 500));
  const differs = (sent === 'spaces' && file === 'tabs') || (sent === 'tabs' && file === 'spaces');
  return differs
    ? [
        `The new lines are indented with ${sent}, the file with ${file}; they were written as they are.`,
      ]
    : [];
}

function pastedProblem(lines: readonly string[], place: TextPlace): Failure | undefined {
  if (place.isTable !== true && hasLineNumbers(lines, place.present, place.first)) {
    return failure(
      'bad-text',
      'Every line of the text begins with a line number and a tab, as be-read shows them; they are not part of the file.',
      `Nothing was changed. Send the lines without the numbers. ${forceAdvice}`,
    );
  }
  const notice = noticeIn(lines, new Set(place.present));
  return notice === undefined
    ? undefined
    : failure(
        'bad-text',
        `The text has a reader's notice in it, which stands for text that is missing: ${end(notice)}`,
        `Nothing was changed. Read the lines that are missing and send them whole, or replace a smaller range. ${forceAdvice}`,
      );
}

function end(notice: string): string {
  const line = notice.trim();
  return line.length > 80 ? `…${line.slice(-80)}`.toWellFormed() : line;
}

function lostCharacters(lines: readonly string[], present: readonly string[]): readonly string[] {
  const index = lines.findIndex((line) => line.includes('\uFFFD'));
  return index === -1 || present.some((line) => line.includes('\uFFFD'))
    ? []
    : [
        `Line ${index + 1} of the text has U+FFFD in it, which stands for a character that was lost; it was written as it is.`,
      ];
}
