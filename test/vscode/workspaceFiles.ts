import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** Absolute path of a file in the workspace of the test. */
export function workspacePath(name: string): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    throw new Error('The suite needs a workspace.');
  }
  return join(folder.uri.fsPath, name);
}

/** What is on disk. */
export function onDisk(name: string): Promise<string> {
  return readFile(workspacePath(name), 'utf8');
}

/** Puts a file on disk and answers its path. */
export async function put(name: string, text: string): Promise<string> {
  const path = workspacePath(name);
  await writeFile(path, text);
  return path;
}

/** Opens a file in an editor. */
export async function open(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(vscode.Uri.file(workspacePath(name)), { preview: false });
}

/** Paths of all tabs that show a file. */
export function fileTabs(): string[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap((tab) => (tab.input instanceof vscode.TabInputText ? [tab.input.uri.fsPath] : []));
}

/** Closes every editor, giving up unsaved changes. */
export async function closeEditors(): Promise<void> {
  // Where the file can not be read any more the editor fails to revert it, and then also to say so.
  await vscode.commands
    .executeCommand('workbench.action.files.revert')
    .then(undefined, () => undefined);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Waits until the condition holds, looking every 50 ms. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  patience = 10_000,
): Promise<void> {
  const end = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > end) {
      throw new Error(`It did not come to this: ${what}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
