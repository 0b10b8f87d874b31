import type * as vscode from 'vscode';

/** The prompt that goes on without another question. */
export const continuePrompt = 'Continue';

const goOn: vscode.ChatFollowup = { prompt: continuePrompt, label: 'Continue' };
const show: vscode.ChatFollowup = { prompt: '', command: 'context', label: 'Show context' };
const compact: vscode.ChatFollowup = { prompt: '', command: 'compact', label: 'Make room' };

/** What a person may want to do next, by how the last turn ended. */
export function followUps(result: vscode.ChatResult): vscode.ChatFollowup[] {
  switch (result.metadata?.['outcome']) {
    case 'steps':
    case 'failed':
    case 'cancelled':
      return [goOn, show];
    case 'conflict':
      return [{ prompt: String(result.metadata['question'] ?? ''), label: 'Ask again' }, show];
    case 'full':
      return [show, compact];
    default:
      return [];
  }
}
