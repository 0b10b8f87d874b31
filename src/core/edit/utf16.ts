/**
 * UTF-16 encodings: as VS Code names them for files that begin with a byte order mark, as it writes them itself, and
 * with `nobom` for files without one.
 */
export type Utf16 = 'utf16le' | 'utf16be' | 'utf16lenobom' | 'utf16benobom';

/** Whether an encoding is one of UTF-16. */
export function isUtf16(encoding: string): encoding is Utf16 {
  return /^utf16[lb]e(?:nobom)?$/.test(encoding);
}

/** The text of UTF-16 bytes, without the byte order mark that some of the encodings have; undefined if they are not valid. */
export function decodeUtf16(bytes: Uint8Array, encoding: Utf16): string | undefined {
  const name = encoding.startsWith('utf16le') ? 'utf-16le' : 'utf-16be';
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: !hasBom(encoding) }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-16 bytes of the text, with the byte order mark if the encoding has one. */
export function encodeUtf16(text: string, encoding: Utf16): Uint8Array {
  const little = encoding.startsWith('utf16le');
  const start = hasBom(encoding) ? 2 : 0;
  const bytes = new Uint8Array(start + text.length * 2);
  const view = new DataView(bytes.buffer);
  if (start > 0) {
    view.setUint16(0, 0xfeff, little);
  }
  for (let index = 0; index < text.length; index++) {
    view.setUint16(start + index * 2, text.charCodeAt(index), little);
  }
  return bytes;
}

function hasBom(encoding: Utf16): boolean {
  return !encoding.endsWith('nobom');
}
