/**
 * What of a value can be handed over to another thread in place of a copy: the buffer that bytes have for themselves;
 * none if they share one, or are no bytes.
 */
export function buffersOf(value: unknown): ArrayBuffer[] {
  return value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength === value.buffer.byteLength
    ? [value.buffer]
    : [];
}
