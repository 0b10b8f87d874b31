import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { until } from '../workspaceFiles.ts';

const MODEL = { vendor: 'customendpoint', id: 'scripted' };
/** The first prompt waits for Copilot Chat and for the MCP server to start. */
const PATIENCE = 40_000;
/** What a screen reader says of the buttons "Allow in this Session" and "Skip". */
const BUTTONS = { allow: '/^Allow this tool/', skip: '/^Proceed without running/' };

/** Waits until Copilot Chat is up and knows the scripted model. */
export async function chatReady(): Promise<void> {
  await until(
    'the scripted model is offered',
    async () => (await vscode.lm.selectChatModels(MODEL)).length > 0,
    PATIENCE,
  );
}

/** Starts a chat without history; what the person has allowed in earlier ones is forgotten. */
export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.resetTrustedTools');
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}

/**
 * Sends a prompt in agent mode, as a person does.
 * @returns The tool that asks the person for leave, or undefined once the answer is complete.
 */
export async function send(prompt: string): Promise<string | undefined> {
  const outcome = await vscode.commands.executeCommand<
    { readonly type?: string; readonly toolId?: string } | undefined
  >('workbench.action.chat.open', {
    query: prompt,
    mode: 'agent',
    modelSelector: MODEL,
    blockOnResponse: true,
  });
  return outcome?.type === 'confirmation' ? outcome.toolId : undefined;
}

/** Answers, in the place of the person, the chat's question whether a tool may run. */
export async function answer(leave: 'allow' | 'skip'): Promise<void> {
  await driveUi({ action: 'click', role: 'button', name: BUTTONS[leave] });
}
