/** Odd multipliers of the two halves; any two that differ do. */
const [first, second] = [0x9e3779b1, 0x85ebca6b];

/**
 * A short key that equal contents share, for finding a text again. Different contents have different keys except by a
 * chance of about 2⁻⁶⁴; nothing but what is shown as the same may hang on it. Linear in the content's size; throws if
 * it is nested too deeply for JSON.
 */
export function contentKey(content: unknown): string {
  const text = JSON.stringify(content);
  let [a, b] = [text.length, ~text.length];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, first);
    a ^= a >>> 15;
    b = Math.imul(b ^ code, second);
    b ^= b >>> 13;
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}.${text.length.toString(36)}`;
}
