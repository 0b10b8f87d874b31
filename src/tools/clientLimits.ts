/** Bytes an answer may have, both forms counted, for clients of which nothing is known. */
const defaultLimit = 10_000;

/**
 * Clients that show a model more than the default before they cut an answer or move it to a file. Names are those of
 * `clientInfo.name`; figures are half of what was measured to pass uncut, rounded down.
 */
const knownLimits: readonly (readonly [RegExp, number])[] = [
  [/^gemini-cli/i, 40_000],
  [/^opencode/i, 50_000],
];

/** Most bytes of an answer to this client, text and structured content together. */
export function answerLimit(client: string): number {
  return knownLimits.find(([name]) => name.test(client))?.[1] ?? defaultLimit;
}

/**
 * Characters of file text that an answer to this client may show: the text is in both forms, and JSON escapes and
 * the other fields need room too.
 */
export function textRoom(client: string): number {
  return Math.floor(answerLimit(client) * 0.36);
}
