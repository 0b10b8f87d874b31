import { toBase64 } from '../bytesText.ts';
import type { ChipArguments } from './chipText.ts';

/**
 * A request body that is no call, as chip arguments: `_body` is its text. Where the bytes are not UTF-8 the text shows
 * U+FFFD for what does not decode, and `_base64` keeps the bytes themselves.
 */
export function bodyArguments(body: Uint8Array): ChipArguments {
  try {
    return { _body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body) };
  } catch {
    return {
      _body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body),
      _base64: toBase64(body),
    };
  }
}
