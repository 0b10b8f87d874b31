import * as vscode from 'vscode';
import type { ChipRow } from '../ports/store.ts';
import type { ChipForm } from '../core/chips/chipText.ts';
import { chipArguments } from '../core/chips/chipText.ts';
import { decodeChange } from '../core/edit/change.ts';
import { contextKeys } from '../manifest/commands.ts';
import type { Caller } from '../tools/toolService.ts';
import type { HostServices } from './contribution.ts';
import type { PreviewDocuments } from './previewDocuments.ts';
import { pickForm, pickTarget } from './replayPickers.ts';

/** A replay with its questions answered beforehand. */
export interface ReplayRequest {
  readonly id: string;
  /** Absolute path of the file. */
  readonly file?: string;
  /** The text goes after this line; 0 = top. */
  readonly line?: number;
  readonly as?: ChipForm;
}

/** A replay that is being looked at. */
interface Pending {
  readonly from: string;
  readonly to: string;
  readonly as: ChipForm;
  readonly file: string;
  /** Ends the question; true = apply. */
  readonly answer: (apply: boolean) => void;
}

const person: Caller = { client: 'person', session: 'person', person: true };

/**
 * Replays a chip for a person: where, in which form, then the result as a diff in the editor's own diff editor, then
 * Apply or Cancel, by the message or by the buttons in the diff's title.
 */
export class ReplayFlow implements vscode.Disposable {
  private readonly services: HostServices;
  private readonly documents: PreviewDocuments;
  private pending: Pending | undefined;

  constructor(services: HostServices, documents: PreviewDocuments) {
    this.services = services;
    this.documents = documents;
  }

  /** Runs to the end; true if the text was put back. */
  async run(chip: ChipRow, request: ReplayRequest | undefined): Promise<boolean> {
    const target =
      request?.file !== undefined && request.line !== undefined
        ? { file: request.file, line: request.line }
        : await pickTarget(chip, await this.origin(chip));
    if (target === undefined) {
      return false;
    }
    const as = request?.as ?? (await this.form(chip));
    if (as === undefined) {
      return false;
    }
    const to = `${vscode.Uri.file(target.file).toString()}:${target.line}`;
    const replay = { from: `chip://${chip.id}`, to, as };
    if (!(await this.showDiff(replay, target.file, chip))) {
      return false;
    }
    const apply = await this.ask(replay, target);
    await this.closeDiff();
    return apply ? this.put(replay, target.file) : false;
  }

  /** Answers the open question with yes. */
  apply(): Promise<void> {
    this.pending?.answer(true);
    return Promise.resolve();
  }

  /** Answers the open question with no. */
  cancel(): Promise<void> {
    this.pending?.answer(false);
    return Promise.resolve();
  }

  dispose(): void {
    this.pending?.answer(false);
  }

  /** The line after which deleted text stood, by the event that deleted it. */
  private async origin(chip: ChipRow): Promise<number | undefined> {
    if (chip.event === undefined) {
      return undefined;
    }
    const { store } = this.services.running.get().runtime;
    const [row] = await store.snapshots({ event: chip.event });
    const bytes = row === undefined ? undefined : await store.payload(row.change);
    const hunk = bytes === undefined ? undefined : decodeChange(bytes)?.hunks[0];
    return hunk === undefined ? undefined : hunk.line - 1;
  }

  private async form(chip: ChipRow): Promise<ChipForm | undefined> {
    const content = await this.services.running.get().runtime.store.payload(chip.payload);
    const args = content === undefined ? undefined : chipArguments(content);
    if (args === undefined) {
      throw new Error(`The text of chip ${chip.id} can not be read.`);
    }
    return pickForm(args);
  }

  private async showDiff(
    replay: { from: string; to: string; as: ChipForm },
    file: string,
    chip: ChipRow,
  ): Promise<boolean> {
    const { runtime } = this.services.running.get();
    const preview = await runtime.preview('be-insert-chip', replay, person);
    if (!preview.ok) {
      throw new Error(preview.failure.message);
    }
    const [change] = preview.value;
    if (change?.after === undefined) {
      return false;
    }
    const right = this.documents.show(`with chip ${chip.id}:`, file, change.after);
    const left =
      change.before === undefined
        ? this.documents.show('new:', file, '')
        : vscode.Uri.file(change.path);
    const title = `${vscode.workspace.asRelativePath(file)} ↔ with chip ${chip.id}`;
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
    return true;
  }

  private async ask(
    replay: { from: string; to: string; as: ChipForm },
    target: { file: string; line: number },
  ): Promise<boolean> {
    this.pending?.answer(false);
    const name = vscode.workspace.asRelativePath(target.file);
    const where =
      target.line === 0 ? `at the top of ${name}` : `after line ${target.line} of ${name}`;
    await vscode.commands.executeCommand('setContext', contextKeys.replaying, true);
    const answered = new Promise<boolean>((resolve) => {
      this.pending = { ...replay, file: target.file, answer: resolve };
    });
    // Closing the message is no answer: the buttons of the diff stay.
    void vscode.window
      .showInformationMessage(`Put the text of the chip ${where}?`, 'Apply', 'Cancel')
      .then((choice) => {
        if (choice !== undefined && this.pending?.from === replay.from) {
          this.pending.answer(choice === 'Apply');
        }
      });
    const apply = await answered;
    this.pending = undefined;
    await vscode.commands.executeCommand('setContext', contextKeys.replaying, false);
    return apply;
  }

  /** Closes the diff of the replay, wherever it is. */
  private async closeDiff(): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        (tab) =>
          tab.input instanceof vscode.TabInputTextDiff &&
          tab.input.modified.scheme === 'chipboard-preview',
      );
    if (tabs.length > 0) {
      await vscode.window.tabGroups.close(tabs);
    }
  }

  private async put(
    replay: { from: string; to: string; as: ChipForm },
    file: string,
  ): Promise<boolean> {
    const { tools } = this.services.running.get().runtime;
    const answer = await tools.call('be-insert-chip', replay, person, new AbortController().signal);
    if (answer.isError) {
      throw new Error(String(answer.structured['message']));
    }
    const line = Number(replay.to.slice(replay.to.lastIndexOf(':') + 1));
    const at = new vscode.Position(line, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(file), {
      preview: false,
      selection: new vscode.Range(at, at),
    });
    const warnings = answer.structured['warnings'];
    const more = Array.isArray(warnings) ? ` ${warnings.join(' ')}` : '';
    void vscode.window.showInformationMessage(`The text of the chip is back.${more}`);
    return true;
  }
}
