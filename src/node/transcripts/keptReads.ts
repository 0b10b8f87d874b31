import type { MessagePort } from 'node:worker_threads';
import type { KeptFile, TranscriptStore } from '../../ports/transcriptStore.ts';
import { answerCalls, PortCalls } from '../callPort.ts';

/** What reading a kept session needs of the store. */
export type KeptReads = Pick<TranscriptStore, 'keptFiles' | 'keptBytes'>;

/** Answers what a thread without a database asks, from the store, which is asked for when the first question comes. */
export function answerKeptReads(port: MessagePort, reads: () => KeptReads): void {
  const target: KeptReads = {
    keptFiles: async (id) => reads().keptFiles(id),
    keptBytes: async (...args) => reads().keptBytes(...args),
  };
  answerCalls(port, target, ['keptFiles', 'keptBytes']);
}

/** Asks the thread that has the store. */
export class AskedKeptReads implements KeptReads {
  readonly #calls: PortCalls;

  constructor(port: MessagePort) {
    this.#calls = new PortCalls(port);
  }

  keptFiles(id: string): Promise<readonly KeptFile[]> {
    return this.#calls.call('keptFiles', [id]);
  }

  keptBytes(
    id: string,
    file: number,
    offset: number,
    length: number,
  ): Promise<Uint8Array | undefined> {
    return this.#calls.call('keptBytes', [id, file, offset, length]);
  }
}
