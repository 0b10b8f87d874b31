function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** A line that goes on after its blanks; a slash may belong to the signs before the line's end. */
const beginsPiece = /[ \t]*[^\s/]/y;

/** The index, or the one before it where it would cut a surrogate pair; not above the length. */
export function cutAt(text: string, index: number): number {
  if (index >= text.length) {
    return text.length;
  }
  const inside =
    isLowSurrogate(text.charCodeAt(index)) && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
  return inside ? index - 1 : index;
}

/**
 * The last index above `start`, not above `limit`, at which a line begins that is not blank: no token reaches over it.
 * If there is none, the limit itself or the index before it.
 */
export function lastLineStart(text: string, start: number, limit: number): number {
  let newline = text.lastIndexOf('\n', limit - 1);
  while (newline >= start) {
    beginsPiece.lastIndex = newline + 1;
    if (beginsPiece.test(text)) {
      return newline + 1;
    }
    newline = newline === 0 ? -1 : text.lastIndexOf('\n', newline - 1);
  }
  return cutAt(text, limit);
}
