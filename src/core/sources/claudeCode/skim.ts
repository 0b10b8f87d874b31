/*
 * In long sessions two fifths of the bytes are reports of hooks and of running commands, which are no part of the
 * conversation: only what links them to other records matters. They are recognised by their beginning and their end, so
 * that what lies between need not be parsed. Damage between is not noticed.
 */

/** Fields of one value before `data`, then what kind of progress it is. */
const beginning =
  /^\{(?:"\w+":(?:"(?:[^"\\]|\\.)*"|null|true|false),)+"type":"progress","data":\{"type":"(?:hook|bash)_progress",/;

/** Fields of one text behind `data`, to the end. */
const ending = /\}((?:,"\w+":"[^"\\]*")+\})$/;

const mark = '"type":"progress","data":{"type":"';

/** Where a line's beginning and end are looked for, in characters. */
const looked = 1200;

/** Shorter lines are parsed as soon. */
const shortest = 600;

/** The record of a line that reports progress, its `data` without all but the type; undefined for any other line. */
export function skimProgress(text: string): unknown {
  if (text.length < shortest) {
    return undefined;
  }
  const head = text.slice(0, looked);
  // Most lines are of the conversation: they are told apart without the expression.
  const begins = head.includes(mark) ? beginning.exec(head) : null;
  const ends = begins === null ? null : ending.exec(text.slice(-looked));
  if (begins === null || ends === null || begins[0].length + ends[0].length > text.length) {
    return undefined;
  }
  try {
    return JSON.parse(`${begins[0].slice(0, -1)}}${ends[1] ?? ''}`) as unknown;
  } catch {
    return undefined;
  }
}
