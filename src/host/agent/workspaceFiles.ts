import * as vscode from 'vscode';
import type { Result } from '../../ports/result.ts';
import { untilAborted } from './cancellation.ts';
import { cancellationOf } from './cancellation.ts';

/** Most files that are asked for. */
export const fileLimit = 20_000;

/**
 * Files of the workspace folders whose path fits a glob, by path. What the settings exclude from view or from searches
 * is left out. Throws when the signal aborts.
 */
export async function filesOf(glob: string, signal: AbortSignal): Promise<readonly vscode.Uri[]> {
  const { source, release } = cancellationOf(signal);
  try {
    const finding = vscode.workspace.findFiles(glob, searchExcludes(), fileLimit, source.token);
    const found = await untilAborted(Promise.resolve(finding), signal);
    const named = found.map((uri) => ({ uri, path: uri.fsPath }));
    named.sort((one, other) => (one.path < other.path ? -1 : 1));
    return named.map(({ uri }) => uri);
  } finally {
    release();
  }
}

/** `files.exclude` holds in any case. */
function searchExcludes(): string | undefined {
  const set = vscode.workspace
    .getConfiguration('search')
    .get<Record<string, unknown>>('exclude', {});
  const globs = Object.keys(set).filter((glob) => set[glob] === true);
  return globs.length === 0 ? undefined : `{${globs.join(',')}}`;
}

/** The path as the edit tools take it: relative where there is one folder, else absolute. */
export function shownPath(uri: vscode.Uri): string {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? uri.fsPath : vscode.workspace.asRelativePath(uri, false);
}

/** Whether a file is in the workspace with all links resolved. */
export type PathCheck = (path: string) => Promise<Result<unknown>>;
