import * as vscode from 'vscode';
import type { FileView, Line, Splice } from '../ports/editHost.ts';
import { TextView } from '../core/edit/textView.ts';

/** Time the editor is given to take over a change on disk, in milliseconds. */
const reloadWait = 1500;

/** Versions of views over an editor document begin with this. */
export const documentVersion = 'doc:';

/** The open document of a real path, by whatever link it was opened. */
export async function openDocument(
  path: string,
  realPath: (path: string) => Promise<string | undefined>,
): Promise<vscode.TextDocument | undefined> {
  const documents = vscode.workspace.textDocuments.filter(
    (document) => document.uri.scheme === 'file' && !document.isClosed,
  );
  const same = documents.find((document) => document.uri.fsPath === path);
  if (same !== undefined) {
    return same;
  }
  for (const document of documents) {
    if ((await realPath(document.uri.fsPath)) === path) {
      return document;
    }
  }
  return undefined;
}

/** A view of what the document holds now. */
export function viewDocument(document: vscode.TextDocument, path: string, size: number): TextView {
  return new TextView(
    {
      path,
      version: versionOf(document),
      encoding: document.encoding,
      size,
      dirty: document.isDirty,
      open: true,
    },
    document.getText(),
  );
}

/** Changes whenever the document's text does. */
export function versionOf(document: vscode.TextDocument): string {
  return `${documentVersion}${document.uri.toString()}@${document.version}`;
}

/** Whether the document has the lines of the view; line ends do not count, since a document has only one kind. */
export function sameLines(document: vscode.TextDocument, view: FileView): boolean {
  if (lineCount(document) !== view.lineCount) {
    return false;
  }
  return view
    .lines(1, view.lineCount)
    .every((line, index) => document.lineAt(index).text === line.text);
}

/** Waits until the document has taken over what is on disk; false if it has not in time. */
export async function reloaded(
  document: vscode.TextDocument,
  isReloaded: () => boolean,
): Promise<boolean> {
  if (isReloaded()) {
    return true;
  }
  return new Promise((resolve) => {
    const done = (result: boolean): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve(result);
    };
    const timer = setTimeout(() => done(isReloaded()), reloadWait);
    const subscription = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document && isReloaded()) {
        done(true);
      }
    });
  });
}

/** The document's range for a splice, and the text to put there, with the document's line ends. */
export function documentEdit(
  document: vscode.TextDocument,
  splice: Splice,
): { readonly range: vscode.Range; readonly text: string } {
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const text = splice.lines.map((line) => line.text + (line.eol === '' ? '' : eol)).join('');
  const first = splice.line - 1;
  const next = first + splice.count;
  const end =
    next < document.lineCount
      ? new vscode.Position(next, 0)
      : document.lineAt(document.lineCount - 1).range.end;
  return { range: new vscode.Range(new vscode.Position(first, 0), end), text };
}

/** Whether the document holds what the splices wrote, where they wrote it. */
export function holdsSplices(document: vscode.TextDocument, splices: readonly Splice[]): boolean {
  let moved = 0;
  return splices.every((splice) => {
    const first = splice.line - 1 + moved;
    moved += splice.lines.length - splice.count;
    return splice.lines.every((line: Line, index) => {
      const at = first + index;
      return at < document.lineCount && document.lineAt(at).text === line.text;
    });
  });
}

/** Lines as this project counts them: the empty line after a final line end is none. */
function lineCount(document: vscode.TextDocument): number {
  const last = document.lineAt(document.lineCount - 1);
  return last.text === '' ? document.lineCount - 1 : document.lineCount;
}
