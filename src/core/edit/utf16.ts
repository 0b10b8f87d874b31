/** UTF-16 encodings, as VS Code names them. */
export type Utf16 = 'utf16le' | 'utf16be';

/** The text of UTF-16 bytes that begin with a byte order mark, without it; undefined if they are not valid. */
export function decodeUtf16(bytes: Uint8Array, encoding: Utf16): string | undefined {
  const name = encoding === 'utf16le' ? 'utf-16le' : 'utf-16be';
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-16 bytes of the text, with a byte order mark. */
export function encodeUtf16(text: string, encoding: Utf16): Uint8Array {
  const little = encoding === 'utf16le';
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, little);
  for (let index = 0; index < text.length; index++) {
    view.setUint16(2 + index * 2, text.charCodeAt(index), little);
  }
  return bytes;
}
