import type { Log } from '../../ports/log.ts';
import type { NewSessionEvent, SessionStore, SessionWrite } from '../../ports/sessions.ts';
import { StoreError } from '../../ports/store.ts';
import type { Clock } from '../../ports/system.ts';
import type { ArtifactKey } from './block.ts';
import { encodeEvent } from './journalCodec.ts';
import type { JournalEvent } from './journalEvent.ts';
import { storedAlready } from './storedAlready.ts';

/** The part of the store that sessions need. */
export interface JournalStore extends SessionStore {
  write(writes: readonly SessionWrite[]): Promise<unknown>;
}

/** What a journal needs. */
export interface JournalParts {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** An event with the text that is stored with it. */
export interface EventWithText {
  readonly event: JournalEvent;
  readonly text?: { readonly artifact: ArtifactKey; readonly content: string };
}

/** Events that wait to be stored. */
export interface UnstoredEvents {
  /** Number of the last event that is stored. */
  readonly after: number;
  readonly events: readonly NewSessionEvent[];
}

/** How long a store that was locked is left alone, in milliseconds: each try waits for seconds, and an answer with it. */
export const lockPause = 15_000;

/** Thrown when another program wrote to the same session: what is known of it here is old. */
export class SessionConflict extends Error {
  constructor(session: string) {
    super(`Session ${session} was continued in another window. Open it again.`);
    this.name = 'SessionConflict';
  }
}

function isConflict(cause: unknown): boolean {
  return cause instanceof StoreError && cause.code === 'conflict';
}

/**
 * Appends events to a session's journal, in order. While the store cannot be written (locked, full), events wait here
 * and go with the next ones, so that a conversation does not end for it; `waiting` says how many there are.
 */
export class JournalWriter {
  private readonly session: string;
  private readonly parts: JournalParts;
  private backlog: NewSessionEvent[] = [];
  private readonly waitingTexts = new Map<ArtifactKey, string>();
  /** Texts that are to be deleted with the next write. */
  private erasures: ArtifactKey[] = [];
  private seq: number;
  private said = false;
  /** Before this time nothing is tried, in milliseconds since the epoch. */
  private retryAt = 0;

  constructor(session: string, seq: number, parts: JournalParts) {
    this.session = session;
    this.seq = seq;
    this.parts = parts;
  }

  /** Number of events that are not stored yet. */
  get waiting(): number {
    return this.backlog.length;
  }

  /** The events that are not stored yet. */
  get unstored(): UnstoredEvents {
    return { after: this.seq, events: this.backlog };
  }

  /** A text that is not stored yet. */
  waitingText(artifact: ArtifactKey): string | undefined {
    return this.waitingTexts.get(artifact);
  }

  /** Appends events, and deletes texts in the same transaction, at once or later. Throws `SessionConflict`. */
  async append(
    events: readonly EventWithText[],
    erased: readonly ArtifactKey[] = [],
  ): Promise<void> {
    const { backlog, waitingTexts } = this;
    for (const { event, text } of events) {
      const stored = { at: this.parts.clock.now(), type: event.type, data: encodeEvent(event) };
      if (text === undefined) {
        backlog.push(stored);
      } else {
        const { artifact: name, content } = text;
        const { at, type, data } = stored;
        backlog.push({ at, type, data, artifact: { name, content } });
        waitingTexts.set(name, content);
      }
    }
    for (const artifact of erased) {
      this.erasures.push(artifact);
      waitingTexts.delete(artifact);
    }
    if (this.parts.clock.now() >= this.retryAt) {
      await this.flush();
    }
  }

  /** Tries to store what waits. Throws `SessionConflict`. */
  async retry(): Promise<void> {
    if (this.waiting > 0) {
      await this.flush();
    }
  }

  private async flush(): Promise<void> {
    const { session, seq: after, backlog: events, erasures: names } = this;
    const writes: SessionWrite[] = [{ op: 'appendEvents', session, after, events }];
    if (names.length > 0) {
      writes.push({ op: 'eraseArtifacts', session, names });
    }
    try {
      await this.parts.store.write(writes);
    } catch (cause) {
      if (isConflict(cause)) {
        await this.resume();
      } else {
        this.fail(cause);
      }
      return;
    }
    this.seq += events.length;
    this.backlog = [];
    this.erasures = [];
    this.waitingTexts.clear();
    this.said = false;
    this.retryAt = 0;
  }

  /** Goes on behind what is stored already, if that is what was sent before, without an answer. */
  private async resume(): Promise<void> {
    const { session, seq: after, backlog: events, erasures: erased } = this;
    let own: number;
    try {
      own = await storedAlready({ session, after, events, erased }, this.parts.store);
    } catch (cause) {
      this.fail(cause);
      return;
    }
    if (own === 0) {
      throw new SessionConflict(session);
    }
    this.seq += own;
    this.backlog = events.slice(own);
    await this.flush();
  }

  private fail(cause: unknown): void {
    if (cause instanceof StoreError && cause.code === 'locked') {
      this.retryAt = this.parts.clock.now() + lockPause;
    }
    if (!this.said) {
      this.said = true;
      this.parts.log.error(
        'The journal of a session could not be written; it is tried again.',
        cause,
      );
    }
  }
}
