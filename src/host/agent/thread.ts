import { ContextCare } from '../../core/agent/contextCare.ts';
import type { Budget } from '../../core/context/budget/ladder.ts';
import type { ContextSession } from '../../core/context/contextSession.ts';
import type { LiveSession } from '../../core/context/liveSessions.ts';
import type { AgentSettings } from '../../ports/agentSettings.ts';
import type { Log } from '../../ports/log.ts';
import type { NewSession } from '../../ports/sessions.ts';
import type { Disposable } from '../../ports/system.ts';
import type { TokenCounter } from '../../ports/tokens.ts';
import type * as vscode from 'vscode';
import { ExactCounts } from './exactCounts.ts';
import { newMemory, type ModelMemory } from './languageModel.ts';

/** Between two tries to store what waits, in milliseconds. */
const retryPause = 10_000;

/** What a thread is made of. */
export interface ThreadParts {
  readonly session: ContextSession;
  readonly settings: () => AgentSettings;
  readonly counter: TokenCounter;
  readonly log: Log;
  /** What the store could not take when the session began. */
  readonly unsaved?: NewSession;
}

/** A thread of the chat with its session, while it is open in this window. */
export class Thread implements LiveSession, Disposable {
  readonly session: ContextSession;
  readonly care: ContextCare;
  readonly counts: ExactCounts;
  /** What the store does not have yet. */
  unsaved: NewSession | undefined;
  /** Requests that work on it now. */
  busy = 0;
  /** The user was told that the journal can not be written. */
  toldOfStore = false;
  /** The user was told what an untrusted workspace means. */
  toldOfTrust = false;
  private retrying: NodeJS.Timeout | undefined;
  private readonly memories = new Map<string, ModelMemory>();

  constructor({ session, settings, counter, log, unsaved }: ThreadParts) {
    this.session = session;
    this.unsaved = unsaved;
    this.counts = new ExactCounts(session, counter, log);
    // Read anew each time, so that a changed setting holds from the next request on.
    this.care = new ContextCare(session, {
      get agentPatches() {
        return settings().agentPatches;
      },
      get safetyNet() {
        return settings().safetyNet;
      },
      get ratios() {
        return settings().limits;
      },
      get layout() {
        return settings().layout;
      },
    });
  }

  budget(): Budget | undefined {
    return this.care.budget;
  }

  /** What is remembered of a model in this thread. */
  memoryOf(model: vscode.LanguageModelChat): ModelMemory {
    const key = `${model.vendor}/${model.id}`;
    const memory = this.memories.get(key) ?? newMemory(model);
    this.memories.set(key, memory);
    return memory;
  }

  /** Has the store tried again now and then, as long as something waits for it. */
  keepTrying(save: () => Promise<void>): void {
    clearTimeout(this.retrying);
    const retry = async (): Promise<void> => {
      await save();
      await this.session.retryStore();
      if (this.session.waiting > 0) {
        this.keepTrying(save);
      }
    };
    // Where another window wrote meanwhile, the next question finds out.
    this.retrying = setTimeout(() => void retry().catch(() => undefined), retryPause);
  }

  dispose(): void {
    clearTimeout(this.retrying);
    this.counts.dispose();
    this.session.dispose();
  }
}
