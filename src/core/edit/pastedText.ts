/** A line's number as readers show it, and what parts it from the text. */
const prefix = /^ *(\d+)(?:\t|→)/;

/** Whether a line begins with a number as be-read shows it. */
function numberOf(line: string): number | undefined {
  const digits = prefix.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Whether the numbers that be-read shows were copied with the text: every line begins with one, they count up, and a
 * single one is that of the line it is meant for. `present` are the lines the text stands for; where those begin with
 * numbers too, the numbers belong to the file.
 */
export function hasLineNumbers(
  lines: readonly string[],
  present: readonly string[],
  first: number,
): boolean {
  const start = numberOf(lines[0] ?? '');
  return (
    start !== undefined &&
    (lines.length > 1 || start === first) &&
    lines.every((line, index) => numberOf(line) === start + index) &&
    !present.some((line) => numberOf(line) !== undefined)
  );
}

/** Lines without the numbers before them. */
export function withoutLineNumbers(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(prefix, ''));
}

const notices = [
  /… \[cut: \d+ more characters(?: of \d+)?[^\]]{0,80}\]$/,
  /^… \[\d+ more (?:diff lines|files)\]$/,
  /… \[\d+ more characters\]$/,
  /^\W*\[?showing lines \d+ ?[-–] ?\d+ of \d+\W*$/i,
  /^\W*(?:output|content|file) (?:was )?truncated\b.*$/i,
];

/** The first line with a notice of a reader in it, such as `… [cut: 20 more characters]`; none of those in `present`. */
export function noticeIn(
  lines: readonly string[],
  present: ReadonlySet<string>,
): string | undefined {
  return lines.find((line) => notices.some((notice) => notice.test(line)) && !present.has(line));
}

const comment = /^\s*(?:\/\/|\/\*|#|--|<!--|\{\/\*|%|;|\.\.\.(?= )|…|\[|\()\s*(.*)$/;

const placeholders = [
  /^[[(.…\s]*(?:the )?(?:rest|remaining|remainder|existing|previous|unchanged|same as|other)\b.*(?:\.\.\.|…|unchanged|as before|(?:stays?|remains?) (?:the same|as)|\bhere\b)/i,
  /^(?:\.\.\.|…)\s*\(?\s*(?:the )?(?:rest|remaining|existing|previous|unchanged|same|other|more) ?\w*/i,
  /^(?:\.\.\. ?|… ?)?(?:keep|leave)\b.{0,40}(?:unchanged|as (?:it )?(?:is|before)|existing|\brest\b)/i,
  /^(?:rest|remainder) (?:of (?:the )?(?:code|file|text|class|function|methods?)\b|unchanged)/i,
  /^(?:\.\.\.|…)?\s*(?:其余|剩余|原有|省略).{0,20}(?:不变|省略|保持|代码|内容)/,
];

/** The first line that stands for text left out, such as `// ... existing code ...`; none of those in `present`. */
export function placeholderIn(
  lines: readonly string[],
  present: ReadonlySet<string>,
): string | undefined {
  return lines.find((line) => {
    const said = line.length < 200 ? comment.exec(line) : null;
    const text = /^\s*(?:\.\.\.|…)/.test(line) ? line.trim() : said?.[1];
    return (
      said !== null &&
      text !== undefined &&
      placeholders.some((one) => one.test(text)) &&
      !present.has(line)
    );
  });
}

/** Whether a whole text is one fenced block, as models write it in an answer. */
export function isFenced(lines: readonly string[]): boolean {
  const body = lines.filter((line) => line.trim() !== '');
  return (
    body.length > 1 &&
    /^```[\w+-]*$/.test(body[0] ?? '') &&
    body.at(-1) === '```' &&
    !body.slice(1, -1).some((line) => line.startsWith('```'))
  );
}
