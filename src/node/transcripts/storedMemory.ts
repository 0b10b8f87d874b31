import type { MessagePort } from 'node:worker_threads';
import type { Store } from '../../ports/store.ts';
import type { Clock } from '../../ports/system.ts';
import type {
  IndexedTranscript,
  RememberedTranscript,
  TranscriptMemory,
} from '../../ports/transcriptStore.ts';
import { answerCalls, PortCalls } from '../callPort.ts';

const methods = ['known', 'resume', 'remember'] as const;

/** Remembers transcripts in the store. */
export class StoredMemory implements TranscriptMemory {
  readonly #store: Pick<Store, 'transcripts' | 'transcriptResume' | 'write'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'transcripts' | 'transcriptResume' | 'write'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  known(paths: readonly string[]): Promise<readonly IndexedTranscript[]> {
    return this.#store.transcripts({ paths });
  }

  resume(path: string): Promise<Uint8Array | undefined> {
    return this.#store.transcriptResume(path);
  }

  async remember(transcripts: readonly RememberedTranscript[]): Promise<void> {
    const used = this.#clock.now();
    await this.#store.write(
      transcripts.map((transcript) => ({
        op: 'putTranscript',
        transcript: { ...transcript, used },
      })),
    );
  }
}

/** Answers a thread that has a port to ask this memory. */
export function answerMemory(port: MessagePort, memory: TranscriptMemory): void {
  answerCalls(port, memory, methods);
}

/** The memory of another thread, which answers by `answerMemory`. */
export class AskedMemory implements TranscriptMemory {
  readonly #calls: PortCalls;

  constructor(port: MessagePort) {
    this.#calls = new PortCalls(port);
  }

  known(paths: readonly string[]): Promise<readonly IndexedTranscript[]> {
    return this.#calls.call('known', [paths]);
  }

  resume(path: string): Promise<Uint8Array | undefined> {
    return this.#calls.call('resume', [path]);
  }

  remember(transcripts: readonly RememberedTranscript[]): Promise<void> {
    const bytes = transcripts.flatMap(({ resume }) => resume ?? []);
    return this.#calls.call('remember', [transcripts], bytes);
  }
}
