import { keptPartBytes, type TranscriptWrite } from '../../ports/transcriptStore.ts';
import type { KeptStore } from './keptStore.ts';

/** Most parts of one transaction: of many small files each is one. */
const mostParts = 200;

/** Hands parts of files to the store, small ones together. */
export class PartWriter {
  readonly #store: Pick<KeptStore, 'write'>;
  readonly #session: string;
  #writes: TranscriptWrite[] = [];
  #bytes = 0;

  constructor(store: Pick<KeptStore, 'write'>, session: string) {
    this.#store = store;
    this.#session = session;
  }

  /** Takes a part, whose bytes belong to the store from now on. */
  async add(file: number, part: number, content: Uint8Array): Promise<void> {
    const session = this.#session;
    this.#writes.push({
      ...{ op: 'appendKeptPart', session, file, part, content },
      handedOver: true,
    });
    this.#bytes += content.length;
    if (this.#bytes >= keptPartBytes || this.#writes.length >= mostParts) {
      await this.flush();
    }
  }

  /** Writes what was taken and is not written yet. */
  async flush(): Promise<void> {
    const writes = this.#writes;
    this.#writes = [];
    this.#bytes = 0;
    if (writes.length > 0) {
      await this.#store.write(writes);
    }
  }
}
