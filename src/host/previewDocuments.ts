import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../ports/system.ts';

const scheme = 'chipboard-preview';

/** Read-only documents with text of ours: chips, and files as they would be. Forgotten when they are closed. */
export class PreviewDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private readonly disposables: vscode.Disposable[];
  private last = 0;

  constructor() {
    this.disposables = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    ];
  }

  /** A document with the text. Its name decides the language; `about` stands before it in the tab. */
  show(about: string, file: string, text: string): vscode.Uri {
    this.last++;
    const name = `${about} ${path.basename(file)}`;
    const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: String(this.last) });
    this.texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    for (const disposable of this.disposables) {
      disposable.dispose();
    }
  }
}
