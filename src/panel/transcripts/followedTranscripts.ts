import { Emitter } from '../../core/lifecycle.ts';
import { ok } from '../../ports/result.ts';
import type { Clock, Disposable } from '../../ports/system.ts';
import type {
  TranscriptResult,
  TranscriptSource,
  TranscriptState,
} from '../../ports/transcripts.ts';
import type { LiveFacts } from './sessionTree.ts';

/** A transcript that is read on as it grows. */
export interface FollowedTranscript extends LiveFacts {
  readonly state: TranscriptState;
}

/** Where it gets its things from; the source is asked for when something is followed first. */
export interface FollowParts {
  source(): TranscriptSource;
  readonly clock: Clock;
}

/** The end of following that nobody asked for. */
export interface FollowEnd {
  readonly path: string;
  /** One sentence. */
  readonly message: string;
}

function factsOf({ sessions, bytesTotal }: TranscriptState): LiveFacts {
  return { calls: sessions[0]?.calls ?? 0, bytes: bytesTotal };
}

/** The transcripts that a person follows, by the path in their states. */
export class FollowedTranscripts implements Disposable {
  readonly #parts: FollowParts;
  readonly #followed = new Map<string, FollowedTranscript>();
  readonly #opening = new Map<string, Promise<TranscriptResult<FollowedTranscript>>>();
  readonly #changes = new Emitter<string>();
  readonly #ends = new Emitter<FollowEnd>();
  /** The path of one that is followed, grew, or is not followed any more. */
  readonly onDidChange = this.#changes.event;
  readonly onDidEnd = this.#ends.event;
  #subscription: Disposable | undefined;
  #disposed = false;

  constructor(parts: FollowParts) {
    this.#parts = parts;
  }

  /** Those that are followed. */
  get all(): ReadonlyMap<string, FollowedTranscript> {
    return this.#followed;
  }

  /** Follows a transcript by any path that leads to it; one that is followed already stays as it is. */
  follow(path: string): Promise<TranscriptResult<FollowedTranscript>> {
    const known = this.#followed.get(path);
    if (known !== undefined) {
      return Promise.resolve(ok(known));
    }
    const opening = this.#opening.get(path) ?? this.#open(path);
    this.#opening.set(path, opening);
    return opening.finally(() => this.#opening.delete(path));
  }

  /** Stops; `path` is that of its state, or what `follow` was called with and has not answered yet. What is not followed is left alone. */
  async stop(path: string): Promise<void> {
    const opened = await this.#opening.get(path);
    const real = opened?.ok === true ? opened.value.state.path : path;
    const known = this.#followed.get(real);
    if (known !== undefined) {
      this.#forget(real);
      await this.#parts.source().close(known.state.transcript);
    }
  }

  /** What is open stays so: its source is closed by who made it. */
  dispose(): void {
    this.#disposed = true;
    this.#subscription?.dispose();
    this.#followed.clear();
    this.#changes.dispose();
    this.#ends.dispose();
  }

  async #open(path: string): Promise<TranscriptResult<FollowedTranscript>> {
    const source = this.#parts.source();
    this.#subscription ??= source.onDidChange((state) => this.#take(state));
    const opened = await source.open({ path, follow: true });
    if (!opened.ok || this.#disposed) {
      return opened.ok
        ? { ok: false, failure: { code: 'cancelled', message: 'Given up.' } }
        : opened;
    }
    const state = opened.value;
    // A path may lead to a file by links: there is one name for each file.
    const known = this.#followed.get(state.path);
    if (known !== undefined) {
      await source.close(state.transcript);
      return ok(known);
    }
    const followed = { state, ...factsOf(state) };
    this.#followed.set(state.path, followed);
    this.#changes.fire(state.path);
    return ok(followed);
  }

  #take(state: TranscriptState): void {
    const [path, known] =
      [...this.#followed].find(([, one]) => one.state.transcript === state.transcript) ?? [];
    if (path === undefined || known === undefined) {
      return;
    }
    if (state.reading === 'failed' || state.reading === 'gone') {
      this.#forget(path);
      if (state.reading === 'gone') {
        void this.#parts.source().close(state.transcript);
      }
      const message = state.failure?.message ?? 'The file is not there any more.';
      this.#ends.fire({ path, message });
      return;
    }
    // Reading the whole after its end is no growth.
    const hasGrown = known.state.following && state.bytesRead !== known.state.bytesRead;
    const grown = hasGrown ? this.#parts.clock.now() : known.grown;
    this.#followed.set(path, {
      state,
      ...factsOf(state),
      ...(grown !== undefined && { grown }),
    });
    this.#changes.fire(path);
  }

  #forget(path: string): void {
    this.#followed.delete(path);
    this.#changes.fire(path);
  }
}
