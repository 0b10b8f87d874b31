/*
 * Texts that leave the machine by a person's hand, such as bug reports, without secrets. What looks like a secret is
 * taken for one: a hash that is left out costs less than a key that is not.
 */
import { contentLines } from './edit/lines.ts';

/** What stands for a secret. */
export const secretMark = '‹secret›';

/** Longer texts are replaced by their lengths. */
const longestText = 80;

const deepest = 50;

/** Names of what is secret in any form. */
const passwords = 'password|passwd|passphrase|pwd|secret';

/** Names that in sources more often mean something else: without quotes, only what looks like a key is one. */
const tokens = 'token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|auth[_-]?key';

const quotedValue = String.raw`(\\*["'\x60])(?:(?!\3)(?:\\.|[^\\\r\n]))+(?:\3)?`;

/** Words after the name of a password that are none themselves. */
const typeWords =
  /^(?:string|str|boolean|bool|number|undefined|null|none|nil|true|false|any|unknown|required|optional|await|new|this|\W*)$/i;

/** What is looked for, by a name for people; its matches; and what stands for them. */
type SecretPattern = readonly [
  name: string,
  pattern: RegExp,
  by: string | ((match: string, ...groups: string[]) => string),
];

const patterns: readonly SecretPattern[] = [
  [
    'private keys',
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
    secretMark,
  ],
  [
    'headers with credentials',
    /\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)(\\*["']?[ \t]*[:=][ \t]*\\*["']?)[^\r\n"'\\]+/gi,
    `$1$2${secretMark}`,
  ],
  [
    'bearer and basic credentials',
    /\b(Bearer|Basic)(\s{1,4})([\w.~+/=-]{8,})/gi,
    (match, scheme, blanks, value) =>
      /[\d=]/.test(value) || value.length >= 30 ? `${scheme}${blanks}${secretMark}` : match,
  ],
  ['JSON web tokens', /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, secretMark],
  [
    'keys of known services',
    /\b(?:gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[a-z]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{30,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
    secretMark,
  ],
  [
    'keys that begin with sk, pk or rk',
    /\b(?:sk|pk|rk)[-_][\w-]{16,}/g,
    (match) => (/\d/.test(match) && /[a-z]/i.test(match.slice(3)) ? secretMark : match),
  ],
  [
    'passwords in addresses',
    /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/:@"'\\]{0,200}:[^\s/@"'\\]{1,200}@/gi,
    `$1${secretMark}@`,
  ],
  [
    'quoted values of secrets',
    new RegExp(
      String.raw`((?:${passwords}|${tokens})\d*)(\\*["'\x60]?\s*(?::=|=>|[:=])\s*)${quotedValue}`,
      'gi',
    ),
    (match, name, between, quote) =>
      match.endsWith(secretMark) ? match : `${name}${between}${quote}${secretMark}${quote}`,
  ],
  [
    'secrets on command lines',
    new RegExp(
      String.raw`(--(?:[a-z]+-)?(?:${passwords}|${tokens})[ =])([^\s"'\x60\\‹-][^\s"'\x60\\]*)`,
      'gi',
    ),
    `$1${secretMark}`,
  ],
  [
    'values of passwords',
    new RegExp(
      String.raw`((?:${passwords})\d*)(\\*["']?[ \t]*(?::=|[:=])[ \t]*)([^\s"'\x60\\,;(){}[\]<>‹&]+)(?![\w(.])`,
      'gi',
    ),
    (match, name, between, value) =>
      typeWords.test(value) ? match : `${name}${between}${secretMark}`,
  ],
  [
    'values of keys and tokens',
    new RegExp(String.raw`((?:${tokens})\d*)([ \t]*[:=][ \t]*)([\w.~+/=-]{8,})(?!\()`, 'gi'),
    (match, name, between, value) =>
      /\d/.test(value) && /[a-z]/i.test(value) ? `${name}${between}${secretMark}` : match,
  ],
  [
    'long hexadecimal numbers',
    /(?<![0-9A-Za-z])(?:0x)?[0-9a-f]{32,}(?![0-9A-Za-z])/gi,
    (match) => (new Set(match.toLowerCase()).size >= 8 ? secretMark : match),
  ],
  [
    'long texts without words',
    /[A-Za-z0-9+/_-]{40,}={0,2}/g,
    (match) => (isRandom(match) ? secretMark : match),
  ],
];

/** One of the rules by which secrets are found. */
export interface SecretRule {
  /** What it looks for, for people; in the plural. */
  readonly name: string;
  /** The text with `secretMark` for what it found. O(text). */
  apply(text: string): string;
}

const patternRules: readonly SecretRule[] = patterns.map(([name, pattern, by]) => ({
  name,
  apply: (text) => (typeof by === 'string' ? text.replace(pattern, by) : text.replace(pattern, by)),
}));

/** All rules in the order in which they are carried out; the last one writes `~` for the user's home folder. */
export function secretRules(home?: string): readonly SecretRule[] {
  const folder = home === undefined ? undefined : homePattern(home);
  return folder === undefined
    ? patternRules
    : [...patternRules, { name: 'the home folder', apply: (text) => text.replace(folder, '~') }];
}

/** The text with `‹secret›` for what looks like one, and `~` for the user's home folder. */
export function redactSecrets(text: string, home?: string): string {
  return secretRules(home).reduce((redacted, rule) => rule.apply(redacted), text);
}

/** What to take out of a value besides secrets and long texts. */
export interface RedactOptions {
  readonly home?: string | undefined;
  /** Fields whose texts are replaced by their lengths however short they are. */
  readonly texts?: ReadonlySet<string>;
}

/**
 * A JSON value without the texts in it: one with several lines or more than 80 characters becomes
 * `‹N lines, M characters›`. Keys, numbers and short texts stay, secrets left out.
 */
export function redactTexts(value: unknown, options: RedactOptions = {}): unknown {
  return withoutTexts(value, options, '', 0);
}

/** `‹N lines, M characters›` for a text. */
export function sizeMark(text: string): string {
  const lines = contentLines(text).length;
  return `‹${lines} ${lines === 1 ? 'line' : 'lines'}, ${text.length} characters›`;
}

function withoutTexts(value: unknown, options: RedactOptions, key: string, depth: number): unknown {
  if (typeof value === 'string') {
    if (value.length > longestText || /[\r\n]/.test(value) || options.texts?.has(key) === true) {
      return sizeMark(value);
    }
    const isSecret = new RegExp(`(?:${passwords}|${tokens}|authorization|cookie)$`, 'i').test(key);
    return isSecret && value !== '' ? secretMark : redactSecrets(value, options.home);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth >= deepest) {
    return '‹…›';
  }
  return Array.isArray(value)
    ? value.map((entry) => withoutTexts(entry, options, key, depth + 1))
    : Object.fromEntries(
        Object.entries(value).map(([name, field]) => [
          redactSecrets(name, options.home),
          withoutTexts(field, options, name, depth + 1),
        ]),
      );
}

/** Whether a run of characters has no words in it: digits, both cases and signs follow one another as by chance. */
function isRandom(run: string): boolean {
  if (!/\d/.test(run) || !/[A-Za-z]/.test(run)) {
    return false;
  }
  const counts = new Map<string, number>();
  let changes = 0;
  let last = '';
  for (const char of run) {
    const kind = /\d/.test(char) ? '0' : /[a-z]/.test(char) ? 'a' : /[A-Z]/.test(char) ? 'A' : '-';
    changes += kind === last ? 0 : 1;
    last = kind;
    counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  const entropy = [...counts.values()]
    .map((count) => count / run.length)
    .reduce((sum, part) => sum - part * Math.log2(part), 0);
  const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run);
  return entropy >= 4.1 && changes / run.length >= (isMixed ? 0.4 : 0.3);
}

/** The home folder however it is written: with either slash, doubled in JSON, or encoded in a URI. */
function homePattern(home: string): RegExp | undefined {
  const parts = home.split(/[\\/]+/).filter((part) => part !== '');
  if (parts.length === 0) {
    return undefined;
  }
  const isDrive = /^[a-z]:$/i.test(parts[0] ?? '');
  const escaped = (part: string): string => part.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
  const names = parts.map((part) => `(?:${escaped(part)}|${escaped(encodeURIComponent(part))})`);
  const start = isDrive ? '(?<![A-Za-z])' : String.raw`(?<![\w.~-])/`;
  const end = String.raw`(?=[\\/\s"'\x60:;,)\]}>]|$)`;
  return new RegExp(`${start}${names.join(String.raw`[\\/]{1,4}`)}${end}`, isDrive ? 'gi' : 'g');
}
