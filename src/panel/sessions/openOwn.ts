import type { ContextSession } from '../../core/context/contextSession.ts';
import { textsOf } from '../../core/context/texts.ts';
import type { ArtifactKey } from '../../core/context/block.ts';
import { JournalSession, journalFormat } from '../../core/sources/chipboard/journalSession.ts';
import { rowText } from '../../core/sources/chipboard/rowText.ts';
import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import { SessionShares } from '../../core/sources/shares.ts';
import type { SessionRow, SessionStore } from '../../ports/sessions.ts';
import type { Disposable } from '../../ports/system.ts';
import type { TranscriptState } from '../../ports/transcripts.ts';

/** Events, and texts of blocks, that are asked for at once: between them this thread has time for others. */
const [eventBatch, textBatch] = [2000, 50];

/** What a session of our own is read with. */
export interface OpenOwnParts {
  /** Name of what is open. */
  readonly name: string;
  readonly row: SessionRow;
  readonly store: SessionStore;
  /** The session as it is worked in, if it is. */
  readonly live: () => ContextSession | undefined;
  /** It was read on. */
  readonly changed: (state: TranscriptState) => void;
  /** It could not be read on. */
  readonly failed: (cause: unknown) => void;
}

/** A session of our own that is open: read from the store, and read on as it grows, whichever window writes it. */
export class OpenOwn implements Disposable {
  readonly #parts: OpenOwnParts;
  #journal = new JournalSession();
  #shares: SessionShares | undefined;
  /** Generations of journals that were read before this one. */
  #generations = 0;
  #revision = 1;
  #followed: ContextSession | undefined;
  #subscription: Disposable | undefined;
  #tookUnstored = false;
  #tail: Promise<void> = Promise.resolve();
  #asked = false;
  #disposed = false;

  constructor(parts: OpenOwnParts) {
    this.#parts = parts;
  }

  get journal(): JournalSession {
    return this.#journal;
  }

  get generation(): number {
    return this.#generations + this.#journal.generation;
  }

  get session(): RecordedSession {
    return this.#journal.session(this.#parts.row);
  }

