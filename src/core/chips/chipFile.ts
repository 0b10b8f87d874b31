/*
 * Chips as a file that a person takes along or keeps: JSON, so that it can be read without this extension. What comes
 * back may be damaged or made up, and is checked field by field.
 */
import type { ChipRow } from '../../ports/store.ts';
import type { Result } from '../../ports/result.ts';
import { fail, ok } from '../../ports/result.ts';
import { fromBase64, toBase64, utf8Text } from '../bytesText.ts';
import { chipArguments, chipExcerpt } from './chipText.ts';

const version = 1;

/** Largest file that is read, in bytes. */
export const largestChipFile = 256 * 1024 * 1024;

const mostChips = 100_000;

/** A chip with its content, as it is in a file. */
export interface FileChip extends Omit<ChipRow, 'payload' | 'bytes'> {
  readonly content: Uint8Array;
}

/** What a file holds. */
export interface ChipFile {
  /** Milliseconds since the epoch. */
  readonly exported: number;
  readonly chips: readonly FileChip[];
}

/** A key that would be no plain field for who reads the file; contents with it are written as bytes. */
const prototypeKey = '"__proto__":';

/** The file for these chips. Excerpts are not written: they are made again from the contents. */
export function writeChipFile({ exported, chips }: ChipFile): Uint8Array {
  const head = { chipboard: 'chips', version, exported: isoTime(exported) };
  const entries = chips.map((chip) => JSON.stringify(fieldsOf(chip)));
  const text = `${JSON.stringify(head).slice(0, -1)},"chips":[\n${entries.join(',\n')}\n]}\n`;
  return new TextEncoder().encode(text);
}

/** The chips in a file, or in one sentence why there are none to be had: then nothing of it is to be used. */
export function readChipFile(bytes: Uint8Array): Result<ChipFile, string> {
  if (bytes.length > largestChipFile) {
    return fail('The file is larger than 256 MB.');
  }
  try {
    return ok(parseFile(bytes));
  } catch (error) {
    if (error instanceof MalformedFile) {
      return fail(error.message);
    }
    throw error;
  }
}

class MalformedFile extends Error {}

type Fields = ReadonlyMap<string, unknown>;

function fieldsOf(chip: FileChip): Record<string, unknown> {
  const { content, created, expires, replayed } = chip;
  const text = utf8Text(content);
  const value = text === undefined ? undefined : exactJson(text);
  return {
    id: chip.id,
    kind: chip.kind,
    tool: chip.tool,
    workspace: chip.workspace,
    file: chip.file,
    errorCode: chip.errorCode,
    errorMessage: chip.errorMessage,
    session: chip.session,
    event: chip.event,
    pinned: chip.pinned,
    created: isoTime(created),
    ...(expires === undefined ? {} : { expires: isoTime(expires) }),
    ...(replayed === undefined ? {} : { replayed: isoTime(replayed) }),
    ...(value === undefined ? { base64: toBase64(content) } : { arguments: value }),
  };
}

/** The value of a JSON text that is written as JSON would write it; undefined for another, which would not come back as it was. */
function exactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text && !text.includes(prototypeKey) ? value : undefined;
  } catch {
    return undefined;
  }
}

