import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../ports/system.ts';

const scheme = 'chipboard-connect';

/** Read-only documents that show agents' configurations as they are and as they would be. */
export class ConfigDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registration: vscode.Disposable;
  private last = 0;

  constructor() {
    this.registration = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    );
  }

  /** Shows both texts of a file side by side. Answers how to close the editor. */
  async showDiff(
    file: string,
    { before, after }: { readonly before: string; readonly after: string },
  ): Promise<() => Promise<void>> {
    const [left, right] = [this.document(file, before), this.document(file, after)];
    const title = `${path.basename(file)} (with Chipboard)`;
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
    return () => closeDiff(right);
  }

  /** Shows a text. */
  async show(file: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(this.document(file, text), { preview: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.registration.dispose();
  }

  private document(file: string, text: string): vscode.Uri {
    this.last++;
    const name = `/${path.basename(file)}`;
    const uri = vscode.Uri.from({ scheme, path: name, query: String(this.last) });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

async function closeDiff(right: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const ours = tabs.filter(
    ({ input }) =>
      input instanceof vscode.TabInputTextDiff && input.modified.toString() === right.toString(),
  );
  await vscode.window.tabGroups.close(ours, true);
}
