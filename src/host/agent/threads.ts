import type * as vscode from 'vscode';
import { systemPrompt } from '../../core/agent/systemPrompt.ts';
import { ContextSession, type SessionParts } from '../../core/context/contextSession.ts';
import { ContextState } from '../../core/context/contextState.ts';
import type { LiveSessions } from '../../core/context/liveSessions.ts';
import { createSession, openSession } from '../../core/context/openSession.ts';
import type { AgentSettings } from '../../ports/agentSettings.ts';
import type { Log } from '../../ports/log.ts';
import type { NewSession } from '../../ports/sessions.ts';
import { StoreError } from '../../ports/store.ts';
import type { Store } from '../../ports/store.ts';
import type { Clock, Disposable, Random } from '../../ports/system.ts';
import type { TokenCounter } from '../../ports/tokens.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { Thread } from './thread.ts';
import { sessionOf, textsOfThread } from './threadId.ts';

/** Most threads that are kept open; their sessions can be patched by tools. */
const mostOpen = 10;

/** Longest title, in characters. */
const titleLength = 80;

/** What threads are made with. */
export interface ThreadsParts {
  readonly store: Store;
  readonly live: LiveSessions;
  readonly settings: () => AgentSettings;
  readonly workspace: Workspace;
  readonly counter: TokenCounter;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** A thread that was found or begun. */
export interface FoundThread {
  readonly thread: Thread;
  readonly isNew: boolean;
  /** What the user should know about it. */
  readonly notice?: string;
}

/** The chat's threads and their sessions: found again in this window, in the journal, or begun. */
export class Threads implements Disposable {
  private readonly parts: ThreadsParts;
  /** The one used last at the end. */
  private readonly open = new Map<string, { readonly thread: Thread; readonly live: Disposable }>();

  constructor(parts: ThreadsParts) {
    this.parts = parts;
  }

  /** The thread of a history; undefined if nothing is kept of it. Throws `StoreError`. */
  async find(history: vscode.ChatContext['history']): Promise<Thread | undefined> {
    const id = sessionOf(history);
    return id === undefined ? undefined : (this.openHere(id) ?? (await this.fromJournal(id)));
  }

  /** The thread of a history, or a new one that knows what the history shows. Throws `SessionConflict`. */
  async forQuestion(
    history: vscode.ChatContext['history'],
    question: string,
  ): Promise<FoundThread> {
    try {
      const thread = await this.find(history);
      if (thread !== undefined) {
        await this.save(thread);
        return { thread, isNew: false };
      }
    } catch (cause) {
      if (!(cause instanceof StoreError)) {
        throw cause;
      }
      this.parts.log.error('A conversation could not be read.', cause);
      const notice =
        'What was kept of this conversation can not be read now; only what the thread shows is known.';
      return { thread: await this.begin(history, question), isNew: true, notice };
    }
    const isGone = sessionOf(history) !== undefined;
    const thread = await this.begin(history, question);
    return {
      ...{ thread, isNew: true },
      ...(isGone && {
        notice:
          'What was kept of this conversation was deleted; only what the thread shows is known.',
      }),
    };
  }

  /** Reads a session anew that another window continued. */
  async reopen(thread: Thread): Promise<Thread | undefined> {
    const { id } = thread.session;
    this.close(id);
    return this.fromJournal(id);
  }

  /** What the store could not take when the session began goes there before anything else. */
  async save(thread: Thread): Promise<void> {
    const { unsaved } = thread;
    if (unsaved === undefined) {
      return;
    }
    try {
      await this.parts.store.write([{ op: 'putSession', session: unsaved }]);
      thread.unsaved = undefined;
    } catch {
      // It stays as it is, and is tried with the next question.
    }
  }

  dispose(): void {
    [...this.open.keys()].forEach((id) => this.close(id));
  }

  private get sessionParts(): SessionParts {
    const { store, clock, log, settings } = this.parts;
    const policy = (): ReturnType<SessionParts['policy']> => {
      const { redact, replace, keepRedacted } = settings();
      return { redact, replace, keepRedacted };
    };
    return { store, clock, log, policy };
  }

  private openHere(id: string): Thread | undefined {
    const found = this.open.get(id);
    if (found !== undefined) {
      this.open.delete(id);
      this.open.set(id, found);
    }
    return found?.thread;
  }

  private async fromJournal(id: string): Promise<Thread | undefined> {
    const opened = await openSession(id, this.sessionParts);
    return opened === undefined ? undefined : this.keep(opened.session);
  }

  private async begin(history: vscode.ChatContext['history'], question: string): Promise<Thread> {
    const { random, clock, workspace, settings, log } = this.parts;
    const folders = workspace.folders.map(({ path }) => path);
    const row: NewSession = {
      id: random.hex(12),
      source: 'chipboard',
      workspace: folders[0] ?? '',
      title: [...question.replace(/\s+/g, ' ').trim()].slice(0, titleLength).join(''),
      created: clock.now(),
    };
    const thread = await createSession(row, this.sessionParts).then(
      (session) => this.keep(session),
      (cause: unknown) => {
        log.error('A conversation could not be stored; it goes on without.', cause);
        const session = new ContextSession(row.id, new ContextState(), 0, this.sessionParts);
        return this.keep(session, row);
      },
    );
    const { agentPatches } = settings();
    const text = systemPrompt({ folders, trusted: workspace.trusted, agentPatches });
    await thread.session.ingest([{ kind: 'system_prompt', text }, ...textsOfThread(history)]);
    return thread;
  }

  private keep(session: ContextSession, unsaved?: NewSession): Thread {
    const { settings, counter, log, live } = this.parts;
    const given = { session, settings, counter, log };
    const thread = new Thread({ ...given, ...(unsaved !== undefined && { unsaved }) });
    this.open.set(session.id, { thread, live: live.add(thread) });
    const idle = [...this.open].filter(
      ([
        id,
        {
          thread: { busy },
        },
      ]) => busy === 0 && id !== session.id,
    );
    idle.slice(0, Math.max(0, this.open.size - mostOpen)).forEach(([id]) => this.close(id));
    return thread;
  }

  private close(id: string): void {
    const found = this.open.get(id);
    this.open.delete(id);
    found?.live.dispose();
    found?.thread.dispose();
  }
}
