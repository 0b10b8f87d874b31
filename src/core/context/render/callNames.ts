/*
 * Ids and names of calls in a form that every API takes. A session may hold calls of several providers' models, and
 * some name them as others do not allow (`functions.read:0`); one such id makes an API refuse every later request.
 */

const longestName = 64;
const longestId = 40;

/** A tool's name with `_` for each character that APIs refuse, at most 64 characters; `tool` for none. */
export function callName(name: string): string {
  return allowed(name, longestName) || 'tool';
}

/**
 * An id for a call that is not among the used ones, and is from then on: the given one where it fits and is new, else
 * one made of it, at most 40 characters.
 */
export function uniqueId(id: string, used: Set<string>): string {
  const base = allowed(id, longestId) || 'call';
  let unique = base;
  for (let number = 2; used.has(unique); number += 1) {
    const ending = `-${number}`;
    unique = base.slice(0, longestId - ending.length) + ending;
  }
  used.add(unique);
  return unique;
}

function allowed(text: string, longest: number): string {
  return text.replace(/[^a-zA-Z0-9_-]/gu, '_').slice(0, longest);
}
