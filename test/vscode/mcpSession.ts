import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as vscode from 'vscode';

/** What the command that copies the connection answers. */
export interface CopiedConnection {
  readonly mcpServers: {
    readonly chipboard: {
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };
  };
}

/** An answer of a tool, as a client gets it. */
export interface ReceivedAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** A real MCP client of the extension under test. */
export interface McpSession {
  readonly client: Client;
  call(name: string, args: Record<string, unknown>): Promise<ReceivedAnswer>;
  close(): Promise<void>;
}

/** Where the extension under test serves MCP, and the headers to send. Starts the server. */
export async function connection(): Promise<CopiedConnection['mcpServers']['chipboard']> {
  const copied = await vscode.commands.executeCommand<CopiedConnection>(
    'chipboard.mcp.copyConnection',
  );
  return copied.mcpServers.chipboard;
}

/** Connects a client over HTTP. */
export async function connect(name = 'test-client'): Promise<McpSession> {
  return openSession(await connection(), name);
}

/** Connects a client to a server whose address is known. */
export async function openSession(
  { url, headers }: CopiedConnection['mcpServers']['chipboard'],
  name: string,
): Promise<McpSession> {
  const client = new Client({ name, version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  return {
    client,
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args });
      const [content] = result.content as { readonly text: string }[];
      return {
        isError: result.isError === true,
        text: content?.text ?? '',
        structured: result.structuredContent as Record<string, unknown>,
      };
    },
    close: () => client.close(),
  };
}
