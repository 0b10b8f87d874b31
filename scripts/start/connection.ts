import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How an agent reaches the tools. */
export interface Connection {
  readonly mcp: string;
  readonly token: string;
}

/**
 * Waits until the extension has written its connection to the file.
 * @throws {Error} When it has not in `patience` milliseconds.
 */
export async function awaitConnection(file: string, patience = 60_000): Promise<Connection> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) {
      return JSON.parse(text) as Connection;
    }
    await sleep(100);
  }
  throw new Error(`The extension did not start its MCP server within ${patience / 1000} s.`);
}

/** What to tell a person who wants to connect an agent of their own. */
export function connectionHelp({ mcp, token }: Connection): string {
  return [
    'Connect an agent (the token is a secret):',
    `  Claude Code  claude mcp add --transport http chipboard ${mcp} --header "Authorization: Bearer ${token}"`,
    `  Codex        in ~/.codex/config.toml: [mcp_servers.chipboard] url = "${mcp}", bearer_token_env_var = "CHIPBOARD_TOKEN"`,
    `  others       ${JSON.stringify({ mcpServers: { chipboard: { type: 'http', url: mcp, headers: { Authorization: `Bearer ${token}` } } } })}`,
  ].join('\n');
}
