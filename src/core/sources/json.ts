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

/** The time in a field: ISO text, or a number of milliseconds since the epoch. Undefined for anything else. */
export function timeAt(of: JsonObject, key: string): number | undefined {
  const value = of[key];
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && time > 0 && time <= latest ? Math.trunc(time) : undefined;
}
