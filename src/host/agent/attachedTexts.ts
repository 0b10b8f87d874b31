import * as vscode from 'vscode';
import { longestAttachment, type Attachment } from '../../core/agent/attachments.ts';
import { shownPath } from './workspaceFiles.ts';

/** Bytes of the largest file that is read; be-read reads others in parts. */
const largestFile = 4 * longestAttachment;

/** What the user attached to a question, in its order: texts, and what is to be known of what has none. */
export async function attachmentsOf(
  references: readonly vscode.ChatPromptReference[],
): Promise<readonly Attachment[]> {
  const attached: Attachment[] = [];
  for (const reference of references) {
    const one = await attachmentOf(reference);
    if (one !== undefined && !attached.some(({ source }) => source === one.source)) {
      attached.push(one);
    }
  }
  return attached;
}

async function attachmentOf(
  reference: vscode.ChatPromptReference,
): Promise<Attachment | undefined> {
  const { value, modelDescription, id } = reference;
  if (value instanceof vscode.Uri) {
    return read(placeOf(value), () => fileAttachment(value));
  }
  if (value instanceof vscode.Location) {
    return read(selectionPlace(value), () => selectionAttachment(value));
  }
  const source = (modelDescription ?? id).replace(/\s+/g, ' ').trim();
  if (typeof value === 'string') {
    return { source, text: value };
  }
  // Pictures and the like: the model should know that there was something.
  return value === undefined ? undefined : { source, note: 'can not be read here' };
}

/** What could be read; else why not. */
async function read(
  source: string,
  reading: () => Promise<Omit<Attachment, 'source'>>,
): Promise<Attachment> {
  try {
    return { source, ...(await reading()) };
  } catch (cause) {
    const said = cause instanceof vscode.FileSystemError ? cause.code : String(cause);
    return { source, note: `can not be read (${said.replace(/\s+/g, ' ')})` };
  }
}

async function fileAttachment(uri: vscode.Uri): Promise<Omit<Attachment, 'source'>> {
  const open = openDocument(uri);
  if (open !== undefined) {
    return shortOrRead(uri, open.getText());
  }
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0) {
    return { note: 'a folder' };
  }
  if (size > largestFile && uri.scheme === 'file') {
    return { note: toRead(`${size} bytes`) };
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (bytes.includes(0)) {
    return { note: `can not be read: it is not text (${bytes.length} bytes)` };
  }
  return shortOrRead(uri, new TextDecoder().decode(bytes));
}

async function selectionAttachment({
  uri,
  range,
}: vscode.Location): Promise<Omit<Attachment, 'source'>> {
  const document = openDocument(uri) ?? (await vscode.workspace.openTextDocument(uri));
  const text = document.getText(range);
  return text === '' ? {} : shortOrRead(uri, text);
}

/** A text as it is; of a long one that be-read can read only that it can. */
function shortOrRead(uri: vscode.Uri, text: string): Omit<Attachment, 'source'> {
  return text.length > longestAttachment && uri.scheme === 'file'
    ? { note: toRead(`${text.length} characters`) }
    : { text };
}

function toRead(size: string): string {
  return `too long to stand here (${size}); read it with be-read`;
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted);
}

function selectionPlace({ uri, range }: vscode.Location): string {
  const first = range.start.line + 1;
  // A selection of whole lines ends at the start of the next one.
  const last =
    range.end.character === 0 && range.end.line > range.start.line
      ? range.end.line
      : range.end.line + 1;
  return `${placeOf(uri)}:${first}${last > first ? `-${last}` : ''}`;
}

function placeOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? shownPath(uri) : uri.toString();
}
