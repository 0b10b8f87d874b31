import { DisposableStore } from '../../core/lifecycle.ts';
import type { Disposable, Timer } from '../../ports/system.ts';
import type { TranscriptState } from '../../ports/transcripts.ts';
import { RpcError } from '../../protocol/rpc.ts';
import { PacedStates } from './pacedStates.ts';
import type { SessionSource } from './sessionSource.ts';
import { given } from './given.ts';

/** What the sessions of a page are made with. */
export interface PageSessionsParts {
  readonly sources: readonly SessionSource[];
  readonly timer: Timer;
  readonly visible: boolean;
  /** Tells the page of a newer state. */
  readonly changed: (state: TranscriptState) => void;
  /** Tells the page that the list may be another one. */
  readonly listChanged: () => void;
}

/** The sessions that one page has open: followed, and closed when the page closes them or is gone. */
export class PageSessions implements Disposable {
  readonly #parts: PageSessionsParts;
  readonly #states: PacedStates;
  readonly #disposables = new DisposableStore();
  /** By the name of what is open. */
  readonly #open = new Map<string, SessionSource>();
  /** States of what is not known to be open yet, since the answer that says so is on its way; while something opens. */
  readonly #early = new Map<string, TranscriptState>();
  #opening = 0;
  #visible: boolean;
  #listIsStale = false;
  /** While the page is seen that has a list. */
  #watched: readonly Disposable[] = [];
  #hasList = false;
  #disposed = false;

  constructor(parts: PageSessionsParts) {
    this.#parts = parts;
    this.#visible = parts.visible;
    this.#states = this.#disposables.add(
      new PacedStates(parts.changed, parts.timer, parts.visible),
    );
    for (const source of parts.sources) {
      this.#disposables.add(source.onDidChange((state) => this.#take(state)));
      this.#disposables.add(source.onDidChangeList(() => this.#takeList()));
    }
  }

  /** The page has a list of the sessions from now on, so it is told when that is another one. */
  hasList(): void {
    this.#hasList = true;
    this.#watchList();
  }

  /** Opens a session by its key. Throws `RpcError`. */
  async open(key: string, signal: AbortSignal): Promise<TranscriptState> {
    const source = this.#parts.sources.find(({ prefix }) => key.startsWith(prefix));
    if (source === undefined) {
      throw new RpcError({ code: 'unknown-session', message: 'There is no such session.' });
    }
    this.#opening += 1;
    try {
      const state = given(await source.open(key.slice(source.prefix.length), signal));
      if (this.#disposed || signal.aborted) {
        await source.close(state.transcript);
        throw new RpcError({ code: 'cancelled', message: 'The request was cancelled.' });
      }
      this.#open.set(state.transcript, source);
      const later = this.#early.get(state.transcript);
      if (later !== undefined && later.revision > state.revision) {
        this.#states.take(later);
      }
      return state;
    } finally {
      this.#opening -= 1;
      if (this.#opening === 0) {
        this.#early.clear();
      }
    }
  }

  /** Closes a session; one that is not open is left alone. */
  async close(transcript: string): Promise<void> {
    const source = this.#open.get(transcript);
    this.#open.delete(transcript);
    this.#states.forget(transcript);
    await source?.close(transcript);
  }

  /** The source of an open session. Throws `RpcError`. */
  sourceOf(transcript: string): SessionSource {
    const source = this.#open.get(transcript);
    if (source === undefined) {
      throw new RpcError({ code: 'not-open', message: 'The session is not open any more.' });
    }
    return source;
  }

  /** Whether the page is seen; a hidden one is told nothing until then. */
  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#states.setVisible(visible);
    this.#watchList();
    if (visible && this.#listIsStale) {
      this.#takeList();
    }
  }

  /** Closes everything. */
  dispose(): void {
    this.#disposed = true;
    this.#watchList();
    this.#disposables.dispose();
    for (const [transcript, source] of this.#open) {
      void source.close(transcript);
    }
    this.#open.clear();
  }

  #watchList(): void {
    const isWanted = this.#hasList && this.#visible && !this.#disposed;
    if (isWanted !== this.#watched.length > 0) {
      this.#watched.forEach((watched) => watched.dispose());
      this.#watched = isWanted ? this.#parts.sources.map((source) => source.watchList()) : [];
    }
  }

  #take(state: TranscriptState): void {
    if (this.#open.has(state.transcript)) {
      this.#states.take(state);
    } else if (this.#opening > 0) {
      this.#early.set(state.transcript, state);
    }
  }

  #takeList(): void {
    this.#listIsStale = !this.#visible;
    if (this.#visible) {
      this.#parts.listChanged();
    }
  }
}
