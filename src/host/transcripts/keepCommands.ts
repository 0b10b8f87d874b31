import * as path from 'node:path';
import * as vscode from 'vscode';
import { sessionLabel } from '../../panel/transcripts/sessionLabels.ts';
import type { SessionsModel } from '../../panel/transcripts/sessionsModel.ts';
import type { EditorActions } from '../../ports/editorActions.ts';
import type { TranscriptRow } from '../../ports/transcripts.ts';
import { sizeText } from '../../protocol/units.ts';
import { pathOf, tell, type SessionTarget } from './sessionCommands.ts';

/** A title without what the editor would make links of in a message: transcripts may hold anything. */
function plainLabel(row: TranscriptRow): string {
  return sessionLabel(row).replace(/[[\]()]+/g, ' ');
}

/** What the commands work on. */
export interface KeepCommandParts {
  readonly model: SessionsModel;
  readonly actions: Pick<EditorActions, 'confirm'>;
}

/** What a person does about the keeping of sessions. Expected failures are shown as one sentence. */
export class KeepCommands {
  private readonly parts: KeepCommandParts;

  constructor(parts: KeepCommandParts) {
    this.parts = parts;
  }

  /** Keeps a session's files, or what is new of them. Answers the path, where it is kept now. */
  readonly keep = async (target: SessionTarget): Promise<string | undefined> => {
    const { model } = this.parts;
    const file = pathOf(target);
    const calls = model.calls(file);
    const kept = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: `Keeping ${this.nameOf(file)}`,
        cancellable: true,
      },
      (progress, token) => {
        const giveUp = new AbortController();
        token.onCancellationRequested(() => giveUp.abort());
        let told = 0;
        const onProgress = (done: number, total: number): void => {
          const percent = Math.floor((100 * done) / total);
          if (percent > told) {
            progress.report({ increment: percent - told, message: `${percent} %` });
            told = percent;
          }
        };
        const known = calls === undefined ? {} : { calls };
        return model.kept.keep(file, { signal: giveUp.signal, onProgress, known });
      },
    );
    if (!kept.ok) {
      if (kept.failure.code !== 'cancelled') {
        tell(`The session is not kept. ${kept.failure.message}`);
      }
      return undefined;
    }
    const { row, added } = kept.value;
    const what = added === 0 ? 'Nothing was new.' : `${sizeText(added)} were added.`;
    void vscode.window.showInformationMessage(`Kept: ${plainLabel(row)}. ${what}`);
    return row.path;
  };

  /** Asks, and lets go of what is kept of a session. */
  readonly stop = async (target: SessionTarget): Promise<void> => {
    const { model, actions } = this.parts;
    const file = pathOf(target);
    await model.kept.refresh();
    const facts = model.kept.facts.get(file);
    if (facts === undefined) {
      tell(model.kept.problem ?? 'This session is not kept.');
      return;
    }
    const size = sizeText(facts.bytes);
    const [detail, button] = facts.lost
      ? [
          `${size} are deleted. The agent's own files are not there any more: the session can not be read again.`,
          'Delete What Is Kept',
        ]
      : [
          `${size} are deleted from Chipboard's database. The agent's own files stay as they are.`,
          'Stop Keeping',
        ];
    const question = `Stop keeping ${this.nameOf(file)}?`;
    if (await actions.confirm(question, detail, button, 'Keep It')) {
      const stopped = await model.kept.stop(file);
      if (!stopped.ok) {
        tell(stopped.failure.message);
      }
    }
  };

  private nameOf(file: string): string {
    const row = this.parts.model.row(file);
    return row === undefined ? path.basename(file) : `“${plainLabel(row)}”`;
  }
}
