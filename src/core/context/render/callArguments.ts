/** JSON object, as APIs want arguments. */
export type ArgumentsObject = Readonly<Record<string, unknown>>;

/**
 * A call's arguments as an object. A text that is no JSON object comes back whole as `{"_unparsed": text}`, so that
 * nothing of what the model wrote is lost; a blank one is `{}`. Numbers are as JavaScript reads them, of equal names
 * the last counts, lone surrogates become U+FFFD.
 */
export function argumentsObject(text: string): ArgumentsObject {
  if (text.trim() === '') {
    return {};
  }
  return parsed(text) ?? { _unparsed: text.toWellFormed() };
}

/** A call's arguments as text: the model's own where it is a JSON object, else that of `argumentsObject`. */
export function argumentsText(text: string): string {
  return parsed(text) ? text : JSON.stringify(argumentsObject(text));
}

/** Undefined for what is no object, has numbers that JavaScript has not, or is nested too deep to be walked. */
function parsed(text: string): ArgumentsObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (wellFormed(value) as ArgumentsObject)
      : undefined;
  } catch {
    return undefined;
  }
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.toWellFormed();
  }
  if (Array.isArray(value)) {
    return value.map(wellFormed);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    // Too large a number, such as 1e999, would go out as null.
    throw new RangeError('No JSON number');
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.toWellFormed(), wellFormed(field)]),
  );
}
