import * as vscode from 'vscode';

/** Files that are looked through. */
const mostFiles = 50_000;

/** Milliseconds for which a list of files is good: as long as a person types. */
const goodFor = 5000;

/** Finds files of the workspace by parts of their paths. */
export class WorkspaceFiles {
  private list: Promise<readonly string[]> = Promise.resolve([]);
  private listed = Number.NEGATIVE_INFINITY;

  /** Absolute paths of files whose path below its folder has all the words, case ignored; open files first. */
  async find(words: string, limit: number): Promise<readonly string[]> {
    const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (file: string): boolean => {
      const shown = vscode.workspace.asRelativePath(file).toLowerCase();
      return asked.every((word) => shown.includes(word));
    };
    const found = new Set(openFiles().filter(fits));
    for (const file of await this.all()) {
      if (found.size >= limit) {
        break;
      }
      if (fits(file)) {
        found.add(file);
      }
    }
    return [...found].slice(0, limit);
  }

  private all(): Promise<readonly string[]> {
    if (performance.now() - this.listed > goodFor) {
      this.listed = performance.now();
      this.list = listFiles();
    }
    return this.list;
  }
}

async function listFiles(): Promise<readonly string[]> {
  const uris = await vscode.workspace.findFiles('**/*', '**/node_modules/**', mostFiles);
  return uris
    .filter(({ scheme }) => scheme === 'file')
    .map(({ fsPath }) => fsPath)
    .sort();
}

/** Files of the workspace in visible editors, the active one first. */
function openFiles(): readonly string[] {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  return editors
    .flatMap((editor) => editor?.document.uri ?? [])
    .filter((uri) => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri))
    .map(({ fsPath }) => fsPath);
}
