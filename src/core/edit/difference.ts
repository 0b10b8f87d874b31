/**
 * Says where two runs of lines first differ, in words that a reader of plain text can act on: invisible characters
 * are named. Undefined if they are equal. `firstLine` is the number of the first present line.
 */
export function firstDifference(
  expected: readonly string[],
  present: readonly string[],
  firstLine: number,
): string | undefined {
  const count = Math.max(expected.length, present.length);
  for (let index = 0; index < count; index++) {
    const [want, have] = [expected[index], present[index]];
    if (want === have) {
      continue;
    }
    const line = firstLine + index;
    if (want === undefined || have === undefined) {
      return `it has ${expected.length} lines, the range has ${present.length}.`;
    }
    return describe(want, have, line);
  }
  return undefined;
}

function describe(want: string, have: string, line: number): string {
  const [wanted, there] = [[...want], [...have]];
  let column = 0;
  while (wanted[column] === there[column]) {
    column++;
  }
  const place = `line ${line}, column ${column + 1}`;
  const hint = want.trim() === have.trim() ? ' Only blanks at the ends of the line differ.' : '';
  return `at ${place} it has ${named(wanted[column])}, the file has ${named(there[column])}.${hint}`;
}

function named(char: string | undefined): string {
  if (char === undefined) {
    return 'the end of the line';
  }
  if (char === '\t') {
    return 'a tab';
  }
  if (char === ' ') {
    return 'a space';
  }
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[\x21-\x7e]$/.test(char) ? `"${char}"` : `"${char}" (U+${code})`;
}
