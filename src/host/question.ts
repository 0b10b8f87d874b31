import * as vscode from 'vscode';
import { contextKeys } from '../manifest/commands.ts';

/**
 * A question about what is open in the editor, answered by a message's buttons, by the buttons in the editor's title,
 * or by the commands behind them. One at a time: a new question answers the old one with no.
 */
export class Question implements vscode.Disposable {
  private pending: ((apply: boolean) => void) | undefined;

  /** Asks; true = apply. Closing the message is no answer: the buttons in the title stay. */
  async ask(message: string): Promise<boolean> {
    this.answer(false);
    await vscode.commands.executeCommand('setContext', contextKeys.replaying, true);
    const answered = new Promise<boolean>((resolve) => {
      this.pending = resolve;
    });
    const asked = this.pending;
    void vscode.window.showInformationMessage(message, 'Apply', 'Cancel').then((choice) => {
      if (choice !== undefined && this.pending === asked) {
        this.answer(choice === 'Apply');
      }
    });
    const apply = await answered;
    if (this.pending === undefined) {
      await vscode.commands.executeCommand('setContext', contextKeys.replaying, false);
    }
    return apply;
  }

  /** Answers the open question, if there is one. */
  answer(apply: boolean): void {
    const { pending } = this;
    this.pending = undefined;
    pending?.(apply);
  }

  dispose(): void {
    this.answer(false);
  }
}
