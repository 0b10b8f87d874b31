/** What a person typed into a search field, taken apart. Everything must hold. */
export interface SearchWords {
  /** In lower case. */
  readonly words: readonly string[];
  /** `name:value` with a name that is known; in lower case. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** Takes `be-write "two words" tool:be-trx` apart; a field is one of `names`, anything else is a word. */
export function searchWords(text: string, names: ReadonlySet<string>): SearchWords {
  const words: string[] = [];
  const fields: { name: string; value: string }[] = [];
  for (const [, name, quoted, bare] of text
    .toLowerCase()
    .matchAll(/(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/g)) {
    const value = quoted ?? bare ?? '';
    if (name === undefined && value.endsWith(':') && names.has(value.slice(0, -1))) {
      // A field that is being typed.
      continue;
    }
    if (name !== undefined && names.has(name)) {
      fields.push({ name, value });
    } else if (name !== undefined || value !== '') {
      words.push(name === undefined ? value : `${name}:${value}`);
    }
  }
  return { words, fields };
}
