import * as vscode from 'vscode';
import type { Disposable, Event } from '../ports/system.ts';
import type { Workspace, WorkspaceFolder } from '../ports/workspace.ts';
import { DisposableStore, Emitter } from '../core/lifecycle.ts';

/** The folders open in this window; only those on disk. */
export class VscodeWorkspace implements Workspace, Disposable {
  readonly onDidChange: Event<void>;
  private readonly disposables = new DisposableStore();

  constructor() {
    const changed = this.disposables.add(new Emitter<void>());
    this.onDidChange = changed.event;
    this.disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()));
    this.disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()));
  }

  get folders(): readonly WorkspaceFolder[] {
    return (vscode.workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme === 'file')
      .map((folder) => ({ name: folder.name, path: folder.uri.fsPath }));
  }

  get trusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
