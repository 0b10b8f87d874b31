/** A JSON object whose fields nobody has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether it is an object and no array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a field; an empty one if there is none. */
export function objectAt(of: JsonObject, key: string): JsonObject {
  const value = of[key];
  return isObject(value) ? value : {};
}

/** The list in a field; an empty one if there is none. */
export function listAt(of: JsonObject, key: string): readonly unknown[] {
  const value = of[key];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The text in a field; empty if there is none. */
export function textAt(of: JsonObject, key: string): string {
  const value = of[key];
  return typeof value === 'string' ? value : '';
}

/** The number of tokens, bytes and the like in a field: whole, 0 or more; undefined for anything else. */
export function countAt(of: JsonObject, key: string): number | undefined {
  const value = of[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The latest time that is believed: the end of the year 9999. */
const latest = 253_402_300_799_999;

/** The number that the digits from `at` on are; NaN if they are none. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) {
      return NaN;
    }
    value = value * 10 + digit;
  }
  return value;
}

/** `2026-02-12T16:02:25.227Z`, as nearly all transcripts write times; a tenth of what `Date.parse` takes. */
function isoTime(text: string): number {
  if (text.length !== 24 || text[10] !== 'T' || text[23] !== 'Z') {
    return Date.parse(text);
  }
  const [month, day] = [digits(text, 5, 2), digits(text, 8, 2)];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
    ? Date.UTC(
        digits(text, 0, 4),
        month - 1,
        day,
        digits(text, 11, 2),
        digits(text, 14, 2),
        digits(text, 17, 2),
        digits(text, 20, 3),
      )
    : NaN;
}

/** The time in a field: ISO text, or a number of milliseconds since the epoch. Undefined for anything else. */
export function timeAt(of: JsonObject, key: string): number | undefined {
  const value = of[key];
  const time = typeof value === 'string' ? isoTime(value) : value;
  return typeof time === 'number' && time > 0 && time <= latest ? Math.trunc(time) : undefined;
}
