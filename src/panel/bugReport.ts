import type { Settings } from '../ports/settings.ts';
import type { CallItem } from '../protocol/calls.ts';
import { redactSecrets, redactTexts, sizeMark } from '../core/redact.ts';

/** What a report is made from. */
export interface ReportedCall {
  readonly call: CallItem;
  /** The arguments as they arrived; undefined if they are not kept. */
  readonly args: unknown;
  /** The answer's text. */
  readonly result: string | undefined;
  /** Of the extension. */
  readonly version: string;
  /** The editor's name and version, and the platform. */
  readonly editor: string;
  readonly settings: Settings;
  /** The user's home folder. */
  readonly home: string;
}

/** Arguments that are texts of files. */
export const textFields: ReadonlySet<string> = new Set([
  'content',
  'old',
  'text',
  'words',
  'base64',
  '_content',
  '_body',
  '_base64',
  '_arguments',
]);

/** Fields of answers that say what happened, and show nothing of a file. */
const plainFields: ReadonlySet<string> = new Set([
  'status',
  'code',
  'file',
  'chip',
  'event_id',
  'event',
  'tool',
  'as',
  'from',
  'action',
  'state',
  'encoding',
  'eol',
  'saved',
  'viewed_code_id',
  'warnings',
]);

const longestLine = 400;

/** A call as Markdown for who maintains this: what was called, with what and what came of it, without texts of files and secrets. */
export function bugReport(reported: ReportedCall): string {
  const { call, args, result, version, editor, settings, home } = reported;
  const options = { home, texts: textFields };
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Chipboard', version],
    ['Editor', editor],
    ['Client', call.client],
    ['Tool', call.tool],
    ['Outcome', call.outcome],
    ['Duration', `${call.duration} ms`],
    ['Started', new Date(call.started).toISOString()],
    ['Lines', call.lines],
    ['Call', call.id],
    ['Chip', call.chip],
    ['Event', call.event],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`- ${name}: ${redactSecrets(oneLine(value), home)}`],
  );
  return [
    `### ${oneLine(call.tool)}: ${oneLine(call.outcome)}`,
    rows.join('\n'),
    'What I expected, and what happened instead:\n\n…',
    block('Arguments', args === undefined ? 'not kept' : json(redactTexts(args, options))),
    block('Answer', result === undefined ? 'not kept' : answerOutline(result, home)),
    block('Settings', json(redactTexts(settings, options))),
    'Texts of files were replaced by their lengths, secrets by ‹secret›, the home folder by ~.\n',
  ].join('\n\n');
}

/** What an answer says of itself. Where its long fields begin, only its size is told: those show files. */
export function answerOutline(result: string, home: string): string {
  const lines = result.split('\n');
  const long = lines.findIndex((line, index) => index > 0 && /^[a-z_]+:$/.test(line));
  const shown = (long === -1 ? lines : lines.slice(0, long)).map((line) => outlineLine(line, home));
  const rest = long === -1 ? [] : [sizeMark(lines.slice(long).join('\n'))];
  return [...shown, ...rest].join('\n');
}

function outlineLine(line: string, home: string): string {
  const [, name, value] = /^([A-Za-z_]+(?: \([a-z-]+\))?): (.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) {
    return line === '' ? '' : sizeMark(line);
  }
  const isPlain = plainFields.has(name) || /^(?:Error \(.*\)|Next)$/.test(name);
  if (isPlain || /^(?:true|false|-?\d[\d.]*)$/.test(value)) {
    const short = value.length > longestLine ? `${value.slice(0, longestLine)}…` : value;
    return `${name}: ${redactSecrets(withoutQuotes(short.toWellFormed()), home)}`;
  }
  return `${name}: ${sizeMark(value)}`;
}

/** Messages quote lines of files; names of fields and of files are shorter or have no quotes. */
function withoutQuotes(text: string): string {
  return text.replace(/"[^"]{20,}"/g, (quote) => `"‹${quote.length - 2} characters›"`);
}

function block(title: string, text: string): string {
  // A line of the text that is a fence itself would end the block.
  const longest = Math.max(
    2,
    ...[...text.matchAll(/^ {0,3}(~{3,})/gm)].map(([, run]) => run?.length ?? 0),
  );
  const fence = '~'.repeat(longest + 1);
  return `${title}:\n\n${fence}\n${text}\n${fence}`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, longestLine).toWellFormed();
}
