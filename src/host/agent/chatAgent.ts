import type * as vscode from 'vscode';
import { AgentTurn, type TurnEnd } from '../../core/agent/agentTurn.ts';
import { maintainContext } from '../../core/agent/maintainContext.ts';
import { followThread } from '../../core/agent/rewind.ts';
import { SessionConflict } from '../../core/context/journalWriter.ts';
import { PathGate } from '../../core/edit/pathGate.ts';
import type { ChatCommand } from '../../manifest/chat.ts';
import type { EditHost } from '../../ports/editHost.ts';
import type { LineFinder } from '../../ports/lineFinder.ts';
import type { Paths } from '../../ports/paths.ts';
import { StoreError } from '../../ports/store.ts';
import type { Disposable } from '../../ports/system.ts';
import { continuePrompt } from '../followUps.ts';
import { attachmentsOf } from './attachedTexts.ts';
import { signalOf } from './cancellation.ts';
import { ChatOutput } from './chatOutput.ts';
import type { CommandParts } from './contextCommands.ts';
import { pinBlocks, showContext, showMaintenance, undoChange } from './contextCommands.ts';
import { LanguageModel } from './languageModel.ts';
import { LanguageTools } from './languageTools.ts';
import type { Thread } from './thread.ts';
import { isUnfinished, reachOf, sessionMark } from './threadId.ts';
import type { ResultMetadata } from './threadId.ts';
import type { ThreadsParts } from './threads.ts';
import { Threads } from './threads.ts';
import type { MissingTools } from './turnResult.ts';
import { conflictResult, lastBlock, sayMissingTools, turnResult } from './turnResult.ts';

/** What the agent works with. */
export interface ChatAgentParts extends ThreadsParts {
  readonly host: EditHost;
  readonly paths: Paths;
  readonly findLines: LineFinder;
}

/** A request of the chat, as a participant gets it. */
export interface ChatCall {
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/** A turn of a thread. */
interface ThreadCall extends ChatCall {
  readonly thread: Thread;
  readonly signal: AbortSignal;
  /** The question's block, once it is in the session. */
  readonly asked: { block?: string };
  /** What another window added to the session meanwhile. */
  readonly foreign?: ReadonlySet<string>;
}

/** Answers the requests that `@chipboard` gets. */
export class ChatAgent implements Disposable {
  private readonly parts: ChatAgentParts;
  private readonly threads: Threads;

  constructor(parts: ChatAgentParts) {
    this.parts = parts;
    this.threads = new Threads(parts);
  }

  /** Answers one. Throws for faults of ours only. */
  async answer(call: ChatCall): Promise<vscode.ChatResult> {
    const { signal, release } = signalOf(call.token);
    try {
      return call.request.command === undefined
        ? await this.answerQuestion(call, signal)
        : await this.answerCommand(call, signal);
    } catch (cause) {
      if (cause instanceof StoreError) {
        this.parts.log.error('The store failed in a chat.', cause);
        return {
          errorDetails: {
            message: `What is kept of this conversation can not be used now (${cause.code}). Ask again, or look into the log with the command "Chipboard: Show Log".`,
          },
        };
      }
      throw cause;
    } finally {
      release();
    }
  }

  dispose(): void {
    this.threads.dispose();
  }

  private async answerQuestion(call: ChatCall, signal: AbortSignal): Promise<vscode.ChatResult> {
    const { request, context, stream } = call;
    const found = await this.threads.forQuestion(context.history, request.prompt);
    const { thread } = found;
    if (found.isNew) {
      stream.markdown(sessionMark(thread.session.id));
    }
    if (found.notice !== undefined) {
      stream.markdown(`_${found.notice}_\n\n`);
    }
    const turn: ThreadCall = { ...call, thread, signal, asked: {} };
    try {
      return await this.run(turn, false);
    } catch (cause) {
      if (!(cause instanceof SessionConflict)) {
        throw cause;
      }
      return this.runAgain(turn);
    }
  }

  /**
   * Another window wrote to the session: it is read anew, and the question is put to what it is now. One that is in it
   * and still the newest is gone on with, so that nothing is done twice.
   */
  private async runAgain(call: ThreadCall): Promise<vscode.ChatResult> {
    const { stream, thread: former, asked } = call;
    const thread = await this.threads.reopen(former);
    if (thread === undefined) {
      return conflictResult(call, 'This conversation was deleted in another window.');
    }
    const isShort = thread.session.state.calls.length < former.session.state.calls.length;
    const lost = isShort ? ' What could not be stored here before is not in it.' : '';
    stream.markdown(
      `\n\n_This conversation was continued in another window, and was read anew.${lost}_\n\n`,
    );
    const { currentQuestion, order } = thread.session.state;
    const foreign = new Set(order.filter((id) => former.session.state.get(id) === undefined));
    const isIn = asked.block !== undefined && currentQuestion === asked.block;
    try {
      return await this.run({ ...call, thread, foreign }, isIn);
    } catch (cause) {
      if (cause instanceof SessionConflict) {
        await this.threads.reopen(thread);
        const message =
          'Another window works in this conversation now. Wait until it has ended, then ask again; what is kept of both is kept.';
        return conflictResult(call, message);
      }
      throw cause;
    }
  }