function parseFile(bytes: Uint8Array): ChipFile {
  const text = utf8Text(bytes);
  if (text === undefined) {
    throw new MalformedFile('The file is no text in UTF-8, so it holds no chips.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new MalformedFile('The file is no JSON, or it was cut off.');
  }
  const file = fieldMap(value, 'The file');
  if (file.get('chipboard') !== 'chips') {
    throw new MalformedFile('The file is none that chips were exported to.');
  }
  if (file.get('version') !== version) {
    throw new MalformedFile(
      'The file was made by another version of Chipboard; update the extension.',
    );
  }
  const entries = file.get('chips');
  if (!Array.isArray(entries) || entries.length > mostChips) {
    throw new MalformedFile(`"chips" is no list of at most ${mostChips} chips.`);
  }
  const ids = new Set<string>();
  const chips = entries.map((entry: unknown, index) => {
    const chip = new ChipReader(entry, `Chip ${index + 1}`).chip();
    if (ids.has(chip.id)) {
      throw new MalformedFile(`Chip ${index + 1} has the id ${chip.id} of another chip.`);
    }
    ids.add(chip.id);
    return chip;
  });
  return { exported: timeOf(file.get('exported'), '"exported"'), chips };
}

/** Reads one chip; what is wrong is said with the chip's place. */
class ChipReader {
  private readonly fields: Fields;
  private readonly name: string;

  constructor(value: unknown, name: string) {
    this.fields = fieldMap(value, name);
    this.name = name;
  }

  chip(): FileChip {
    const content = this.content();
    const args = chipArguments(content);
    return {
      id: this.text('id', 12, /^(?:[0-9a-f]{6}|[0-9a-f]{12})$/),
      kind: this.kind(),
      tool: this.text('tool', 64),
      workspace: this.text('workspace', 10_000, /^/),
      ...this.optional('file', 10_000),
      ...this.optional('errorCode', 64),
      ...this.optional('errorMessage', 10_000),
      ...this.optional('session', 1000),
      ...this.optional('event', 1000),
      created: this.time('created'),
      ...(this.fields.has('expires') ? { expires: this.time('expires') } : {}),
      ...(this.fields.has('replayed') ? { replayed: this.time('replayed') } : {}),
      pinned: this.pinned(),
      excerpt: args === undefined ? '' : chipExcerpt(args),
      content,
    };
  }

  private text(key: string, most: number, form = /^[^]/): string {
    const value = this.fields.get(key);
    if (typeof value !== 'string' || value.length > most || !form.test(value)) {
      throw this.wrong(key);
    }
    return value;
  }

  private optional<Key extends string>(key: Key, most: number): { readonly [K in Key]?: string } {
    return this.fields.has(key)
      ? ({ [key]: this.text(key, most, /^/) } as { [K in Key]: string })
      : {};
  }

  private kind(): FileChip['kind'] {
    const kind = this.fields.get('kind');
    if (kind === 'call' || kind === 'deleted' || kind === 'unwritten') {
      return kind;
    }
    throw this.wrong('kind');
  }

  private pinned(): boolean {
    const pinned = this.fields.get('pinned');
    if (typeof pinned !== 'boolean') {
      throw this.wrong('pinned');
    }
    return pinned;
  }

  private time(key: string): number {
    return timeOf(this.fields.get(key), `"${key}" of ${this.name.toLowerCase()}`);
  }

  private content(): Uint8Array {
    const [args, base64] = [this.fields.get('arguments'), this.fields.get('base64')];
    if ((args === undefined) === (base64 === undefined)) {
      throw new MalformedFile(`${this.name} needs either "arguments" or "base64".`);
    }
    if (base64 !== undefined) {
      const bytes = typeof base64 === 'string' ? fromBase64(base64) : undefined;
      if (bytes === undefined) {
        throw this.wrong('base64');
      }
      return bytes;
    }
    const json = shortJson(args);
    if (json?.includes(prototypeKey) !== false) {
      throw this.wrong('arguments');
    }
    return new TextEncoder().encode(json);
  }

  private wrong(key: string): MalformedFile {
    return new MalformedFile(`"${key}" of ${this.name.toLowerCase()} is missing or wrong.`);
  }
}

/** The value as JSON; undefined if it is nested too deep for that. */
function shortJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** The fields of an object by their names; a map knows nothing of prototypes. */
function fieldMap(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedFile(`${name} is no object.`);
  }
  if (Object.hasOwn(value, '__proto__')) {
    throw new MalformedFile(`${name} has a field "__proto__", which no export has.`);
  }
  return new Map(Object.entries(value));
}

function timeOf(value: unknown, name: string): number {
  const time =
    typeof value === 'string' && /^[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? Date.parse(value)
      : NaN;
  if (Number.isNaN(time)) {
    throw new MalformedFile(`${name} is no time like 2026-01-31T12:00:00.000Z.`);
  }
  return time;
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
