import type { BlockRange } from './blocks.ts';

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/**
 * The element of this name whose start tag is in line `first`: to its end tag, counting elements of the same name
 * inside it. An element without an end tag, or a void one, ends where its start tag does. `>` in an attribute value
 * or in braces does not end a tag.
 */
export function tagAround(lines: readonly string[], first: number, name: string): BlockRange {
  const text = lines.slice(first - 1).join('\n');
  const lineAt = (offset: number): number =>
    first + (text.slice(0, offset).match(/\n/g)?.length ?? 0);
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const tag = new RegExp(`<!--[\\s\\S]*?-->|<(/?)${escaped}(?=[\\s/>])`, 'g');
  let depth = 0;
  let startEnds = 0;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    if (match[1] === undefined) {
      continue;
    }
    const end = tagEnd(text, tag.lastIndex);
    tag.lastIndex = end;
    const closing = match[1] === '/';
    if (closing && depth === 0) {
      // The end of an element that began before.
      continue;
    }
    const empty = !closing && (text[end - 2] === '/' || voidElements.has(name.toLowerCase()));
    if (depth === 0 && !closing) {
      startEnds = end;
      if (empty) {
        return { first, last: lineAt(end - 1) };
      }
    }
    depth += closing ? -1 : empty ? 0 : 1;
    if (depth === 0) {
      return { first, last: lineAt(end - 1) };
    }
  }
  return { first, last: lineAt(Math.max(0, startEnds - 1)) };
}

/** Offset after the `>` that ends a tag whose name ends at `from`. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  let braces = 0;
  for (let index = from; index < text.length; index++) {
    const char = text.charAt(index);
    if (quote !== '') {
      quote = char === quote ? '' : quote;
    } else if (char === '"' || char === "'") {
      quote = char;
    } else if (char === '{') {
      braces++;
    } else if (char === '}') {
      braces--;
    } else if (char === '>' && braces <= 0) {
      return index + 1;
    }
  }
  return text.length;
}
