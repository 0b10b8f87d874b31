import * as vscode from 'vscode';
import { shownPath } from './workspaceFiles.ts';

/** Characters of the longest text that comes with a question; longer ones are to be read with be-read. */
const longestText = 4000;

/** The question with what the user attached: places as paths, short texts as they are. */
export async function questionText(
  request: Pick<vscode.ChatRequest, 'prompt' | 'references'>,
): Promise<string> {
  const attached: string[] = [];
  for (const reference of request.references) {
    const text = await attachmentText(reference);
    if (text !== undefined) {
      attached.push(text);
    }
  }
  return attached.length === 0
    ? request.prompt
    : [request.prompt, '', 'Attached by the user:', ...attached].join('\n');
}

async function attachmentText({
  value,
  modelDescription,
  id,
}: vscode.ChatPromptReference): Promise<string | undefined> {
  if (value instanceof vscode.Uri) {
    return `- ${placeOf(value)}`;
  }
  if (value instanceof vscode.Location) {
    return locationText(value);
  }
  const name = modelDescription ?? id;
  if (typeof value === 'string') {
    return value.length <= longestText
      ? `- ${name}:\n${fenced(value)}`
      : `- ${name}, its first ${longestText} characters:\n${fenced(value.slice(0, longestText).toWellFormed())}`;
  }
  // Pictures and the like: the model should know that there was something.
  return value === undefined ? undefined : `- ${name} (can not be read here)`;
}

async function locationText({ uri, range }: vscode.Location): Promise<string> {
  const first = range.start.line + 1;
  // A selection of whole lines ends at the start of the next one.
  const last =
    range.end.character === 0 && range.end.line > range.start.line
      ? range.end.line
      : range.end.line + 1;
  const place = `- ${placeOf(uri)}:${first}${last > first ? `-${last}` : ''}`;
  try {
    const text = (await vscode.workspace.openTextDocument(uri)).getText(range);
    const isShown = text !== '' && text.length <= longestText;
    return isShown ? `${place}\n${fenced(text)}` : place;
  } catch {
    return place;
  }
}

function placeOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? shownPath(uri) : uri.toString();
}

/** Between more backticks than the text has in a row. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
