const decoder = new TextDecoder();

/** The words of a search, lower-cased. */
export function searchWords(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * What a search looks at in a stored text, lower-cased: of JSON the strings and numbers it means, not the way they are
 * escaped or named; anything else as it is.
 */
export function searchableText(content: Uint8Array): string {
  const text = decoder.decode(content);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.toLowerCase();
  }
  return leaves(value).join('\n').toLowerCase();
}

/** Not recursive: the nesting of what an agent sent may be deeper than the stack. */
function leaves(value: unknown): readonly string[] {
  const found: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' || typeof next === 'number') {
      found.push(String(next));
    } else if (typeof next === 'object' && next !== null) {
      for (const part of Object.values(next)) {
        left.push(part);
      }
    }
  }
  return found;
}
