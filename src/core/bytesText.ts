/*
 * Bytes as text and back, with what every runtime has.
 */

const chunk = 0x8000;

/** A text with one character for each byte, of the same number. */
export function byteChars(bytes: Uint8Array): string {
  let chars = '';
  for (let from = 0; from < bytes.length; from += chunk) {
    chars += String.fromCharCode(...bytes.subarray(from, from + chunk));
  }
  return chars;
}

/** The bytes that `byteChars` made the text from. */
export function charBytes(chars: string): Uint8Array {
  const bytes = new Uint8Array(chars.length);
  for (let at = 0; at < chars.length; at++) {
    bytes[at] = chars.charCodeAt(at);
  }
  return bytes;
}

/** The bytes as base64, with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(byteChars(bytes));
}

/** The bytes of a base64 text; line breaks and blanks in it are allowed, and so is padding left out. Undefined if it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return charBytes(atob(text));
  } catch {
    return undefined;
  }
}

/** The text of UTF-8 bytes, a byte order mark kept; undefined if they are none. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
