import * as vscode from 'vscode';
import { patchQuestionText } from '../core/agent/patchQuestionText.ts';
import type { ConsentAnswer } from '../ports/consent.ts';
import type { AskBefore, PatchConsent, PatchQuestion } from '../ports/patchConsent.ts';

/** The buttons of the question. */
export const patchButtons = { allow: 'Allow', refuse: 'Do Not Allow' } as const;

/**
 * Asks about patches by a message with buttons, which leaves the editor usable. Closing it is a no. The editor has no way
 * to take a message back; an answer that comes too late is nobody's answer any more, and the message says how long it
 * counts.
 */
export class PatchMessage implements PatchConsent {
  private readonly setting: () => AskBefore;

  constructor(setting: () => AskBefore) {
    this.setting = setting;
  }

  get askBefore(): AskBefore {
    return this.setting();
  }

  async ask(question: PatchQuestion): Promise<ConsentAnswer> {
    const { allow, refuse } = patchButtons;
    const text = patchQuestionText(question);
    const picked = await vscode.window.showWarningMessage(text, allow, refuse);
    return picked === allow ? 'allowed' : 'refused';
  }
}
