import * as vscode from 'vscode';
import { sessionRecord } from '../../core/context/sessionRecord.ts';
import { commands } from '../../manifest/commands.ts';
import type { SessionRow } from '../../ports/sessions.ts';
import { ageText } from '../../protocol/units.ts';
import type { Contribution, HostServices } from '../contribution.ts';
import { guarded } from './connection.ts';

/** Most sessions to choose from, newest first. */
const mostListed = 200;

const toFile = 'Save to a File…';
const toDocument = 'Open as a Document';

/** What the command may be called with, in place of asking: for scripts. */
interface ExportArgument {
  /** Id of the session. */
  readonly session?: string;
}

/** The command that gives the numbers of a conversation as JSON. Answers the JSON. */
export const sessionMetricsContribution: Contribution = {
  name: 'Session metrics',
  register: (services) =>
    vscode.commands.registerCommand(commands.exportMetrics.id, (argument?: ExportArgument) =>
      guarded(services, () => exportMetrics(services, argument)),
    ),
};

async function exportMetrics(
  { running, documents }: HostServices,
  argument?: ExportArgument,
): Promise<string | undefined> {
  const { store } = running.get().runtime;
  const row =
    argument?.session === undefined
      ? await pickSession(await store.sessions({ limit: mostListed }))
      : await store.session(argument.session);
  if (row === undefined) {
    return undefined;
  }
  const text = `${JSON.stringify(await sessionRecord(row, store), undefined, 2)}\n`;
  if (argument?.session !== undefined) {
    return text;
  }
  const where = await vscode.window.showQuickPick([toFile, toDocument], {
    title: 'Where to put the metrics?',
  });
  const name = `session-${row.id}.json`;
  if (where === toDocument) {
    const uri = documents.show('metrics:', name, text);
    await vscode.window.showTextDocument(uri, { preview: true });
  } else if (where === toFile) {
    await save(name, text);
  }
  return text;
}

async function pickSession(rows: readonly SessionRow[]): Promise<SessionRow | undefined> {
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(
      'There are no conversations yet. One begins with a question to @chipboard in the chat.',
    );
    return undefined;
  }
  const picks = rows.map((row) => ({
    row,
    label: row.title === '' ? row.id : row.title,
    description: `${ageText(row.updated, Date.now())}, ${row.events} events`,
    detail: row.workspace,
  }));
  const title = 'Metrics of which conversation?';
  const pick = await vscode.window.showQuickPick(picks, { title, matchOnDetail: true });
  return pick?.row;
}

async function save(name: string, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog(
    folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) },
  );
  if (target !== undefined) {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  }
}
