import type { ChipRow } from '../../ports/store.ts';
import { fromBase64 } from '../bytesText.ts';

/** How a chip's content is put back. */
export type ChipForm = 'content' | 'annotated' | 'arguments';

/** The arguments a chip keeps; deleted text is `{"_content": text}`. */
export type ChipArguments = Readonly<Record<string, unknown>>;

const excerptLength = 80;

/** The arguments of a chip from its stored bytes; undefined if they are no JSON object. */
export function chipArguments(content: Uint8Array): ChipArguments | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(content));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as ChipArguments)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The one text a chip holds: deleted text, the body that was no JSON, the `content` of a call, or that of the only
 * entry of `files`. Undefined where there is none, or more than one.
 */
export function chipContent(args: ChipArguments): string | undefined {
  for (const key of ['_content', '_body', 'content']) {
    const value = args[key];
    if (typeof value === 'string') {
      return value;
    }
  }
  const { files } = args;
  if (Array.isArray(files) && files.length === 1) {
    const [entry] = files as readonly unknown[];
    if (typeof entry === 'object' && entry !== null && 'content' in entry) {
      return typeof entry.content === 'string' ? entry.content : undefined;
    }
  }
  return undefined;
}

/** The bytes of a chip that holds no text: those of a file to be made, or of a request that could not be read. */
export function chipBytes(args: ChipArguments): Uint8Array | undefined {
  for (const key of ['_base64', 'base64']) {
    const value = args[key];
    if (typeof value === 'string') {
      return givenBytes(value);
    }
  }
  return undefined;
}

/** The bytes of a base64 text, which may stand in a `data:` URL; undefined if it is none. */
export function givenBytes(base64: string): Uint8Array | undefined {
  return fromBase64(base64.replace(/^data:[^,]{0,200};base64,/i, ''));
}

/** The form used when the caller names none: the text itself or its bytes where the chip has one, else annotated. */
export function defaultForm(args: ChipArguments): ChipForm {
  const hasOne = chipContent(args) !== undefined || chipBytes(args) !== undefined;
  return hasOne ? 'content' : 'annotated';
}

/**
 * The text to put into a file. `content` is the text exactly; `annotated` is a comment that says what the chip is,
 * then the arguments; `arguments` is the arguments as JSON. Undefined for `content` of a chip without one text.
 */
export function replayText(
  chip: ChipRow,
  args: ChipArguments,
  form: ChipForm,
  file: string,
): string | undefined {
  if (form === 'content') {
    return chipContent(args);
  }
  const json = `${JSON.stringify(args, null, 2)}\n`;
  if (form === 'arguments') {
    return json;
  }
  const error = chip.errorMessage === undefined ? '' : ` failed: ${oneLine(chip.errorMessage)}`;
  const [open, close] = commentMarks(file);
  return `${open} chip ${chip.id}: ${chip.tool}${error}${close}\n${json}`;
}

/** The first words of the chip's text, or of its arguments, in one line of at most 80 characters. */
export function chipExcerpt(args: ChipArguments): string {
  const text = chipContent(args) ?? JSON.stringify(args);
  // Only the beginning is looked at: a chip may hold megabytes.
  const line = oneLine(text.slice(0, 4 * excerptLength));
  return line.length > excerptLength ? `${line.slice(0, excerptLength - 1)}…` : line;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function commentMarks(file: string): readonly [string, string] {
  const extension = /\.([^.\\/]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  if (/^(html?|xml|vue|svg|md|svelte)$/.test(extension)) {
    return ['<!--', ' -->'];
  }
  if (/^(css)$/.test(extension)) {
    return ['/*', ' */'];
  }
  if (/^(sql|lua|hs|elm)$/.test(extension)) {
    return ['--', ''];
  }
  return /^(py|rb|sh|bash|zsh|ya?ml|toml|pl|r|ps1|gd|ini|conf|cfg|env)$/.test(extension)
    ? ['#', '']
    : ['//', ''];
}
