import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { AgentName } from '../../../scripts/agents/agentPackages.ts';
import type { McpAddress } from '../../agents/agentCommands.ts';
import type { SaidUsage } from '../../agents/models/conversation.ts';
import { startScriptedModels } from '../../agents/models/scriptedModels.ts';
import { runAgent } from '../../agents/runAgent.ts';
import { connection } from '../mcpSession.ts';
import { closeEditors, onDisk, open, put, workspacePath } from '../workspaceFiles.ts';
import { launcher } from './launcher.ts';

const CALLS = [
  'read',
  'replaced',
  'inserted',
  'deleted',
  'failed',
  'listed',
  'putBack',
  'rolledBack',
  'balanced',
  'readAgain',
] as const;

/** How an agent reaches the tools: the window's own address, or a program that it starts. */
export type Transport = 'http' | 'stdio';

/** What came of an agent's work. */
export interface EditingSession {
  /** The edited file afterwards, and what is on disk of it. */
  readonly file: string;
  readonly disk: string;
  /** The text of the call that failed. */
  readonly lost: string;
  /** What the model said of the size of each answer in the conversation. */
  readonly usage: readonly SaidUsage[];
  /** What the agent's model received of each call. */
  readonly received: Readonly<Record<(typeof CALLS)[number], string>>;
}

/**
 * Lets an agent work on a file of the workspace with every tool: it replaces line 2 and inserts a line after line 3,
 * deletes the last line, fails to write a file outside the workspace, puts the text of that call at the top of its own
 * file, takes the deletion back, and looks at what came of it. Over stdio the file is open with a line that the user
 * has not saved: an agent that goes past the window would neither see nor keep it.
 * @param onEnd What is done with the agent's home folder when it has ended, before it is removed.
 */
export async function editingSession(
  agent: AgentName,
  over: Transport = 'http',
  onEnd?: (home: string) => Promise<void>,
): Promise<EditingSession> {
  const file = `${agent}-${over}.txt`;
  const lost = `what ${agent} took long to write\nand must not lose, whatever happens to the call\n`;
  await put(file, 'one\ntwo\nthree\nfour\nfive\n');
  const editor = over === 'stdio' ? await open(file) : undefined;
  await editor?.edit((edit) => edit.insert(new vscode.Position(5, 0), 'mine\n'));
  const models = await startScriptedModels();
  try {
    const output = await runAgent({
      agent,
      models: models.url,
      mcp: over === 'http' ? await mcpAddress() : { command: await launcher(), args: [] },
      folder: workspacePath(''),
      prompt: script(agent, file, lost),
      ...(onEnd && { onEnd }),
    });
    const last = models.requests.at(-1);
    assert.match(output, /all done/);
    assert.equal(last?.results.length, CALLS.length, `${output}\n${models.problems.join('\n')}`);
    const disk = await onDisk(file);
    const text = editor?.document.getText() ?? disk;
    // Requests for a title or a summary offer no tools.
    const usage = models.requests.filter(({ tools }) => tools.length > 0).map((one) => one.usage);
    return { file: text, disk, lost, received: named(last.results), usage };
  } finally {
    await models.dispose();
    await closeEditors();
  }
}

/** Where the window serves MCP. */
export async function mcpAddress(): Promise<McpAddress> {
  const { url, headers } = await connection();
  return { url, token: (headers.Authorization ?? '').replace('Bearer ', '') };
}

function script(agent: AgentName, file: string, lost: string): string {
  const top = `${pathToFileURL(workspacePath(file)).href}:0`;
  return `
    call be-read {"file":"${file}"}
    call be-replace {"file":"${file}:2","content":"TWO","viewed_code_id":"{{viewed_code_id}}"}
    call be-insert {"file":"${file}:3","content":"three and a half"}
    call be-delete {"file":"${file}:6"}
    call be-write {"file":"../outside.txt","content":${JSON.stringify(lost)}}
    call be-insert-chip {"tool":"be-write","words":"${agent}"}
    call be-insert-chip {"from":"chip://{{id}}","to":"${top}"}
    call be-trx {"action":"rollback","event":"{{4.event_id}}"}
    call be-balance {"file":"${file}"}
    call be-read {"file":"${file}"}
    say all done
    `;
}

function named(results: readonly string[]): EditingSession['received'] {
  const entries = CALLS.map((call, at) => [call, results[at]]);
  return Object.fromEntries(entries) as EditingSession['received'];
}
