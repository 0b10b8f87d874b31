import * as vscode from 'vscode';
import type { ToolOutcome, ToolSpec } from '../../core/agent/agentModel.ts';
import type { LineFinder } from '../../ports/lineFinder.ts';
import type { PathCheck } from './workspaceFiles.ts';
import { filesOf, shownPath } from './workspaceFiles.ts';
import { textOf, wholeOf } from './workspaceList.ts';

const defaultLimit = 50;
const largestLimit = 200;
/** Longest line shown, in characters. */
const lineLength = 240;
/** Bytes of the largest file that is read. */
const largestFile = 2 * 1024 * 1024;
/** Bytes looked at for a NUL, which text does not have. */
const sniffed = 8192;

/** Searches the texts of the workspace. */
export const workspaceSearchSpec: ToolSpec = {
  name: 'workspace-search',
  description:
    'Finds lines in the text files of the workspace, with file and line number, as be-read takes them. `query` is looked for as it is; with `regex` it is a JavaScript regular expression, tried on each line.',
  schema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to look for.' },
      regex: { type: 'boolean', description: 'The query is a regular expression; default false.' },
      case_sensitive: { type: 'boolean', description: 'Default false.' },
      include: { type: 'string', description: 'Glob of the files to search; default all.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: largestLimit,
        description: `Most lines; default ${defaultLimit}.`,
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
};

/** What a search needs. */
export interface SearchParts {
  readonly findLines: LineFinder;
  readonly isInside: PathCheck;
}

/** Carries a call out. Throws when the signal aborts. */
export async function workspaceSearch(
  args: Readonly<Record<string, unknown>>,
  parts: SearchParts,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const query = textOf(args['query']);
  const expression = query === undefined ? undefined : expressionOf(query, args);
  if (!(expression instanceof RegExp)) {
    const problem = expression ?? '"query" is missing: give the text to look for.';
    return {
      text: `${problem} For example {"query":"retryLimit","include":"src/**"}.`,
      failed: true,
    };
  }
  const limit = wholeOf(args['limit'], 1, largestLimit) ?? defaultLimit;
  const files = await filesOf(textOf(args['include']) ?? '**/*', signal);
  const found: string[] = [];
  let left = 0;
  const unsaved = unsavedTexts();
  for (const uri of files) {
    signal.throwIfAborted();
    const text = unsaved.get(uri.toString()) ?? (await textIn(uri));
    if (text === undefined) {
      left += 1;
      continue;
    }
    // One more than is wanted tells that there are more.
    const lines = parts.findLines(text, expression, limit + 1 - found.length);
    if (lines === 'slow') {
      const where = shownPath(uri);
      return {
        text: `The expression takes too long on ${where}. Write a simpler one.`,
        failed: true,
      };
    }
    if (lines.length > 0 && (await parts.isInside(uri.fsPath)).ok) {
      found.push(...linesShown(uri, text, lines));
    }
    if (found.length > limit) {
      break;
    }
    // Reading waits for the disk, so others get their turn; what is open is searched without waiting.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { text: answerOf(found, limit, left, files.length), failed: false };
}

function expressionOf(query: string, args: Readonly<Record<string, unknown>>): RegExp | string {
  const flags = args['case_sensitive'] === true ? 'u' : 'iu';
  if (args['regex'] !== true) {
    return new RegExp(query.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`), flags);
  }
  try {
    return new RegExp(query, flags);
  } catch (cause) {
    return `The expression can not be read: ${cause instanceof Error ? cause.message : ''}.`;
  }
}

function unsavedTexts(): ReadonlyMap<string, string> {
  return new Map(
    vscode.workspace.textDocuments
      .filter((document) => document.isDirty)
      .map((document) => [document.uri.toString(), document.getText()]),
  );
}

/** A file's text; undefined if it is too large, binary, or can not be read. */
async function textIn(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > largestFile) {
      return undefined;
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.subarray(0, sniffed).includes(0) ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

function linesShown(uri: vscode.Uri, text: string, indexes: readonly number[]): string[] {
  const lines = text.split('\n');
  return indexes.map((index) => {
    const line = (lines[index] ?? '').trimEnd();
    const cut = line.length > lineLength ? `${line.slice(0, lineLength).toWellFormed()}…` : line;
    return `${shownPath(uri)}:${index + 1}: ${cut}`;
  });
}

function answerOf(found: readonly string[], limit: number, left: number, files: number): string {
  const leftOut = left > 0 ? ` ${left} binary, unreadable or large files were left out.` : '';
  if (found.length === 0) {
    return `No line fits; ${files} files were searched.${leftOut}`;
  }
  const more =
    found.length > limit
      ? [`There are more: narrow the search with "include", or give a larger "limit".`]
      : [];
  return [...found.slice(0, limit), ...more].join('\n') + leftOut;
}
