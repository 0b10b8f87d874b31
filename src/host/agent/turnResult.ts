import type * as vscode from 'vscode';
import type { TurnEnd } from '../../core/agent/agentTurn.ts';
import { failureSentences } from '../../core/agent/modelFailure.ts';
import type { ChatOutput } from './chatOutput.ts';
import { problemOf } from './languageModel.ts';
import type { Thread } from './thread.ts';
import type { ResultMetadata } from './threadId.ts';

/** Where the context ends now. */
export function lastBlock({ session }: Thread): Pick<ResultMetadata, 'last'> {
  const last = session.state.order.at(-1);
  return last === undefined ? {} : { last };
}

/** Says how a turn ended, where it did not end with an answer, and with what way on. */
export function turnResult(
  end: TurnEnd,
  thread: Thread,
  output: ChatOutput,
  maxSteps: number,
): vscode.ChatResult {
  const { session } = thread;
  const metadata: ResultMetadata = {
    session: session.id,
    outcome: end.outcome,
    ...lastBlock(thread),
  };
  const isBehind = session.waiting > 0;
  const isToBeSaid = isBehind && !thread.toldOfStore;
  thread.toldOfStore = isBehind;
  if (isToBeSaid) {
    output.say(
      'The journal of this conversation can not be written now. It goes on, but what is not stored is lost when the window closes; "Chipboard: Show Log" says why.',
    );
  }
  switch (end.outcome) {
    case 'done':
    case 'cancelled':
      return { metadata };
    case 'steps':
      output.say(
        `Stopped after ${maxSteps} requests to the model, the most for one question (setting \`chipboard.agent.maxSteps\`).`,
      );
      return { metadata };
    case 'full':
      return {
        metadata,
        errorDetails: {
          message:
            'The next request does not fit into the model’s window, though all was put aside that may go. Choose a model with a larger window, unpin blocks, or begin a new chat; /context shows what takes the room.',
        },
      };
    case 'failed':
      return { metadata, errorDetails: { message: failureSentences(problemOf(end.problem)) } };
  }
}

/** Another window is in the way: says so, and offers the question again. */
export function conflictResult(
  { request, thread }: { readonly request: vscode.ChatRequest; readonly thread: Thread },
  message: string,
): vscode.ChatResult {
  const metadata: ResultMetadata = {
    session: thread.session.id,
    outcome: 'conflict',
    question: request.prompt,
  };
  return { errorDetails: { message }, metadata };
}

/** Why an answer was made without the edit tools. */
export type MissingTools = 'untrusted' | 'not started';

/** Says what to do where the edit tools are not there; after the answer, as the editor folds what comes before calls. */
export function sayMissingTools(
  missing: MissingTools,
  output: ChatOutput,
  stream: vscode.ChatResponseStream,
): void {
  if (missing === 'untrusted') {
    output.say(
      'This workspace is not trusted: @chipboard sees what you attach, and can not search or change files.',
    );
    stream.button({ command: 'workbench.trust.manage', title: 'Manage Workspace Trust' });
    return;
  }
  output.say(
    'The Chipboard tools were not there, so no file could be read or changed. Start the MCP server "Chipboard edit tools", then ask again.',
  );
  stream.button({ command: 'workbench.mcp.listServer', title: 'Show MCP Servers' });
}
