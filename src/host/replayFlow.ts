import * as vscode from 'vscode';
import type { ChipRow } from '../ports/store.ts';
import type { ChipArguments, ChipForm } from '../core/chips/chipText.ts';
import { decodeChange } from '../core/edit/change.ts';
import type { Caller } from '../tools/toolService.ts';
import type { HostServices } from './contribution.ts';
import type { PreviewDocuments } from './previewDocuments.ts';
import { editArguments } from './argumentEditor.ts';
import { chipArgumentsOf } from './chipArgumentsOf.ts';
import { Question } from './question.ts';
import { pickForm, pickTarget } from './replayPickers.ts';

/** A replay with its questions answered beforehand. */
export interface ReplayRequest {
  readonly id: string;
  /** Absolute path of the file. */
  readonly file?: string;
  /** The text goes after this line; 0 = top. */
  readonly line?: number;
  readonly as?: ChipForm;
  /** For a call to be made again: the fields to change in its arguments. */
  readonly with?: ChipArguments;
}

/** The arguments of be-insert-chip for one replay. */
type ReplayCall = Readonly<Record<string, unknown>> & { readonly from: string };

const person: Caller = { client: 'person', session: 'person', person: true };

/**
 * Replays a chip for a person: where, in which form, then the result as a diff in the editor's own diff editor, then
 * Apply or Cancel, by the message or by the buttons in the diff's title.
 */
export class ReplayFlow implements vscode.Disposable {
  private readonly services: HostServices;
  private readonly documents: PreviewDocuments;
  private readonly question = new Question();

  constructor(services: HostServices, documents: PreviewDocuments) {
    this.services = services;
    this.documents = documents;
  }

  /** Puts a chip's text into a file; true if that was done. */
  async run(chip: ChipRow, request: ReplayRequest | undefined): Promise<boolean> {
    const target =
      request?.file !== undefined && request.line !== undefined
        ? { file: request.file, line: request.line }
        : await pickTarget(chip, await this.origin(chip));
    if (target === undefined) {
      return false;
    }
    const as = request?.as ?? (await pickForm(await this.argumentsOf(chip)));
    if (as === undefined) {
      return false;
    }
    const to = `${vscode.Uri.file(target.file).toString()}:${target.line}`;
    const name = vscode.workspace.asRelativePath(target.file);
    const where =
      target.line === 0 ? `at the top of ${name}` : `after line ${target.line} of ${name}`;
    const replay = { from: `chip://${chip.id}`, to, as };
    return this.carryOut(replay, `Put the text of the chip ${where}?`, target.line);
  }

  /** Makes a chip's failed call again, with arguments the user may change first; true if that was done. */
  async rerun(chip: ChipRow, change: ChipArguments | undefined): Promise<boolean> {
    const args = await this.argumentsOf(chip);
    const changed = change ?? (await editArguments(args, this.question));
    if (changed === undefined) {
      return false;
    }
    const replay = { from: `chip://${chip.id}`, as: 'call', with: changed };
    return this.carryOut(replay, `Make this change by ${chip.tool}?`, undefined);
  }

  /** Answers the open question. */
  answer(apply: boolean): Promise<void> {
    this.question.answer(apply);
    return Promise.resolve();
  }

  dispose(): void {
    this.question.dispose();
  }

  /** Shows the diff, asks, and does it. `line` is where the text goes, to be shown afterwards. */
  private async carryOut(
    replay: ReplayCall,
    question: string,
    line: number | undefined,
  ): Promise<boolean> {
    const file = await this.showDiff(replay);
    if (file === undefined) {
      void vscode.window.showInformationMessage('This would change nothing.');
      return false;
    }
    const apply = await this.question.ask(question);
    await this.closeDiff();
    return apply ? this.put(replay, file, line) : false;
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

  private argumentsOf(chip: ChipRow): Promise<ChipArguments> {
    return chipArgumentsOf(chip, this.services.running.get().runtime.store);
  }

  /** Shows what the replay would do to its first file, and answers that file; undefined if it would do nothing. */
  private async showDiff(replay: ReplayCall): Promise<string | undefined> {
    const { runtime } = this.services.running.get();
    const preview = await runtime.preview('be-insert-chip', replay, person);
    if (!preview.ok) {
      throw new Error(preview.failure.message);
    }
    const [change] = preview.value.files;
    if (change?.after === undefined || change.after === change.before) {
      return undefined;
    }
    const chip = replay.from.replace('chip://', 'chip ');
    const right = this.documents.show(`with ${chip}:`, change.path, change.after);
    const left =
      change.before === undefined
        ? this.documents.show('new:', change.path, '')
        : vscode.Uri.file(change.path);
    const title = `${vscode.workspace.asRelativePath(change.path)} ↔ with ${chip}`;
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
    return change.path;
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

  private async put(replay: ReplayCall, file: string, line: number | undefined): Promise<boolean> {
    const { tools } = this.services.running.get().runtime;
    const answer = await tools.call('be-insert-chip', replay, person, new AbortController().signal);
    if (answer.isError) {
      throw new Error(String(answer.structured['message']));
    }
    const at = new vscode.Position(line ?? 0, 0);
    const selection = line === undefined ? {} : { selection: new vscode.Range(at, at) };
    await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false, ...selection });
    const warnings = answer.structured['warnings'];
    const more = Array.isArray(warnings) ? ` ${warnings.join(' ')}` : '';
    void vscode.window.showInformationMessage(`The text of the chip is back.${more}`);
    return true;
  }
}
