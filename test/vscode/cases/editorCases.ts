import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { allowButton } from '../../../src/host/modalConsent.ts';
import type {
  CaseAnswer,
  ListedTool,
  MakeCaseBench,
  UserAnswer,
} from '../../contract/cases/caseBench.ts';
import { CaseBench, caseFiles, layOutCases } from '../../contract/cases/caseBench.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors, workspacePath } from '../workspaceFiles.ts';

const { showWarningMessage } = vscode.window;
const questions: string[] = [];
const sessions = new Map<string, Promise<McpSession>>();

/** The case files in a folder of the workspace that the real editor has open; relative paths are below that folder. */
class EditorCases extends CaseBench {
  readonly kind = 'editor';
  private readonly folder: string;
  private readonly changed = new Map<string, unknown>();

  constructor(root: string, folder: string) {
    super(root);
    this.folder = folder;
  }

  async call(tool: string, args: unknown, session = 'A'): Promise<CaseAnswer> {
    const client = await this.client(session);
    return client.call(tool, this.placed(args) as Record<string, unknown>);
  }

  async setting(key: string, value: unknown): Promise<void> {
    const settings = vscode.workspace.getConfiguration();
    if (!this.changed.has(key)) {
      this.changed.set(key, settings.inspect(key)?.globalValue);
    }
    await settings.update(key, value, vscode.ConfigurationTarget.Global);
  }

  get workspaceFolder(): string {
    return workspacePath('.');
  }

  get questions(): readonly string[] {
    return questions;
  }

  answerQuestions(answer: UserAnswer, asked: () => void = () => undefined): void {
    // The editor shows no modal question while extension tests run; they are answered in its place.
    const show = (
      message: string,
      options: vscode.MessageOptions,
    ): Promise<vscode.MessageItem | undefined> => {
      questions.push(`${message}\n${options.detail ?? ''}`);
      asked();
      return answer === 'never'
        ? new Promise(() => undefined)
        : Promise.resolve(answer === 'allow' ? allowButton : undefined);
    };
    Object.assign(vscode.window, { showWarningMessage: show });
  }

  async tools(): Promise<readonly ListedTool[]> {
    const { client } = await this.client('A');
    return (await client.listTools()).tools;
  }

  async disconnect(name: string): Promise<void> {
    const session = sessions.get(name);
    sessions.delete(name);
    await (await session)?.close();
  }

  async dispose(): Promise<void> {
    Object.assign(vscode.window, { showWarningMessage });
    questions.length = 0;
    for (const [key, value] of this.changed) {
      await vscode.workspace
        .getConfiguration()
        .update(key, value, vscode.ConfigurationTarget.Global);
    }
    await closeEditors();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private client(name: string): Promise<McpSession> {
    const session = sessions.get(name) ?? connect(`case-client-${name}`);
    sessions.set(name, session);
    return session;
  }

  /** The workspace is larger than the case's folder, so a relative path is made absolute. */
  private placed(args: unknown): unknown {
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      return args;
    }
    const fields = args as Record<string, unknown>;
    const place = (path: unknown): unknown =>
      typeof path === 'string' && !path.startsWith('/') && !path.startsWith('file:')
        ? join(this.root, path)
        : path;
    const files = Array.isArray(fields['files'])
      ? { files: fields['files'].map((entry) => this.placed(entry)) }
      : {};
    return { ...fields, ...('file' in fields ? { file: place(fields['file']) } : {}), ...files };
  }
}

/** Makes a bench over the real editor. */
export const makeEditorCases: MakeCaseBench = (folder = '.') => {
  const scratch = mkdtempSync(workspacePath('cases-'));
  const files = join(scratch, 'cases');
  const extension = vscode.extensions.getExtension('chipboard.chipboard');
  layOutCases(join(extension?.extensionPath ?? '', caseFiles), files);
  return Promise.resolve(new EditorCases(join(files, folder), scratch));
};

/** Ends the connections of all benches. */
export async function closeCaseSessions(): Promise<void> {
  for (const session of sessions.values()) {
    await (await session).close();
  }
  sessions.clear();
}
