import { allSessions, sessionAt } from '../../core/sources/sessionRows.ts';
import { SessionShares } from '../../core/sources/shares.ts';
import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import type { Disposable } from '../../ports/system.ts';
import type {
  OpenRequest,
  SessionAt,
  SessionCounts,
  TranscriptResult,
  TranscriptState,
} from '../../ports/transcripts.ts';
import { ok } from '../../ports/result.ts';
import { BlockTexts } from './blockTexts.ts';
import { followTranscript, type FollowOptions } from './followTranscript.ts';
import type { ReadingMemo } from './readingMemo.ts';
import type { SessionReading } from './sessionReading.ts';
import { failed } from './transcriptFiles.ts';
import { cancelled } from './transcriptReading.ts';

const defaultNewest = 4 * 1024 * 1024;

/** How many times as long a file is before its end is read first. */
const longFile = 4;

/** Milliseconds between two states that only tell of progress. */
const tellEvery = 100;

/** The lists of a session as they were told last, for finding what changed. */
interface ToldLists {
  readonly calls: unknown[];
  readonly patches: unknown[];
}

/** A transcript that somebody reads. */
export class OpenTranscript implements Disposable {
  readonly texts: BlockTexts;
  readonly #id: string;
  readonly #reading: SessionReading;
  readonly #tell: (state: TranscriptState) => void;
  /** Has it remembered; undefined for what is read anew each time. */
  readonly #memo: ReadingMemo | undefined;
  readonly #ended = new AbortController();
  #revision = 0;
  #toldAt = 0;
  /** When the next state may be told that only tells of progress. */
  #tellNext = 0;
  #told = new Map<string, ToldLists>();
  #toldGeneration = 0;
  #follower: Disposable | undefined;
  /** By the list of blocks, which a session keeps while it grows. */
  readonly #shares = new WeakMap<readonly unknown[], SessionShares>();

  constructor(
    id: string,
    reading: SessionReading,
    memo: ReadingMemo | undefined,
    tell: (state: TranscriptState) => void,
  ) {
    this.#id = id;
    this.#reading = reading;
    this.#memo = memo;
    const record: SessionReading['record'] = (...asked) => reading.record(...asked);
    this.texts = new BlockTexts(reading.opened.files, record);
    this.#tell = tell;
  }

  /** Reads the end, where the file is long, and goes on with the whole. Settles when what is asked for is there. */
  async start(
    { follow = false, newest = defaultNewest, until = 'newest' }: OpenRequest,
    followOptions: FollowOptions,
  ): Promise<TranscriptResult<void>> {
    const { opened, ahead } = this.#reading;
    const { format } = opened;
    const canEnd = format.unit === 'line' && format.fromBeginning !== true;
    const endFirst = newest > 0 && canEnd && ahead > newest * longFile;
    if (endFirst) {
      const read = await this.#run(() => this.#reading.readNewest(newest, this.#ended.signal));
      if (!read.ok) {
        return read;
      }
    }
    const whole = this.#readWhole(follow, followOptions, endFirst && until === 'newest');
    return endFirst && until === 'newest' ? ok(undefined) : whole;
  }

  /** The present state, beside the one that was told last; `told`: this one is told. */
  state(told: boolean): TranscriptState {
    const reading = this.#reading;
    const { format, main } = reading.opened;
    this.#revision += 1;
    return {
      transcript: this.#id,
      path: main,
      format: format.id,
      agent: format.agent,
      generation: reading.generation,
      revision: this.#revision,
      reading: reading.status,
      bytesRead: reading.bytesRead,
      bytesTotal: reading.bytesTotal,
      following: this.#follower !== undefined,
      sessions: this.#counts(told),
      ...(reading.failure && { failure: reading.failure }),
    };
  }

  /** The session that a question is about. */
  session({ session: path, generation }: SessionAt): TranscriptResult<RecordedSession> {
    if (generation !== this.#reading.generation) {
      return failed('changed', 'The transcript was read anew since.');
    }
    const main = this.#reading.session();
    const session = main && sessionAt(main, path);
    return session === undefined
      ? failed('out-of-range', 'There is no such session in the transcript.')
      : ok(session);
  }

  /** What works compositions of a session out. */
  shares(session: RecordedSession): SessionShares {
    const known = this.#shares.get(session.blocks) ?? new SessionShares(session);
    this.#shares.set(session.blocks, known);
    return known;
  }

  /** Paths of files that `overflow` names. */
  get overflows(): readonly string[] {
    return this.#reading.texts;
  }

  dispose(): void {
    this.#ended.abort();
    this.#follower?.dispose();
    this.#memo?.dispose();
    this.#follower = undefined;
    this.texts.clear();
  }

  async #readWhole(
    follow: boolean,
    options: FollowOptions,
    tell: boolean,
  ): Promise<TranscriptResult<void>> {
    const progress = (): void => {
      if (performance.now() >= this.#tellNext) {
        this.#tellNow();
      }
    };
    const read = await this.#run(() => this.#reading.readWhole(progress, this.#ended.signal));
    if (this.#ended.signal.aborted) {
      return cancelled;
    }
    if (follow && read.ok && this.#reading.opened.files.alive) {
      const grown = (): void => {
        this.#memo?.note();
        this.#tellNow();
      };
      this.#follower = followTranscript(this.#reading, grown, options);
    }
    this.#memo?.note();
    if (tell || this.#toldAt > 0) {
      this.#tellNow();
    }
    return read;
  }

  async #run(work: () => Promise<TranscriptResult<void>>): Promise<TranscriptResult<void>> {
    try {
      return await work();
    } catch (error) {
      return this.#ended.signal.aborted
        ? cancelled
        : failed('not-readable', `Reading failed: ${String(error)}`);
    }
  }

  #tellNow(): void {
    const start = performance.now();
    this.#toldAt = start;
    this.#tell(this.state(true));
    const end = performance.now();
    // Where the session is made anew for each state, that must not take all the time.
    this.#tellNext = end + Math.max(tellEvery, (end - start) * 10);
  }

  #counts(told: boolean): SessionCounts[] {
    const main = this.#reading.session();
    if (this.#toldGeneration !== this.#reading.generation) {
      this.#told = new Map();
      this.#toldGeneration = this.#reading.generation;
    }
    return main === undefined
      ? []
      : allSessions(main).map(({ path, session: { blocks, calls, patches } }) => {
          const key = path.join('.');
          const former = this.#told.get(key) ?? { calls: [], patches: [] };
          const changedCalls = firstOther(calls, former.calls);
          const changedPatches = firstOther(patches, former.patches);
          if (told) {
            this.#told.set(key, former);
            follow(former.calls, calls, changedCalls);
            follow(former.patches, patches, changedPatches);
          }
          return {
            session: path,
            blocks: blocks.length,
            calls: calls.length,
            patches: patches.length,
            changedCalls,
            changedPatches,
          };
        });
  }
}

/** Index of the first entry that is another one than before; the length if none is. Entries are replaced, not changed. */
function firstOther(now: readonly unknown[], before: readonly unknown[]): number {
  let index = 0;
  // A plain loop: lists are long, and looked at several times a second.
  while (index < now.length && now[index] === before[index]) {
    index += 1;
  }
  return index;
}

/** Makes a list the same as another that is different from an index on. */
function follow(list: unknown[], other: readonly unknown[], from: number): void {
  list.length = Math.min(list.length, other.length);
  for (let index = from; index < other.length; index += 1) {
    list[index] = other[index];
  }
}
