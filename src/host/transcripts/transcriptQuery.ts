import * as path from 'node:path';
import * as vscode from 'vscode';
import type { TranscriptQuery } from '../../ports/transcripts.ts';
import type { HostServices } from '../contribution.ts';

type QueryServices = Pick<HostServices, 'settings' | 'workspace'>;

/** Which transcripts are looked for, as the settings and the window say now, without a limit. */
export function transcriptQuery(
  services: QueryServices,
  everywhere: boolean,
): Omit<TranscriptQuery, 'limit'> {
  const { settings } = services;
  return {
    folders: everywhere ? undefined : foldersOf(services),
    extra: settings.transcriptFolders,
    agents: settings.transcriptAgents,
  };
}

/** Programs name a workspace of several folders by its file. */
function foldersOf({ workspace }: QueryServices): readonly string[] {
  const { workspaceFile } = vscode.workspace;
  const folders = workspace.folders.map((folder) => folder.path);
  return workspaceFile?.scheme === 'file'
    ? [...folders, path.normalize(workspaceFile.fsPath)]
    : folders;
}
