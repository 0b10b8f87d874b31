const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/**
 * The room a text takes in an answer: the mean of its bytes as it is and as JSON, since an answer has it in both
 * forms. For plain ASCII the number of characters, or a little more.
 */
export function shownSize(text: string): number {
  return (byteLength(text) + byteLength(JSON.stringify(text)) - 2) / 2;
}
