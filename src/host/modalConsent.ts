import * as vscode from 'vscode';
import type { Consent, ConsentAnswer, ConsentQuestion } from '../ports/consent.ts';

/** The button that allows the change. */
export const allowButton: vscode.MessageItem = { title: 'Allow This Change' };

/**
 * The first button has the focus: whoever is typing when the question comes up must not allow it by Enter. Marked as
 * the one that closes it would lose that place, so the editor adds a Cancel of its own, which means the same.
 */
const refuseButton: vscode.MessageItem = { title: 'Do Not Allow' };

/**
 * Asks by a modal question that names the files and shows what would change. The editor has no way to take a question
 * back; an answer that comes too late is nobody's answer any more, and the question says how long it counts.
 */
export class ModalConsent implements Consent {
  async ask({ tool, client, changes }: ConsentQuestion): Promise<ConsentAnswer> {
    const files = changes.map((change) => change.file).join(', ');
    const detail = changes.map(({ file, diff }) => `${file}\n${diff}`).join('\n\n');
    const picked = await vscode.window.showWarningMessage(
      `The agent "${plainLine(client)}" wants to change ${plainLine(files)}.`,
      {
        modal: true,
        detail: `This file can make programs run or change what agents may do. Without an answer in two minutes nothing is changed. ${tool} would do this:\n\n${detail}`,
      },
      refuseButton,
      allowButton,
    );
    return picked?.title === allowButton.title ? 'allowed' : 'refused';
  }
}

/** Names come from the agent: nothing in them may look like another line of the question. */
function plainLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- the point is to take them out
  return text.replaceAll(/[\u0000-\u001f\u2028\u2029]+/g, ' ').slice(0, 300);
}