  private async run(call: ThreadCall, goesOn: boolean): Promise<vscode.ChatResult> {
    const { request, context, stream, thread, signal } = call;
    const { agentPatches, maxSteps } = this.parts.settings();
    const tools = this.toolsFor(call, agentPatches);
    const model = new LanguageModel(request.model, thread.memoryOf(request.model), this.parts.log);
    const output = new ChatOutput(stream, (name) => tools.isShownByEditor(name));
    const missing = await this.missingTools(tools);
    const { random } = this.parts;
    const { care } = thread;
    const turn = new AgentTurn({ care, model, tools, output, random, signal, maxSteps });
    thread.busy += 1;
    let end: TurnEnd;
    try {
      const isContinue = request.prompt === continuePrompt && isUnfinished(context.history);
      const reach = reachOf(context.history);
      const onQuestion = async (): Promise<void> => {
        const { currentQuestion } = thread.session.state;
        call.asked.block = currentQuestion ?? '';
        if (reach !== undefined) {
          const { foreign } = call;
          await followThread(thread.session, { ...reach, ...(foreign && { foreign }) });
        }
      };
      const attached = await attachmentsOf(request.references);
      end =
        goesOn || isContinue
          ? await turn.resume()
          : await turn.run(request.prompt, { attached, onQuestion });
    } finally {
      thread.busy -= 1;
    }
    await this.noteEnd(call);
    if (missing !== undefined && !(missing === 'untrusted' && thread.toldOfTrust)) {
      thread.toldOfTrust = missing === 'untrusted';
      sayMissingTools(missing, output, stream);
    }
    if (thread.session.waiting > 0) {
      thread.keepTrying(() => this.threads.save(thread));
    }
    return turnResult(end, thread, output, maxSteps);
  }

  /** The editor does not start our server in a workspace that is not trusted. */
  private async missingTools(tools: LanguageTools): Promise<MissingTools | undefined> {
    if (!this.parts.workspace.trusted) {
      return 'untrusted';
    }
    return tools.hasOwn || (await tools.waitForOwn()) ? undefined : 'not started';
  }

  private async noteEnd({ request: { model }, thread }: ThreadCall): Promise<void> {
    const { session, counts } = thread;
    try {
      await session.noteEvent({ type: 'metrics', metrics: session.state.metrics });
    } catch (cause) {
      // The answer is kept; the next question finds out that another window wrote.
      if (!(cause instanceof SessionConflict)) {
        throw cause;
      }
    }
    counts.count({ id: model.id, family: model.family, vendor: model.vendor });
  }

  private async answerCommand(call: ChatCall, signal: AbortSignal): Promise<vscode.ChatResult> {
    const { context, stream } = call;
    const thread = await this.threads.find(context.history);
    if (thread === undefined) {
      stream.markdown('This conversation has no context yet: ask a question first.');
      return {};
    }
    thread.busy += 1;
    try {
      await this.runCommand({ ...call, thread, signal, asked: {} });
    } catch (cause) {
      if (!(cause instanceof SessionConflict)) {
        throw cause;
      }
      await this.threads.reopen(thread);
      stream.markdown(
        'This conversation was continued in another window, and was read anew; nothing was changed. Give the command again.',
      );
    } finally {
      thread.busy -= 1;
    }
    const metadata: ResultMetadata = {
      session: thread.session.id,
      outcome: 'command',
      ...lastBlock(thread),
    };
    return { metadata };
  }

  private async runCommand(call: ThreadCall): Promise<void> {
    const { request, stream, thread, signal } = call;
    const parts: CommandParts = { thread, prompt: request.prompt, stream };
    const model = new LanguageModel(request.model, thread.memoryOf(request.model), this.parts.log);
    switch (request.command as ChatCommand) {
      case 'context':
        return showContext(parts, model, request.model, this.toolsFor(call, true));
      case 'pin':
        return pinBlocks(parts, model, this.toolsFor(call, true));
      case 'undo':
        return undoChange(parts);
      case 'compact': {
        const tools = this.toolsFor(call, true);
        const output = new ChatOutput(stream, (name) => tools.isShownByEditor(name));
        const { random } = this.parts;
        const working = { care: thread.care, model, tools, output, random, signal };
        const pass = await maintainContext(working, { keep: request.prompt });
        return showMaintenance(parts, pass);
      }
    }
  }

  private toolsFor({ request, thread }: ThreadCall, withContext: boolean): LanguageTools {
    const { workspace, host, paths, findLines } = this.parts;
    return new LanguageTools({
      session: thread.session.id,
      request,
      withContext,
      trusted: workspace.trusted && workspace.folders.length > 0,
      search: {
        findLines,
        isInside: (path) => new PathGate({ workspace, host, paths }).resolve(path),
      },
    });
  }
}
