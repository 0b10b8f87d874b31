import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { until } from '../workspaceFiles.ts';

/** Rows of the tree. */
const rows = '.customview-tree .monaco-list-row';

/** Opens the view. */
export async function showView(): Promise<void> {
  await vscode.commands.executeCommand('chipboard.sessions.focus');
}

/** What the rows that are drawn say, as a screen reader hears it. */
export async function rowLabels(): Promise<readonly string[]> {
  const code = `[...document.querySelectorAll('${rows}')].map((row) => row.getAttribute('aria-label') ?? '')`;
  return (await driveUi({ action: 'eval', code })) as readonly string[];
}

/** Waits until the rows are as wanted; answers them. */
export async function rowsWhere(
  what: string,
  holds: (labels: readonly string[]) => boolean,
  patience = 10_000,
): Promise<readonly string[]> {
  let labels: readonly string[] = [];
  await until(what, async () => holds((labels = await rowLabels())), patience).catch(
    (error: unknown) => {
      throw new Error(`${String(error)} The rows are ${JSON.stringify(labels)}.`);
    },
  );
  return labels;
}

/** The text of a document that tells of the file; undefined if there is none. */
export function reportOn(file: string): string | undefined {
  return vscode.workspace.textDocuments
    .find(({ uri }) => uri.scheme === 'chipboard-transcript' && uri.query === file)
    ?.getText();
}
