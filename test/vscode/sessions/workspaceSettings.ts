import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { until, workspacePath } from '../workspaceFiles.ts';

/** A setting of any workspace, by which it is seen that the editor has read the file. */
const mark = 'editor.tabSize';
const marked = 13;

/** Writes settings into the workspace's file, as who made the workspace could, while something is done. */
export async function withWorkspaceSettings(
  settings: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> {
  const file = workspacePath('.vscode/settings.json');
  const former = await readFile(file, 'utf8').catch(() => undefined);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...settings, [mark]: marked }));
  try {
    await until(
      'the editor has read the settings',
      () => vscode.workspace.getConfiguration().get(mark) === marked,
    );
    await work();
  } finally {
    await (former === undefined ? rm(file) : writeFile(file, former));
  }
}
