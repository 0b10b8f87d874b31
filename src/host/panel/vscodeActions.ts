import * as vscode from 'vscode';
import type { SettingKey } from '../../manifest/settings.ts';
import type { EditorActions } from '../../ports/editorActions.ts';
import type { AskBefore } from '../../ports/patchConsent.ts';
import type { PreviewDocuments } from '../previewDocuments.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';

/** Bytes of the largest file that is read for a person. */
const largestFile = 512 * 1024 * 1024;

/** What a page asks of the editor, by its own dialogs and editors. */
export class VscodeActions implements EditorActions {
  private readonly documents: PreviewDocuments;
  private readonly files = new WorkspaceFiles();

  constructor(documents: PreviewDocuments) {
    this.documents = documents;
  }

  async openText(about: string, name: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(this.documents.show(about, name, text), { preview: true });
  }

  async openFile(file: string, line?: number): Promise<void> {
    const at = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
    const selection = line === undefined ? {} : { selection: new vscode.Range(at, at) };
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: true, ...selection });
  }

  async showDiff(diff: Parameters<EditorActions['showDiff']>[0]): Promise<void> {
    const { title, file, before, after } = diff;
    const left = this.documents.show(before === undefined ? 'new:' : 'now:', file, before ?? '');
    const right = this.documents.show('preview:', file, after);
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
  }

  async copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  async saveAs(title: string, name: string, bytes: Uint8Array): Promise<boolean> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await vscode.window.showSaveDialog({
      title,
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    });
    if (target === undefined) {
      return false;
    }
    await vscode.workspace.fs.writeFile(target, bytes);
    return true;
  }

  async readChosen(title: string, ending: string): Promise<Uint8Array | undefined> {
    const [file] =
      (await vscode.window.showOpenDialog({
        title,
        canSelectMany: false,
        filters: { Chipboard: [ending], 'All files': ['*'] },
      })) ?? [];
    if (file === undefined) {
      return undefined;
    }
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > largestFile) {
      throw new Error('The file is larger than 512 MB, so it was not read.');
    }
    return vscode.workspace.fs.readFile(file);
  }

  async askSecret(title: string, prompt: string, again: boolean): Promise<string | undefined> {
    const common = { password: true, ignoreFocusOut: true };
    const first = await vscode.window.showInputBox({
      ...common,
      title,
      prompt,
      validateInput: (value) => (value === '' ? 'It must not be empty.' : undefined),
    });
    if (first === undefined || first === '' || !again) {
      return first === '' ? undefined : first;
    }
    return vscode.window.showInputBox({
      ...common,
      title: `${title}, once more`,
      prompt: 'Type it again, so that it is not misspelt.',
      validateInput: (value) => (value === first ? undefined : 'It is not the same as before.'),
    });
  }

  async confirm(question: string, detail: string, yes: string, no?: string): Promise<boolean> {
    const options = { modal: true, detail };
    // The first button has the focus.
    const buttons = no === undefined ? [yes] : [no, yes];
    return (await vscode.window.showWarningMessage(question, options, ...buttons)) === yes;
  }

  findFiles(words: string, limit: number): Promise<readonly string[]> {
    return this.files.find(words, limit);
  }

  unsaved(file: string): boolean {
    return vscode.workspace.textDocuments.some(
      ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === file,
    );
  }

  async openSettings(): Promise<void> {
    const query = '@ext:chipboard.chipboard';
    await vscode.commands.executeCommand('workbench.action.openSettings', query);
  }

  async setAskBefore(askBefore: AskBefore): Promise<void> {
    const key: SettingKey = 'chipboard.context.askBefore';
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration().update(key, askBefore, target);
  }
}
