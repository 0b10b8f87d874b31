import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { until } from '../workspaceFiles.ts';

/** Rows of the tree. */
const rows = '.customview-tree .monaco-list-row';

/** What the sidebar says: as far as the view is hidden, not what it says. */
const viewText = `document.querySelector('.part.sidebar')?.innerText ?? 'no sidebar'`;

/** Opens the view. */
export async function showView(): Promise<void> {
  await vscode.commands.executeCommand('chipboard.sessions.focus');
}

/** What the rows that are drawn say, as a screen reader hears it. */
export async function rowLabels(): Promise<readonly string[]> {
  const code = `[...document.querySelectorAll('${rows}')].map((row) => row.getAttribute('aria-label') ?? '')`;
  return (await driveUi({ action: 'eval', code })) as readonly string[];
}

/** Waits until the rows are as wanted; answers them. `before` each look something may be done. */
export async function rowsWhere(
  what: string,
  holds: (labels: readonly string[]) => boolean,
  patience = 10_000,
  before: () => PromiseLike<unknown> = () => Promise.resolve(),
): Promise<readonly string[]> {
  let labels: readonly string[] = [];
  const look = async (): Promise<boolean> => {
    await before();
    labels = await rowLabels();
    return holds(labels);
  };
  await until(what, look, patience).catch(async (error: unknown) => {
    const shown = await driveUi({ action: 'eval', code: viewText });
    throw new Error(
      `${String(error)} The rows are ${JSON.stringify(labels)}; shown is ${JSON.stringify(shown)}.`,
    );
  });
  return labels;
}

/** The text of a document that tells of the file; undefined if there is none. */
export function reportOn(file: string): string | undefined {
  return vscode.workspace.textDocuments
    .find(({ uri }) => uri.scheme === 'chipboard-transcript' && uri.query === file)
    ?.getText();
}
