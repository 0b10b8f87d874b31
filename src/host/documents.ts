import * as vscode from 'vscode';
import type { FileView, Line, Splice } from '../ports/editHost.ts';
import { TextView } from '../core/edit/textView.ts';

/** Time the editor is given to take over a change on disk, in milliseconds. */
const reloadWait = 1500;

/** Versions of views over an editor document begin with this. */
export const documentVersion = 'doc:';

/** Milliseconds for which it is believed where a document's path leads. */
const realPathAge = 2000;

/** Where the paths of open documents lead; each is looked up again after two seconds, as links may change. */
export class RealPaths {
  private readonly find: (path: string) => Promise<string | undefined>;
  private readonly known = new WeakMap<
    vscode.TextDocument,
    { readonly at: number; readonly path: Promise<string | undefined> }
  >();

  constructor(find: (path: string) => Promise<string | undefined>) {
    this.find = find;
  }

  of(document: vscode.TextDocument): Promise<string | undefined> {
    const known = this.known.get(document);
    const now = Date.now();
    if (known !== undefined && now - known.at < realPathAge) {
      return known.path;
    }
    const path = this.find(document.uri.fsPath);
    this.known.set(document, { at: now, path });
    return path;
  }
}

/** The open document of a real path, by whatever link it was opened. Cost: linear in the documents that are open. */
export async function openDocument(
  path: string,
  realPaths: RealPaths,
): Promise<vscode.TextDocument | undefined> {
  const documents = vscode.workspace.textDocuments.filter(
    (document) => document.uri.scheme === 'file' && !document.isClosed,
  );
  const same = documents.find((document) => document.uri.fsPath === path);
  if (same !== undefined) {
    return same;
  }
  const paths = await Promise.all(documents.map((document) => realPaths.of(document)));
  return documents[paths.indexOf(path)];
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
  return (
    lineCount(document) === view.lineCount && holdsLines(document, view.lines(1, view.lineCount))
  );
}

/** Whether the document has these lines and no others; line ends do not count. */
export function holdsLines(document: vscode.TextDocument, lines: readonly Line[]): boolean {
  return (
    lineCount(document) === lines.length &&
    lines.every((line, index) => document.lineAt(index).text === line.text)
  );
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
  lineEnd = document.eol,
): { readonly range: vscode.Range; readonly text: string } {
  const eol = lineEnd === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const text = splice.lines.map((line) => line.text + (line.eol === '' ? '' : eol)).join('');
  const first = splice.line - 1;
  const next = first + splice.count;
  const end =
    next < document.lineCount
      ? new vscode.Position(next, 0)
      : document.lineAt(document.lineCount - 1).range.end;
  return { range: new vscode.Range(new vscode.Position(first, 0), end), text };
}

/** The kind of line end that the document has; one without any has the kind that it had, or that the settings name. */
export function lineEndOf(document: vscode.TextDocument): string {
  return document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
}

/**
 * The line end that the document must get for the splices: they may bring another one where they leave no line with the
 * old one. Undefined where it has the right one, or has to keep it.
 */
export function newLineEnd(
  document: vscode.TextDocument,
  splices: readonly Splice[],
): vscode.EndOfLine | undefined {
  const ended = document.lineCount - 1;
  const replaced = splices.reduce(
    (sum, { line, count }) => sum + Math.max(0, Math.min(line + count - 1, ended) - line + 1),
    0,
  );
  const brought = new Set(splices.flatMap(({ lines }) => lines.map((line) => line.eol)));
  brought.delete('');
  const [eol] = brought;
  return replaced < ended || brought.size !== 1 || eol === '\r' || eol === lineEndOf(document)
    ? undefined
    : eol === '\r\n'
      ? vscode.EndOfLine.CRLF
      : vscode.EndOfLine.LF;
}

/** The text that the document would have after the splices. */
export function editedText(document: vscode.TextDocument, splices: readonly Splice[]): string {
  const text = document.getText();
  const lineEnd = newLineEnd(document, splices);
  const parts: string[] = [];
  let from = 0;
  for (const splice of splices) {
    const edit = documentEdit(document, splice, lineEnd);
    parts.push(text.slice(from, document.offsetAt(edit.range.start)), edit.text);
    from = document.offsetAt(edit.range.end);
  }
  return parts.join('') + text.slice(from);
}

/** Lines as this project counts them: the empty line after a final line end is none. */
function lineCount(document: vscode.TextDocument): number {
  const last = document.lineAt(document.lineCount - 1);
  return last.text === '' ? document.lineCount - 1 : document.lineCount;
}
