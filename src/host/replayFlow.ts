import * as vscode from 'vscode';
import type { ChipRow } from '../ports/store.ts';
import type { ChipArguments, ChipForm } from '../core/chips/chipText.ts';
import { decodeChange } from '../core/edit/change.ts';
import { applyPreview } from '../panel/applyPreview.ts';
import type { KeptPreview } from '../panel/keptPreviews.ts';
import { person } from '../panel/panelParts.ts';
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

/** A replay as it was shown. */
interface ShownReplay extends Pick<KeptPreview, 'call' | 'files'> {
  /** Absolute path of the file that was shown. */
  readonly file: string;
}

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
    const shown = await this.showDiff(replay);
    if (shown === undefined) {
      void vscode.window.showInformationMessage('This would change nothing.');
      return false;
    }
    const apply = await this.question.ask(question);
    await this.closeDiff();
    return apply ? this.put(shown, line) : false;
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

  /** Shows what the replay would do to its first file; undefined if it would do nothing. */
  private async showDiff(replay: ReplayCall): Promise<ShownReplay | undefined> {
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
    const call = { tool: 'be-insert-chip', args: replay } as const;
    return { call, files: preview.value.files, file: change.path };
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

  /** Does what was shown. Throws where it would be another edit by now. */
  private async put(shown: ShownReplay, line: number | undefined): Promise<boolean> {
    const { runtime } = this.services.running.get();
    const { warnings } = await applyPreview(shown, { runtime }, new AbortController().signal);
    const at = new vscode.Position(line ?? 0, 0);
    const selection = line === undefined ? {} : { selection: new vscode.Range(at, at) };
    await vscode.window.showTextDocument(vscode.Uri.file(shown.file), {
      preview: false,
      ...selection,
    });
    const more = warnings.map((warning) => ` ${warning}`).join('');
    void vscode.window.showInformationMessage(`The text of the chip is back.${more}`);
    return true;
  }
}
