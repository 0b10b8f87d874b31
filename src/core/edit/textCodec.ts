import type { Failure } from '../../ports/result.ts';
import { failure } from '../failures.ts';

/** Reads and writes text in encodings other than UTF-8 and UTF-16, and knows which one the settings name for a file. */
export interface TextCodec {
  /** The encoding that the settings name for the file, as VS Code spells it (`files.encoding`); undefined = UTF-8. */
  readonly encodingFor: (path: string) => string | undefined;
  /** The text of the bytes, with U+FFFD for what the encoding does not have; undefined for an unknown encoding. */
  readonly decode: (bytes: Uint8Array, encoding: string) => Promise<string | undefined>;
  /** The bytes of the text, with some other character for what the encoding does not have; undefined likewise. */
  readonly encode: (text: string, encoding: string) => Promise<Uint8Array | undefined>;
}

/** Knows no encoding: files that are neither UTF-8 nor UTF-16 are refused. */
export const unicodeOnly: TextCodec = {
  encodingFor: () => undefined,
  decode: () => Promise.resolve(undefined),
  encode: () => Promise.resolve(undefined),
};

/** An encoding's name without signs and capitals: settings may spell it `GBK` or `shift_jis`. */
export function plainEncoding(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Whether an encoding is UTF-8 or UTF-16, which hold every text. */
export function holdsEveryText(encoding: string): boolean {
  return /^utf(?:8|16)/.test(encoding);
}

/**
 * The text of bytes in an encoding, if it is known for sure: every byte means a character, and writing the text again
 * gives the very bytes. Else undefined.
 */
export async function decodeSurely(
  codec: TextCodec,
  bytes: Uint8Array,
  encoding: string,
): Promise<string | undefined> {
  const text = await codec.decode(bytes, encoding);
  if (text === undefined || text.includes('\uFFFD')) {
    return undefined;
  }
  const again = await codec.encode(text, encoding);
  return again !== undefined && equalBytes(bytes, again) ? text : undefined;
}

/** The bytes of the text; where the encoding does not have one of its characters, the failure that names it. */
export async function encodeSurely(
  codec: TextCodec,
  text: string,
  encoding: string,
): Promise<Uint8Array | Failure | undefined> {
  const bytes = await codec.encode(text, encoding);
  if (bytes === undefined) {
    return undefined;
  }
  return (await codec.decode(bytes, encoding)) === text
    ? bytes
    : unwritable(await firstUnwritable(codec, text, encoding), encoding);
}

/** Whether two runs of bytes are the same. */
function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

async function firstUnwritable(
  codec: TextCodec,
  text: string,
  encoding: string,
): Promise<{ readonly char: string; readonly line: number } | undefined> {
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    for (const char of (await comesBack(codec, line, encoding)) ? '' : line) {
      if (!(await comesBack(codec, char, encoding))) {
        return { char, line: index + 1 };
      }
    }
  }
  return undefined;
}

async function comesBack(codec: TextCodec, text: string, encoding: string): Promise<boolean> {
  const bytes = await codec.encode(text, encoding);
  return bytes !== undefined && (await codec.decode(bytes, encoding)) === text;
}

function unwritable(
  found: { readonly char: string; readonly line: number } | undefined,
  encoding: string,
): Failure {
  const code = found?.char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
  const what = found === undefined ? 'a character of the text' : `"${found.char}" (U+${code})`;
  return failure(
    'bad-text',
    `The file is in ${encoding}, which does not have ${what}.`,
    'Nothing was written. Send text without that character, or ask the user to save the file as UTF-8 first.',
    found === undefined ? undefined : { char: found.char, encoding },
  );
}
