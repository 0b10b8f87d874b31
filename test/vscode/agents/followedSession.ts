import assert from 'node:assert/strict';
import { env } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { AgentName } from '../../../scripts/agents/agentPackages.ts';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { commands, reportScheme } from '../../../src/manifest/commands.ts';
import { startScriptedModels, type ModelRequest } from '../../agents/models/scriptedModels.ts';
import { runAgent } from '../../agents/runAgent.ts';
import { reportOn, rowLabels, rowsWhere, showView } from '../sessions/tree.ts';
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

/** Milliseconds that the model thinks about each answer, at least. */
const least = 300;

/** Milliseconds that anything may take before the agent is ended. */
const longest = 60_000;

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
 * opens it by a click, and follows it by the command. The model gives no
 * further answer before the report tells of the last one.
 */
export async function followedSession(agent: AgentName): Promise<FollowedSession> {
  const name = `${agent}-followed.txt`;
  const prompt = scriptOf(name);
  await put(name, 'one\ntwo\nthree\nfour\nfive\n');
  const former = env['HOME'];
  let watch: Watch | undefined;
  const models = await startScriptedModels({
    think: async (request) => {
      await setTimeout(least);
      await watch?.told(request - 1);
    },
  });
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
    assert.ok(seen !== undefined && models.requests.length > 3, output);
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
  #subscription: vscode.Disposable | undefined;
  #working = true;
  #failed = false;

  constructor(name: string) {
    this.#name = name;
    this.#following = this.#follow();
    // Told when the agent has ended.
    this.#following.catch(() => (this.#failed = true));
  }

  /** Waits until the report tells of so many calls; not if it never will. */
  async told(calls: number): Promise<void> {
    const isTold = (): boolean =>
      calls === 0 || this.#failed || (this.#reports.at(-1)?.calls ?? 0) >= calls;
    await until(`the report tells of ${calls} calls`, isTold, longest);
  }

  /** The agent has ended; its home is still there. */
  async end(
    calls: number,
  ): Promise<Pick<FollowedSession, 'reports' | 'rows' | 'last' | 'file' | 'session'>> {
    this.#working = false;
    const growth = await this.#following;
    const { path } = growth;
    const isTold = (): boolean => callsIn(reportOn(path) ?? '') === calls;
    await until('the report tells all calls', isTold, longest);
    const marks = new RegExp(`, followed, ${calls} calls?, `);
    const isMarked = (labels: readonly string[]): boolean =>
      labels.some((label) => marks.test(label));
    const marked = await rowsWhere('the tree tells them too', isMarked, longest);
    this.#see(marked);
    const file = growth.stop();
    const isWhole = (): boolean => recordsIn(reportOn(path) ?? '') === file.lines;
    await until('the report tells all records', isWhole, longest);
    this.#subscription?.dispose();
    const last = reportOn(path) ?? '';
    await vscode.commands.executeCommand(commands.unfollowSession.id, path);
    const session = await wholeSession(path);
    return { reports: this.#reports, rows: [...this.#rows], last, file, session };
  }

  async #follow(): Promise<FileGrowth> {
    await showView();
    await rowsWhere(
      'the tree has it',
      (labels) => labels.some((label) => label.includes(this.#name)),
      longest,
      async () => {
        // The editor draws a tree that changes more than five times a second only when that ends.
        await vscode.commands.executeCommand(commands.refreshSessions.id);
        await setTimeout(500);
      },
    );
    await driveUi({
      action: 'click',
      timeout: longest,
      selector: `.customview-tree .monaco-list-row[aria-label*="${this.#name}"]`,
    });
    let path = '';
    await until(
      'its report is in front',
      () => {
        const { document } = vscode.window.activeTextEditor ?? {};
        path = document?.getText().includes(this.#name) === true ? document.uri.query : '';
        return path !== '';
      },
      longest,
    );
    const growth = new FileGrowth(path);
    this.#note(reportOn(path) ?? '');
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
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

  async #look(): Promise<void> {
    this.#see(await rowLabels());
  }

  #see(labels: readonly string[]): void {
    const row = labels.find((label) => label.includes(this.#name));
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
