import { isUtf8 } from 'node:buffer';
import type { FileView, Line, Splice } from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { ByteView } from '../core/edit/byteView.ts';
import { byteChars } from '../core/bytesText.ts';
import { bytesEncoding, linesAsBytes } from '../core/edit/bytesEncoding.ts';
import { Draft } from '../core/edit/draft.ts';
import { EncodedView } from '../core/edit/encodedView.ts';
import { failure } from '../core/failures.ts';
import { unknownEncoding } from '../core/edit/hostFailures.ts';
import { joinLines } from '../core/edit/lines.ts';
import type { TextCodec } from '../core/edit/textCodec.ts';
import { decodeSurely, encodeSurely } from '../core/edit/textCodec.ts';
import type { FileFacts } from '../core/edit/textView.ts';
import { decodeUtf16, encodeUtf16, isUtf16 } from '../core/edit/utf16.ts';

/** Bytes looked at for a NUL, which text in the encodings read here does not have. */
const sniffed = 8192;

/**
 * A view of a file's bytes. As in the editor a byte order mark counts first, then the encoding that the settings name,
 * then UTF-8. Fails with `binary-file` or `unknown-encoding`; guessing an encoding could destroy the file, so nothing
 * is guessed.
 */
export async function viewBytes(
  facts: Omit<FileFacts, 'encoding'>,
  bytes: Uint8Array,
  codec: TextCodec,
): Promise<Result<FileView>> {
  const asked = codec.encodingFor(facts.path);
  if (asked === bytesEncoding) {
    return ok(new EncodedView({ ...facts, encoding: asked }, byteChars(bytes), bytes));
  }
  const encoding = encodingOf(bytes, asked);
  if (isUtf16(encoding)) {
    const text = decodeUtf16(bytes, encoding);
    return text === undefined
      ? fail(unknownEncoding(facts.path, encoding))
      : ok(new EncodedView({ ...facts, encoding }, text, bytes));
  }
  if (encoding === 'utf32le') {
    return fail(unknownEncoding(facts.path));
  }
  if (bytes.subarray(0, sniffed).includes(0)) {
    return fail(
      failure(
        'binary-file',
        `${facts.path} is a binary file of ${bytes.length} bytes.`,
        'These tools work on text; use another tool for this file. If it is UTF-16, the setting "files.encoding" must say so.',
        { size: bytes.length },
      ),
    );
  }
  if (encoding === 'utf8' || encoding === 'utf8bom') {
    return isUtf8(bytes)
      ? ok(new ByteView({ ...facts, encoding }, bytes))
      : fail(unknownEncoding(facts.path));
  }
  const text = await decodeSurely(codec, bytes, encoding);
  return text === undefined
    ? fail(unknownEncoding(facts.path, encoding))
    : ok(new EncodedView({ ...facts, encoding }, text, bytes));
}

/** The encoding of a file by its byte order mark, else by what the settings name for it. */
export function encodingOf(bytes: Uint8Array, setting: string | undefined): string {
  return bomEncoding(bytes) ?? named(setting);
}

/** The file's bytes as they were read. */
export function originalBytes(view: FileView): Uint8Array {
  if (view instanceof ByteView || view instanceof EncodedView) {
    return view.bytes;
  }
  throw new Error('A view that this host did not make.');
}

/** The file's bytes after the splices, as parts to write one after another. Fails with `bad-text`. */
export async function splicedBytes(
  view: FileView,
  splices: readonly Splice[],
  codec: TextCodec,
): Promise<Result<readonly Uint8Array[]>> {
  if (view instanceof ByteView) {
    return ok(view.spliced(splices));
  }
  const draft = new Draft(view);
  draft.spliceAll(splices);
  return encodeLines(view.path, draft.lines(1, draft.lineCount), view.encoding, codec);
}

/** Lines as the bytes of a file. Fails with `bad-text` or `unknown-encoding`. */
export async function encodeLines(
  path: string,
  lines: readonly Line[],
  encoding: string,
  codec: TextCodec,
): Promise<Result<readonly Uint8Array[]>> {
  if (encoding === bytesEncoding) {
    return ok([linesAsBytes(lines)]);
  }
  const text = joinLines(lines);
  if (isUtf16(encoding)) {
    return ok([encodeUtf16(text, encoding)]);
  }
  if (encoding === 'utf8' || encoding === 'utf8bom') {
    return ok([new TextEncoder().encode(encoding === 'utf8bom' ? `\uFEFF${text}` : text)]);
  }
  const bytes = await encodeSurely(codec, text, encoding);
  if (bytes === undefined) {
    return fail(unknownEncoding(path, encoding));
  }
  return bytes instanceof Uint8Array ? ok([bytes]) : fail(bytes);
}

/** The encoding that a setting means for a file without a byte order mark. */
function named(setting: string | undefined): string {
  if (setting === undefined || setting === 'utf8bom') {
    return 'utf8';
  }
  return setting === 'utf16le' || setting === 'utf16be' ? `${setting}nobom` : setting;
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
