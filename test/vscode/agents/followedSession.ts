import assert from 'node:assert/strict';
import { env } from 'node:process';
import * as vscode from 'vscode';
import type { AgentName } from '../../../scripts/agents/agentPackages.ts';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { commands, reportScheme } from '../../../src/manifest/commands.ts';
import { startScriptedModels, type ModelRequest } from '../../agents/models/scriptedModels.ts';
import { runAgent } from '../../agents/runAgent.ts';
import { reportOn, rowLabels, showView } from '../sessions/tree.ts';
import { closeEditors, onDisk, put, until } from '../workspaceFiles.ts';
import { mcpAddress } from './editingSession.ts';
import { FileGrowth, type GrownFile } from './fileGrowth.ts';
import { wholeSession, type WholeSession } from './wholeSession.ts';

/** What the report said at one time. */
export interface SeenReport {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly calls: number;
  readonly records: number;
  /** Whether the agent was at work. */
  readonly working: boolean;
}

/** What was seen of an agent's work. */
export interface FollowedSession {
  /** The report after each of its changes, from the first that was opened on. */
  readonly reports: readonly SeenReport[];
  /** What the tree said of the session while it was followed, once for each text. */
  readonly rows: readonly string[];
  /** The report when the agent had ended. */
  readonly last: string;
  /** The transcript. */
  readonly file: GrownFile;
  readonly session: WholeSession;
  readonly requests: readonly ModelRequest[];
  readonly prompt: string;
  /** The file that the agent edited. */
  readonly edited: string;
}

/** Milliseconds that the model thinks about each answer: long enough for a person to see one after the other. */
const pause = 700;

/** Milliseconds after which an agent is ended. */
const longest = 90_000;

const scriptOf = (file: string): string =>
  [
    `call be-read {"file":"${file}"}`,
    `call be-replace {"file":"${file}:2","content":"TWO","viewed_code_id":"{{viewed_code_id}}"}`,
    `call be-insert {"file":"${file}:3","content":"three and a half"}`,
    `call be-delete {"file":"${file}:6"}`,
    `call be-write {"file":"../outside.txt","content":"what may not be written there"}`,
    `call be-balance {"file":"${file}"}`,
    `call be-read {"file":"${file}"}`,
    `say all done with ${file}`,
  ].join('\n');

/**
 * Lets an agent edit a file of the workspace, and follows its session meanwhile as a person would: finds it in the tree,
 * opens it by a click, and follows it by the command.
 */
export async function followedSession(agent: AgentName): Promise<FollowedSession> {
  const name = `${agent}-followed.txt`;
  const prompt = scriptOf(name);
  await put(name, 'one\ntwo\nthree\nfour\nfive\n');
  const models = await startScriptedModels({ pause });
  const former = env['HOME'];
  let watch: Watch | undefined;
  let seen: Awaited<ReturnType<Watch['end']>> | undefined;
  try {
    const output = await runAgent({
      ...{ agent, prompt, models: models.url, mcp: await mcpAddress() },
      folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '',
      onHome: (home) => {
        env['HOME'] = home;
        watch = new Watch(name);
      },
      onEnd: async () => {
        seen = await watch?.end(models.requests.length);
      },
    });
    assert.ok(seen !== undefined, output);
    return { ...seen, requests: models.requests, prompt, edited: await onDisk(name) };
  } finally {
    env['HOME'] = former;
    await models.dispose();
    await closeEditors();
  }
}

/** Looks at the session that names a file while its agent works. */
class Watch {
  readonly #name: string;
  readonly #reports: SeenReport[] = [];
  readonly #rows = new Set<string>();
  readonly #following: Promise<FileGrowth>;
  #working = true;

  constructor(name: string) {
    this.#name = name;
    this.#following = this.#follow();
    // Told when the agent has ended.
    this.#following.catch(() => undefined);
  }

  /** The agent has ended; its home is still there. */
  async end(
    calls: number,
  ): Promise<Pick<FollowedSession, 'reports' | 'rows' | 'last' | 'file' | 'session'>> {
    this.#working = false;
    const growth = await this.#following;
    const { path } = growth;
    await until('the report tells all calls', async () => {
      await this.#look();
      return callsIn(reportOn(path) ?? '') === calls;
    });
    const file = growth.stop();
    await until('it tells all records', () => recordsIn(reportOn(path) ?? '') === file.lines);
    const last = reportOn(path) ?? '';
    await vscode.commands.executeCommand(commands.unfollowSession.id, path);
    const session = await wholeSession(path);
    return { reports: this.#reports, rows: [...this.#rows], last, file, session };
  }

  async #follow(): Promise<FileGrowth> {
    await showView();
    await until('the tree has it', async () => {
      await vscode.commands.executeCommand(commands.refreshSessions.id);
      return (await this.#row()) !== undefined;
    });
    await driveUi({
      action: 'click',
      selector: `.customview-tree .monaco-list-row[aria-label*="${this.#name}"]`,
    });
    let path = '';
    await until('its report is in front', () => {
      const { document } = vscode.window.activeTextEditor ?? {};
      path = document?.getText().includes(this.#name) === true ? document.uri.query : '';
      return path !== '';
    });
    const growth = new FileGrowth(path);
    this.#note(reportOn(path) ?? '');
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === reportScheme && document.uri.query === path) {
        this.#note(document.getText());
      }
    });
    await vscode.commands.executeCommand(commands.followSession.id);
    const seen = async (): Promise<boolean> => {
      await this.#look();
      return !this.#working;
    };
    await until('the agent has ended', seen, longest);
    return growth;
  }

  #note(text: string): void {
    const calls = callsIn(text);
    this.#reports.push({
      at: Date.now(),
      calls,
      records: recordsIn(text),
      working: this.#working,
    });
  }

  async #row(): Promise<string | undefined> {
    return (await rowLabels()).find((label) => label.includes(this.#name));
  }

  async #look(): Promise<void> {
    const row = await this.#row();
    if (row !== undefined) {
      this.#rows.add(row);
    }
  }
}

function callsIn(report: string): number {
  return Number(/^ {2}(\d+) calls?, /m.exec(report)?.[1] ?? Number.NaN);
}

function recordsIn(report: string): number {
  return Number(/^Records: (\d+),/m.exec(report)?.[1] ?? Number.NaN);
}
