import iconv from 'iconv-lite';
import type { TextCodec } from '../core/edit/textCodec.ts';
import { plainEncoding } from '../core/edit/textCodec.ts';

/** Whether there is an encoding of that name, spelled as VS Code does. */
export function knowsEncoding(name: string): boolean {
  const plain = plainEncoding(name);
  // The library's names for bytes as text are no encodings of files.
  return !/^(?:base64|hex|binary)$/.test(plain) && iconv.encodingExists(plain.replace('bom', ''));
}

/**
 * The encodings that VS Code knows, by the library it uses itself, so that both read a file alike.
 *
 * @param encodingFor the setting `files.encoding` for a path; undefined = UTF-8
 */
export function iconvCodec(encodingFor: (path: string) => string | undefined): TextCodec {
  return {
    encodingFor: (path) => {
      const encoding = encodingFor(path);
      return encoding === undefined ? undefined : plainEncoding(encoding);
    },
    decode: (bytes, encoding) =>
      Promise.resolve(
        iconv.encodingExists(encoding)
          ? iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), encoding, {
              stripBOM: false,
            })
          : undefined,
      ),
    encode: (text, encoding) =>
      Promise.resolve(
        iconv.encodingExists(encoding)
          ? iconv.encode(text, encoding, { addBOM: false })
          : undefined,
      ),
  };
}
