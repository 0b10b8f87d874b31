import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { until } from '../workspaceFiles.ts';

const patience = 40_000;
const buttons = { allow: '/^Allow/', skip: '/^Skip|^Proceed without running/' };

/** Waits until the scripted models are offered. */
export async function chatReady(): Promise<void> {
  await until(
    'the scripted models are offered',
    async () => (await vscode.lm.selectChatModels({ vendor: 'scripted' })).length > 0,
    patience,
  );
}

/** Starts a thread without history; what the person has allowed in earlier ones is forgotten. */
export async function newThread(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.resetTrustedTools');
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}

/** How a request ended: with an answer, or with a tool that asks for leave. */
export interface Sent {
  readonly asking?: string;
  readonly error?: string;
}

/** Sends a question to `@chipboard`, as a person does, and waits until it is answered or a tool asks. */
export async function ask(question: string, model = 'wide'): Promise<Sent> {
  const outcome = await vscode.commands.executeCommand<
    | {
        readonly type?: string;
        readonly toolId?: string;
        readonly errorDetails?: { readonly message: string };
      }
    | undefined
  >('workbench.action.chat.open', {
    query: `@chipboard ${question}`,
    mode: 'ask',
    modelSelector: { vendor: 'scripted', id: model },
    blockOnResponse: true,
  });
  return {
    ...(outcome?.type === 'confirmation' && { asking: outcome.toolId ?? '' }),
    ...(outcome?.errorDetails && { error: outcome.errorDetails.message }),
  };
}

/** Answers, in the place of the person, the chat's question whether a tool may run. */
export async function answer(leave: 'allow' | 'skip'): Promise<void> {
  await driveUi({ action: 'click', role: 'button', name: buttons[leave] });
}

/** The texts of the thread's answers, as a person reads them. */
export async function answers(window = 'main'): Promise<readonly string[]> {
  const selector = '.interactive-item-container.interactive-response';
  return (await driveUi({ action: 'texts', selector, window })) as readonly string[];
}

/** The text of the newest answer. */
export async function lastAnswer(window = 'main'): Promise<string> {
  return (await answers(window)).at(-1) ?? '';
}
