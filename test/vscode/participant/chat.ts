import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { until, workspacePath } from '../workspaceFiles.ts';

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

/** What a person may attach to a question. */
export interface Attached {
  readonly attachFiles?: readonly (
    vscode.Uri | { readonly uri: vscode.Uri; readonly range: object }
  )[];
  /** Names of tools. */
  readonly toolIds?: readonly string[];
}

/** Sends a question to `@chipboard`, as a person does, and waits until it is answered or a tool asks. */
export async function ask(
  question: string,
  model = 'wide',
  attached: Attached = {},
): Promise<Sent> {
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
    ...attached,
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

/** How often in a row an answer has to be the same to be whole: the editor shows it word by word. */
const sameReads = 4;

/** The text of the newest answer, once it no longer grows. */
export async function lastAnswer(window = 'main'): Promise<string> {
  let text = '';
  for (let same = 0; same < sameReads;) {
    const now = (await answers(window)).at(-1) ?? '';
    same = now === text && now !== '' ? same + 1 : 0;
    text = now;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return text;
}

/** The text of the newest answer as far as it is shown. */
export async function answerSoFar(window = 'main'): Promise<string> {
  return (await answers(window)).at(-1) ?? '';
}

const followUps = '.interactive-session .chat-followups a, .interactive-session-followups a';

/** What is offered below the newest answer, as soon as something is. */
export async function offers(): Promise<readonly string[]> {
  let texts: readonly string[] = [];
  await until('something is offered', async () => {
    texts = (await driveUi({ action: 'texts', selector: followUps })) as readonly string[];
    return texts.some((text) => text.trim() !== '');
  });
  return texts.map((text) => text.trim());
}

/** Takes what is offered under this name. */
export async function take(offer: string): Promise<void> {
  await driveUi({ action: 'click', selector: `:is(${followUps}):has-text("${offer}")` });
}

/** Whether the editor has written a thread with this text to its files; what it has not is gone with a reload. */
export async function isThreadKept(text: string): Promise<boolean> {
  const folder = join(dirname(workspacePath('.')), 'user', 'User', 'workspaceStorage');
  const names = await readdir(folder, { recursive: true });
  const threads = names.filter((name) => /chatSessions[\\/][^\\/]+$/.test(name));
  const texts = await Promise.all(threads.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.some((each) => each.includes(text));
}
