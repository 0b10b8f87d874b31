import type {
  IndexedTranscript,
  RememberedTranscript,
  TranscriptMemory,
} from '../../ports/transcriptStore.ts';

/** Milliseconds after which nothing is waited for any more: to read is faster then. */
const patience = 1000;

/** What a promise comes to; undefined if it rejects, or takes too long. */
async function soon<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience).unref();
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** A memory that never hinders: without one, or where it fails or takes long, nothing is known. */
export class PatientMemory {
  readonly #memory: TranscriptMemory | undefined;

  constructor(memory: TranscriptMemory | undefined) {
    this.#memory = memory;
  }

  /** Whether there is anything that remembers. */
  get exists(): boolean {
    return this.#memory !== undefined;
  }

  /** What is known of files, by path. */
  async known(paths: readonly string[]): Promise<ReadonlyMap<string, IndexedTranscript>> {
    const known = await soon(() => this.#memory?.known(paths));
    return new Map((known ?? []).map((entry) => [entry.path, entry]));
  }

  /** What reading goes on from, if it is known. */
  resume(path: string): Promise<Uint8Array | undefined> {
    return soon(() => this.#memory?.resume(path));
  }

  /** Has transcripts remembered, if it can be. */
  async remember(transcripts: readonly RememberedTranscript[]): Promise<void> {
    if (transcripts.length > 0) {
      await soon(() => this.#memory?.remember(transcripts));
    }
  }
}
