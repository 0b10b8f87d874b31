/** Where two runs of lines first differ. */
export interface Difference {
  /** The place and the characters there, in words that a reader of plain text can act on. */
  readonly text: string;
  /** The two lines with what cannot be seen made visible; absent where the runs differ in length only. */
  readonly lines?: { readonly expected: string; readonly present: string };
}

/**
 * Says where two runs of lines first differ; invisible characters are named. Columns count characters, from 1.
 * Undefined if they are equal. `firstLine` is the number of the first present line.
 */
export function findDifference(
  expected: readonly string[],
  present: readonly string[],
  firstLine: number,
): Difference | undefined {
  const count = Math.max(expected.length, present.length);
  for (let index = 0; index < count; index++) {
    const [want, have] = [expected[index], present[index]];
    if (want === have) {
      continue;
    }
    if (want === undefined || have === undefined) {
      return { text: `it has ${expected.length} lines, the range has ${present.length}.` };
    }
    return {
      text: describe(want, have, firstLine + index),
      lines: around(want, have),
    };
  }
  return undefined;
}

/** Characters of a line that are shown with what cannot be seen. */
const shownWidth = 120;

/** Characters that look like nothing, or like another one, by their code points. */
const names: Readonly<Record<number, string>> = {
  0x09: 'a tab',
  0x20: 'a space',
  0xa0: 'a no-break space',
  0xad: 'a soft hyphen',
  0x200b: 'a zero width space',
  0x200c: 'a zero width non-joiner',
  0x200d: 'a zero width joiner',
  0x2010: 'a hyphen',
  0x2011: 'a non-breaking hyphen',
  0x2012: 'a figure dash',
  0x2013: 'an en dash',
  0x2014: 'an em dash',
  0x2018: 'a left single quote',
  0x2019: 'a right single quote',
  0x201c: 'a left double quote',
  0x201d: 'a right double quote',
  0x202f: 'a narrow no-break space',
  0x2060: 'a word joiner',
  0x2212: 'a minus sign',
  0x3000: 'an ideographic space',
  0xfeff: 'a zero width no-break space',
};

/** Characters that have no sign of their own on the screen. */
const unseen = /(?!\t)[\p{Cc}\p{Cf}\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/gu;

function describe(want: string, have: string, line: number): string {
  const [wanted, there] = [[...want], [...have]];
  let column = 0;
  while (wanted[column] === there[column]) {
    column++;
  }
  const place = `line ${line}, column ${column + 1}`;
  return `at ${place} it has ${named(wanted[column])}, the file has ${named(there[column])}.${hint(want, have)}`;
}

/** The lines made visible; of long ones the part with the difference. */
function around(want: string, have: string): { expected: string; present: string } {
  let start = 0;
  while (start < want.length && want[start] === have[start]) {
    start++;
  }
  const from = want.length <= shownWidth && have.length <= shownWidth ? 0 : Math.max(0, start - 20);
  const part = (line: string): string => {
    const shown = line.slice(from, from + shownWidth).toWellFormed();
    return `${from > 0 ? '…' : ''}${visible(shown)}${line.length > from + shownWidth ? '…' : ''}`;
  };
  return { expected: part(want), present: part(have) };
}

function hint(want: string, have: string): string {
  if (want.trimStart() === have.trimStart()) {
    return ` Only the indent differs: ${indent(want)}, in the file ${indent(have)}.`;
  }
  if (want.trim() === have.trim()) {
    return ' Only blanks at the ends of the line differ.';
  }
  return alike(want) === alike(have) ? ' The lines look alike; their characters differ.' : '';
}

function indent(line: string): string {
  const blanks = line.slice(0, line.length - line.trimStart().length);
  const tabs = blanks.split('\t').length - 1;
  const spaces = blanks.split(' ').length - 1;
  const others = [...blanks].length - tabs - spaces;
  const parts = [
    ...(tabs > 0 ? [`${tabs} ${tabs === 1 ? 'tab' : 'tabs'}`] : []),
    ...(spaces > 0 ? [`${spaces} ${spaces === 1 ? 'space' : 'spaces'}`] : []),
    ...(others > 0 ? [`${others} other blanks`] : []),
  ];
  return parts.length === 0 ? 'none' : parts.join(' and ');
}

/** The line as it looks: dashes, quotes and blanks of all kinds are one each. */
function alike(line: string): string {
  return line
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201f]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Tabs as arrows, blanks at the end as dots, and other unseen characters by their numbers. */
function visible(line: string): string {
  return line
    .replace(unseen, (char) => `[U+${hex(char)}]`)
    .replaceAll('\t', '→')
    .replace(/ +$/, (blanks) => '·'.repeat(blanks.length));
}

function named(char: string | undefined): string {
  if (char === undefined) {
    return 'the end of the line';
  }
  const name = names[char.codePointAt(0) ?? 0];
  if (name !== undefined) {
    return char === '\t' || char === ' ' ? name : `${name} (U+${hex(char)})`;
  }
  return /^[\x21-\x7e]$/.test(char) ? `"${char}"` : `"${char}" (U+${hex(char)})`;
}

function hex(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
