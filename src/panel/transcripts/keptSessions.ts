import { Emitter } from '../../core/lifecycle.ts';
import { fail } from '../../ports/result.ts';
import type { Clock, Disposable, Random } from '../../ports/system.ts';
import type {
  TranscriptQuery,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
} from '../../ports/transcripts.ts';
import type { KeptSession } from '../../ports/transcriptStore.ts';
import { keepSession, type KeepOptions, type KeepOutcome } from './keepSession.ts';
import { isLeftover, keptProblem, wholeByPath, type KeptStore } from './keptStore.ts';

/** Where it gets its things from; nothing is asked before something is looked for, kept or opened. */
export interface KeptSessionsParts {
  source(): TranscriptSource;
  store(): KeptStore;
  query(): Omit<TranscriptQuery, 'limit'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** What is known of a session that is kept. */
export interface KeptFacts {
  /** Of all its files. */
  readonly bytes: number;
  /** When it was kept last; milliseconds since the epoch. */
  readonly updated: number;
  /** Its file is not there any more. */
  readonly lost: boolean;
}

/** The sessions whose files are kept, by the path of the main one. */
export class KeptSessions implements Disposable {
  readonly #parts: KeptSessionsParts;
  readonly #changes = new Emitter<void>();
  /** What is kept, or what is lost of it, is known anew. */
  readonly onDidChange = this.#changes.event;
  #facts: ReadonlyMap<string, KeptFacts> = new Map();
  #lost: readonly TranscriptRow[] = [];
  #problem: string | undefined;
  #looks = 0;

  constructor(parts: KeptSessionsParts) {
    this.#parts = parts;
  }

  /** What is known of them, by path, since it was looked at last. */
  get facts(): ReadonlyMap<string, KeptFacts> {
    return this.#facts;
  }

  /** Rows of those that a search would have if their files were still there. */
  get lost(): readonly TranscriptRow[] {
    return this.#lost;
  }

  /** Why it is not known what is kept; one sentence. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Looks at what is kept. Never rejects. */
  async refresh(): Promise<void> {
    this.#looks += 1;
    const look = this.#looks;
    const parts = this.#parts;
    try {
      const sessions = await this.#sessions();
      const rows = [...sessions.values()].map(({ row }) => row);
      const lost = rows.length === 0 ? undefined : await parts.source().lost(rows, parts.query());
      if (look === this.#looks) {
        this.#take(sessions, lost?.ok === true ? lost.value : []);
      }
    } catch (cause) {
      if (look === this.#looks) {
        this.#problem = keptProblem(cause) ?? 'Kept sessions can not be listed.';
        this.#changes.fire();
      }
    }
  }

  /** The session that is kept of a file, as the store has it now. May throw `StoreError`. */
  async of(path: string): Promise<KeptSession | undefined> {
    return (await this.#sessions()).get(path);
  }

  /** Keeps the session that a path leads to, or what is new of it. */
  async keep(path: string, options: KeepOptions): Promise<TranscriptResult<KeepOutcome>> {
    const { clock, random } = this.#parts;
    try {
      const [source, store] = [this.#parts.source(), this.#parts.store()];
      return await keepSession({ source, store, clock, random }, path, options);
    } catch (cause) {
      return refused(cause);
    } finally {
      await this.refresh();
    }
  }

  /** Lets go of what is kept of a file. */
  async stop(path: string): Promise<TranscriptResult<void>> {
    const store = this.#parts.store();
    try {
      const all = (await store.keptSessions()).filter((one) => one.path === path);
      await store.write(all.map(({ id }) => ({ op: 'deleteKept', id })));
      return { ok: true, value: undefined };
    } catch (cause) {
      return refused(cause);
    } finally {
      await this.refresh();
    }
  }

  dispose(): void {
    this.#looks += 1;
    this.#changes.dispose();
  }

  /** By path, the one that was kept last of each; what was cut off long ago goes. */
  async #sessions(): Promise<Map<string, KeptSession>> {
    const store = this.#parts.store();
    const now = this.#parts.clock.now();
    const all = await store.keptSessions();
    const leftovers = all.filter((session) => isLeftover(session, now));
    if (leftovers.length > 0) {
      await store.write(leftovers.map(({ id }) => ({ op: 'deleteKept', id })));
    }
    return wholeByPath(all);
  }

  #take(sessions: ReadonlyMap<string, KeptSession>, lost: readonly TranscriptRow[]): void {
    const gone = new Set(lost.map(({ path }) => path));
    const factsOf = ({ path, bytes, updated }: KeptSession): [string, KeptFacts] => [
      path,
      { bytes, updated, lost: gone.has(path) },
    ];
    this.#problem = undefined;
    this.#lost = lost;
    this.#facts = new Map([...sessions.values()].map(factsOf));
    this.#changes.fire();
  }
}

function refused<T>(cause: unknown): TranscriptResult<T> {
  const message = keptProblem(cause);
  if (message === undefined) {
    throw cause;
  }
  return fail({ code: 'not-readable', message });
}
