/*
 * What the checks of the model APIs have in common. They look at a request as it goes out, knowing nothing of the code
 * that made it: plain JSON, in which anything can be wrong.
 */

/** A rule that a request breaks, and where. */
export interface Violation {
  readonly rule: string;
  /** Path in the request, such as `messages[3]`. */
  readonly at: string;
}

/** An object's fields; none of anything else. */
export type Fields = Readonly<Record<string, unknown>>;

/** The request as the API receives it. */
export function onTheWire(request: unknown): Fields {
  return fieldsOf(JSON.parse(JSON.stringify(request)));
}

/** Fields of an object; none of what is no object. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Objects of a list; none of what is no list. */
export function objectsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A text, or the empty one for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a text is a JSON object. */
export function isJsonObject(text: unknown): boolean {
  try {
    return isObject(JSON.parse(textOf(text)));
  } catch {
    return false;
  }
}

/** Gathers violations. */
export class Violations {
  readonly list: Violation[] = [];

  /** Adds one unless the condition holds. */
  expect(condition: boolean, rule: string, at: string): void {
    if (!condition) {
      this.list.push({ rule, at });
    }
  }

  /** Half a character in any text or name: no API reads such a request, as UTF-8 cannot carry it. */
  expectWellFormed(request: unknown): void {
    const text = JSON.stringify(request);
    // Outside a pair JSON.stringify writes a surrogate as its escape; an escaped backslash before it is text.
    this.expect(!/(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(text), 'lone_surrogate', 'request');
  }
}

/** Rules of the names and ids of calls that all APIs share. */
export const callNamePattern = /^[a-zA-Z0-9_-]{1,64}$/;
