/** Bytes an answer may have, both forms counted, for clients of which nothing is known. */
const defaultLimit = 10_000;

/**
 * Clients that show a model more than the default before they cut an answer or move it to a file, by the name in
 * `clientInfo.name`. Of a success each shows one form only; uncut passed 8 kB to VS Code 1.139, 12 kB to Codex 0.171,
 * 40 kB to Gemini CLI 0.61 (which shows both forms of a failure, and its arguments), 50 kB to Claude Code 2.1 and
 * 51 kB to opencode 1.18. The figures stay below twice that.
 */
const knownLimits: readonly (readonly [RegExp, number])[] = [
  [/^(?:Visual Studio Code|Code - OSS)/, 14_000],
  [/^codex/, 20_000],
  [/^gemini-cli/, 40_000],
  [/^claude-code/, 80_000],
  [/^opencode/, 90_000],
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

/** Bytes of text that an answer to this client may show where it has one form only, with room for a few lines about it. */
export function plainRoom(client: string): number {
  const known = knownLimits.find(([name]) => name.test(client))?.[1];
  return (known === undefined ? defaultLimit : Math.floor(known / 2)) - 800;
}
