import { isUtf8 } from 'node:buffer';
import type { FileView, Line } from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { ByteView } from '../core/edit/byteView.ts';
import { Draft } from '../core/edit/draft.ts';
import { failure } from '../core/failures.ts';
import { joinLines } from '../core/edit/lines.ts';
import type { FileFacts } from '../core/edit/textView.ts';
import { TextView } from '../core/edit/textView.ts';
import { decodeUtf16, encodeUtf16 } from '../core/edit/utf16.ts';
import type { Splice } from '../ports/editHost.ts';

/** Bytes looked at for a NUL, which text in the encodings read here does not have. */
const sniffed = 8192;

/**
 * A view of a file's bytes: UTF-8 with or without a byte order mark, or UTF-16 with one. Fails with `binary-file` or
 * `unknown-encoding`; guessing another encoding could destroy the file, so nothing is guessed.
 */
export function viewBytes(facts: Omit<FileFacts, 'encoding'>, bytes: Uint8Array): Result<FileView> {
  const encoding = bomEncoding(bytes);
  if (encoding === 'utf32le') {
    return fail(unknownEncoding(facts.path));
  }
  if (encoding === 'utf16le' || encoding === 'utf16be') {
    const text = decodeUtf16(bytes, encoding);
    return text === undefined
      ? fail(unknownEncoding(facts.path))
      : ok(new TextView({ ...facts, encoding }, text));
  }
  if (bytes.subarray(0, sniffed).includes(0)) {
    return fail(
      failure(
        'binary-file',
        `${facts.path} is a binary file of ${bytes.length} bytes.`,
        'These tools work on text; use another tool for this file.',
        { size: bytes.length },
      ),
    );
  }
  if (!isUtf8(bytes)) {
    return fail(unknownEncoding(facts.path));
  }
  return ok(new ByteView({ ...facts, encoding: encoding ?? 'utf8' }, bytes));
}

/** The file's bytes after the splices, as parts to write one after another. */
export function splicedBytes(view: FileView, splices: readonly Splice[]): readonly Uint8Array[] {
  if (view instanceof ByteView) {
    return view.spliced(splices);
  }
  const draft = new Draft(view);
  for (const splice of splices.toReversed()) {
    draft.splice(splice);
  }
  return [encodeLines(draft.lines(1, draft.lineCount), view.encoding)];
}

/** Whether `encodeLines` can write the encoding. */
export function canEncode(encoding: string): boolean {
  return ['utf8', 'utf8bom', 'utf16le', 'utf16be'].includes(encoding);
}

/** Lines as the bytes of a file. Encodings as `viewBytes` reads them. */
export function encodeLines(lines: readonly Line[], encoding: string): Uint8Array {
  const text = joinLines(lines);
  if (encoding === 'utf16le' || encoding === 'utf16be') {
    return encodeUtf16(text, encoding);
  }
  return new TextEncoder().encode(encoding === 'utf8bom' ? `\uFEFF${text}` : text);
}

function bomEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return 'utf8bom';
  }
  return first === 0xff && second === 0xfe
    ? third === 0 && fourth === 0
      ? 'utf32le'
      : 'utf16le'
    : first === 0xfe && second === 0xff
      ? 'utf16be'
      : undefined;
}

/** The failure for a file whose encoding is not known, or cannot be written here. */
export function unknownEncoding(path: string): ReturnType<typeof failure> {
  return failure(
    'unknown-encoding',
    `${path} is not UTF-8, and its encoding is not known or can not be written here.`,
    'Ask the user to set "files.encoding" for it in VS Code (for example "gbk"), then call again.',
  );
}
