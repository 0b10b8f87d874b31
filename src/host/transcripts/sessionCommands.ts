import * as path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { fileOfPath } from '../../core/sources/opencode/databasePaths.ts';
import type { SessionsModel } from '../../panel/transcripts/sessionsModel.ts';
import type { TreeNode } from '../../panel/transcripts/sessionTree.ts';
import type { Disposable } from '../../ports/system.ts';
import type { TranscriptFailure } from '../../ports/transcripts.ts';
import { activeReport, type ReportDocuments } from './reportDocuments.ts';
import { slowly } from './slowly.ts';

/** What the commands work on. */
export interface SessionCommandParts {
  readonly model: SessionsModel;
  readonly documents: ReportDocuments;
}

/** A session that a command is about: an item of the tree, a path, or what the active editor tells of. */
export type SessionTarget = TreeNode | string | undefined;

/** What a person does with sessions. Expected failures are shown as one sentence, and nothing is answered then. */
export class SessionCommands implements Disposable {
  private readonly parts: SessionCommandParts;
  private readonly disposables = new DisposableStore();

  constructor(parts: SessionCommandParts) {
    this.parts = parts;
    this.disposables.add(
      parts.model.followed.onDidEnd(({ path: file, message }) => {
        tell(`${path.basename(file)} is not followed any more. ${message}`);
      }),
    );
  }

  /** Opens files: those given, for scripts, or those that a person picks. Answers the paths that could be opened. */
  async open(chosen: unknown): Promise<readonly string[]> {
    const given = (Array.isArray(chosen) ? chosen : [chosen]).filter(
      (one) => one instanceof vscode.Uri,
    );
    const files = given.length > 0 ? given : await pickFiles();
    return this.openFiles(files);
  }

  /** Opens files that are named. Answers the paths that could be opened. */
  async openFiles(files: readonly vscode.Uri[]): Promise<readonly string[]> {
    const opened: string[] = [];
    const problems: string[] = [];
    for (const { fsPath } of files) {
      const shown = await this.read(fsPath, files.length === 1, true);
      if (typeof shown === 'string') {
        opened.push(shown);
      } else if (shown.code !== 'cancelled') {
        problems.push(`${path.basename(fsPath)}: ${shown.message}`);
      }
    }
    if (problems.length > 0) {
      tell(problems.join(' '));
    }
    return opened;
  }

  /** Shows what is to be told of a session. */
  readonly show = async (target: SessionTarget): Promise<string | undefined> => {
    const shown = await this.read(pathOf(target), true, false);
    if (typeof shown === 'string') {
      return shown;
    }
    if (shown.code !== 'cancelled') {
      tell(shown.message);
    }
    return undefined;
  };

  /** Reads a session on as it grows. */
  readonly follow = async (target: SessionTarget): Promise<void> => {
    const { model } = this.parts;
    const file = pathOf(target);
    const row = model.row(file);
    const followed = await slowly('Reading the session…', () => model.followed.follow(file));
    if (!followed.ok) {
      tell(followed.failure.message);
      return;
    }
    if (row !== undefined) {
      model.learn(row, true);
    } else {
      await this.read(followed.value.state.path, true, true);
    }
  };

  /** Stops reading on. */
  readonly unfollow = async (target: SessionTarget): Promise<void> => {
    await this.parts.model.followed.stop(pathOf(target));
  };

  /** Shows the file: in the system's own file browser, or where there is none in an editor. */
  readonly reveal = async (target: SessionTarget): Promise<void> => {
    const file = vscode.Uri.file(fileOfPath(pathOf(target)));
    const isHere =
      vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
    await vscode.commands.executeCommand(isHere ? 'revealFileInOS' : 'vscode.open', file);
  };

  /** Puts the path on the clipboard, with the session where it is one in a database. */
  readonly copyPath = async (target: SessionTarget): Promise<void> => {
    await vscode.env.clipboard.writeText(vscode.Uri.file(pathOf(target)).fsPath);
  };

  dispose(): void {
    this.disposables.dispose();
  }

  private async read(
    file: string,
    preview: boolean,
    choose: boolean,
  ): Promise<string | TranscriptFailure> {
    const { documents, model } = this.parts;
    const shown = await slowly('Reading the session…', (signal) =>
      documents.show(file, { preview, signal }),
    );
    if (!shown.ok) {
      return shown.failure;
    }
    const { row } = shown.value;
    model.learn(row, choose);
    return row.path;
  }
}

/**
 * The file of a session.
 * @throws {Error} When there is no session that the command could be about.
 */
export function pathOf(target: SessionTarget): string {
  const given = typeof target === 'object' && target.kind === 'session' ? target.row.path : target;
  const file = typeof given === 'string' ? given : activeReport();
  if (file === undefined) {
    throw new Error('Choose a session in the Agent Sessions view first.');
  }
  return file;
}

async function pickFiles(): Promise<readonly vscode.Uri[]> {
  const picked = await vscode.window.showOpenDialog({
    title: 'Open transcripts of agents',
    canSelectMany: true,
    filters: { Transcripts: ['jsonl', 'json', 'har', 'lhar', 'db'], 'All files': ['*'] },
  });
  return picked ?? [];
}

/** Shows a sentence on what went wrong. */
export function tell(message: string): void {
  void vscode.window.showErrorMessage(message);
}
