import type * as vscode from 'vscode';
import type { AgentOutput } from '../../core/agent/agentModel.ts';

/** What the user reads while a local tool runs. */
const doing: Readonly<Record<string, string>> = {
  'workspace-list': 'Listing files',
  'workspace-search': 'Searching the workspace',
};

/** Shows in the chat what the agent does. */
export class ChatOutput implements AgentOutput {
  private readonly stream: vscode.ChatResponseStream;
  private readonly isShownByEditor: (tool: string) => boolean;
  private hasText = false;
  /** What comes next begins a paragraph. */
  private isApart = false;

  constructor(stream: vscode.ChatResponseStream, isShownByEditor: (tool: string) => boolean) {
    this.stream = stream;
    this.isShownByEditor = isShownByEditor;
  }

  text(piece: string): void {
    const gap = this.isApart && this.hasText ? '\n\n' : '';
    this.isApart = false;
    this.hasText ||= piece !== '';
    this.stream.markdown(gap + piece);
  }

  progress(message: string): void {
    this.isApart = true;
    // For calls of its own the editor has a line with a button, so ours would be the second.
    if (!this.isShownByEditor(message)) {
      this.stream.progress(doing[message] ?? message);
    }
  }

  /** A sentence of ours, apart from what the model says. */
  say(sentence: string): void {
    this.isApart = true;
    this.text(`_${sentence}_`);
    this.isApart = true;
  }
}