  get shares(): SessionShares {
    return (this.#shares ??= new SessionShares(this.session));
  }

  /** The state as it is now; what changed is said once. */
  state(): TranscriptState {
    const { calls, patches, blocks } = this.session;
    const news = this.#journal.news();
    return {
      transcript: this.#parts.name,
      path: '',
      ...{ format: journalFormat, agent: 'Chipboard' },
      generation: this.generation,
      revision: this.#revision,
      ...{ reading: 'done', bytesRead: 0, bytesTotal: 0 },
      following: true,
      sessions: [
        {
          session: [],
          ...{ blocks: blocks.length, calls: calls.length, patches: patches.length },
          ...{ changedCalls: news.calls, changedPatches: news.patches },
        },
      ],
    };
  }

  /** Reads what there is, and follows the session while it is live. Throws `StoreError`. */
  async start(): Promise<void> {
    this.#subscribe();
    await this.#inTurn();
  }

  /**
   * Reads on what another window wrote, and tells only if there was something. Of a session that is live here nothing is
   * read: it tells by itself, and what another window adds to it ends it.
   */
  async look(): Promise<void> {
    if (this.#followed !== undefined || this.#disposed) {
      return;
    }
    const { seq } = this.#journal;
    await this.#inTurn();
    if (this.#journal.seq !== seq) {
      this.#tell();
    }
  }

  /** The session may be live now, or not any more. */
  liveChanged(): void {
    if (this.#subscribe()) {
      this.#later();
    }
  }

  /** Reads the lengths of the texts of some blocks, as far as they are not known. Throws `StoreError`. */
  async measure(from: number, limit: number): Promise<void> {
    const { blocks } = this.#journal;
    const indices = Array.from({ length: Math.max(0, limit) }, (_, at) => from + at);
    await this.eachText(
      indices.filter((index) => blocks.isUnmeasured(index)),
      (index, text, isThere) => blocks.measure(index, text.length, isThere),
    );
  }

  /** Gives the texts of blocks in order, and whether they are there; ends when `take` answers false. Throws `StoreError`. */
  async eachText(
    indices: readonly number[],
    take: (index: number, text: string, isThere: boolean) => unknown,
    signal?: AbortSignal,
  ): Promise<void> {
    const { shown } = this.#journal.blocks;
    for (let at = 0; at < indices.length; at += textBatch) {
      signal?.throwIfAborted();
      const part = indices.slice(at, at + textBatch);
      const texts = await this.#texts(part.flatMap((index) => [...namesAt(shown, index)]));
      for (const index of part) {
        const block = shown[index];
        const isThere = namesAt(shown, index).every((name) => texts.has(name));
        const text = block === undefined ? '' : rowText(block, texts);
        if (block !== undefined && take(index, text, isThere) === false) {
          return;
        }
      }
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#subscription?.dispose();
  }

  /** Follows the session that is live; whether that is another one than before. */
  #subscribe(): boolean {
    const live = this.#parts.live();
    if (live === this.#followed || this.#disposed) {
      return false;
    }
    this.#subscription?.dispose();
    this.#subscription = live?.onDidChange(() => this.#later());
    this.#followed = live;
    if (this.#tookUnstored) {
      // What was taken from the one before may never have been stored.
      this.#generations += this.#journal.generation;
      this.#journal = new JournalSession();
      this.#shares = undefined;
      this.#tookUnstored = false;
    }
    return true;
  }

  /** Reads on soon, and tells; what is asked for meanwhile is one reading more. */
  #later(): void {
    if (this.#asked || this.#disposed) {
      return;
    }
    this.#asked = true;
    void this.#inTurn().then(
      () => this.#tell(),
      (cause: unknown) => this.#parts.failed(cause),
    );
  }

  #tell(): void {
    if (!this.#disposed) {
      this.#revision += 1;
      this.#parts.changed(this.state());
    }
  }

  /** One reading at a time, so that no event is taken twice. */
  #inTurn(): Promise<void> {
    const done = this.#tail.then(() => {
      this.#asked = false;
      return this.#readOn();
    });
    this.#tail = done.catch(() => undefined);
    return done;
  }

  async #readOn(): Promise<void> {
    const { store, row } = this.#parts;
    const journal = this.#journal;
    for (;;) {
      const events = await store.sessionEvents(row.id, journal.seq, eventBatch);
      if (journal !== this.#journal) {
        return;
      }
      events.forEach((event) => journal.take(event));
      const { after, events: waiting } = this.#followed?.unstored ?? { after: 0, events: [] };
      // What was erased meanwhile never comes.
      if (events.length < eventBatch && (after <= journal.seq || events.length === 0)) {
        // Those that were taken before, while they waited already, have their numbers.
        for (const { at, type, data } of waiting.slice(Math.max(0, journal.seq - after))) {
          journal.take({ seq: journal.seq + 1, at, type, data });
          this.#tookUnstored = true;
        }
        return;
      }
    }
  }

  async #texts(names: readonly ArtifactKey[]): Promise<ReadonlyMap<ArtifactKey, string>> {
    const { store, row } = this.#parts;
    const texts = new Map<ArtifactKey, string>();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for (const [name, content] of await store.artifacts(row.id, names)) {
      texts.set(name, decoder.decode(content));
    }
    for (const name of names.filter((each) => !texts.has(each))) {
      const text = await this.#followed?.text(name);
      if (text !== undefined) {
        texts.set(name, text);
      }
    }
    return texts;
  }
}

function namesAt(shown: JournalSession['blocks']['shown'], index: number): readonly ArtifactKey[] {
  const block = shown[index];
  return block === undefined ? [] : textsOf(block);
}
