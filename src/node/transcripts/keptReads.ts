import type { MessagePort } from 'node:worker_threads';
import type { KeptFile, TranscriptStore } from '../../ports/transcriptStore.ts';
import { buffersOf } from '../handOver.ts';
import type { KeptAnswer, KeptQuestion } from './transcriptsMessages.ts';

/** What reading a kept session needs of the store. */
export type KeptReads = Pick<TranscriptStore, 'keptFiles' | 'keptBytes'>;

/** A call of what reads kept sessions. */
export type KeptRead =
  | { readonly method: 'keptFiles'; readonly args: Parameters<KeptReads['keptFiles']> }
  | { readonly method: 'keptBytes'; readonly args: Parameters<KeptReads['keptBytes']> };

/** Answers what a thread without a database asks, from the store. Bytes are handed over, not copied. */
export function answerKeptReads(port: MessagePort, reads: () => KeptReads): void {
  const answer = async (read: KeptRead): Promise<unknown> =>
    read.method === 'keptFiles' ? reads().keptFiles(...read.args) : reads().keptBytes(...read.args);
  port.on('message', ({ id, read }: KeptQuestion) => {
    void answer(read).then(
      (value) => {
        const reply: KeptAnswer = { id, value };
        port.postMessage(reply, buffersOf(value));
      },
      (error: unknown) => {
        const reply: KeptAnswer = { id, problem: String(error) };
        port.postMessage(reply);
      },
    );
  });
  // It ends with the thread that asks, and keeps nothing alive.
  port.unref();
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** Asks the thread that has the store. */
export class AskedKeptReads implements KeptReads {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (answer: KeptAnswer) => {
      const call = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('problem' in answer) {
        call?.reject(new Error(answer.problem));
      } else {
        call?.resolve(answer.value as never);
      }
    });
  }

  keptFiles(id: string): Promise<readonly KeptFile[]> {
    return this.#ask({ method: 'keptFiles', args: [id] });
  }

  keptBytes(
    id: string,
    file: number,
    offset: number,
    length: number,
  ): Promise<Uint8Array | undefined> {
    return this.#ask({ method: 'keptBytes', args: [id, file, offset, length] });
  }

  #ask<T>(read: KeptRead): Promise<T> {
    this.#lastId += 1;
    const question: KeptQuestion = { id: this.#lastId, read };
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject });
      this.#port.postMessage(question);
    });
  }
}
