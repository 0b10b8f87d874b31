import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { ReceivedAnswer } from '../mcpSession.ts';
import { workspacePath } from '../workspaceFiles.ts';

/** Claude Code, as a person has connected it. */
export interface ConnectedClaude {
  /** Its configuration folder. */
  readonly folder: string;
  /** The text of its configuration. */
  config(): Promise<string>;
  /** The launcher that it starts. */
  launcher(): Promise<string>;
  dispose(): Promise<void>;
}

/** What the configuration holds before. */
export const present = '{\n  "numStartups": 3,\n  "hasCompletedOnboarding": true\n}\n';

/** Runs the command that connects Claude Code, whose configuration is in a folder of the test. */
export async function connectClaude(choice: 'Apply' | 'Leave' = 'Apply'): Promise<ConnectedClaude> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-claude-')));
  const file = join(folder, '.claude.json');
  await writeFile(file, present, { mode: 0o600 });
  process.env.CLAUDE_CONFIG_DIR = folder;
  try {
    const done = vscode.commands.executeCommand('chipboard.agent.connect', 'claude-code');
    const row = `.quick-input-list .monaco-list-row[aria-label*="${choice}"]`;
    await driveUi({ action: 'click', selector: row, timeout: 20_000 });
    await done;
  } finally {
    delete process.env.CLAUDE_CONFIG_DIR;
  }
  const config = (): Promise<string> => readFile(file, 'utf8');
  return {
    folder,
    config,
    async launcher() {
      const { mcpServers } = JSON.parse(await config()) as {
        mcpServers: { chipboard: { command: string } };
      };
      return mcpServers.chipboard.command;
    },
    dispose: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The extension's storage folder, which holds the launcher. */
export function storageOf(launcher: string): string {
  return dirname(dirname(launcher));
}

/** A client of the headless server. */
export interface StdioSession {
  readonly client: Client;
  call(name: string, args: Record<string, unknown>): Promise<ReceivedAnswer>;
}

/** Starts the launcher in the workspace, as agents do. */
export async function startLauncher(launcher: string): Promise<StdioSession> {
  const transport = new StdioClientTransport({
    command: launcher,
    cwd: workspacePath(''),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'stdio-client', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    async call(name, args) {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as { readonly text: string }[];
      return {
        isError: result.isError === true,
        text: content?.text ?? '',
        structured: result.structuredContent as Record<string, unknown>,
      };
    },
  };
}
