import { setTimeout as later } from 'node:timers/promises';
import type { TranscriptFormat } from '../../../src/core/sources/transcriptFormat.ts';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import { StoredMemory } from '../../../src/node/transcripts/storedMemory.ts';
import type { TranscriptMemory } from '../../../src/ports/transcriptStore.ts';
import type { TranscriptState } from '../../../src/ports/transcripts.ts';
import { madeDocuments, madeLines, madeRecords } from '../../fakes/madeTranscripts.ts';
import { MemoryStore } from '../../fakes/memoryStore.ts';
import { transcriptFolder, valueOf, type TranscriptFolder } from './transcriptsSetup.ts';

/** More than a mebibyte of lines, so that reading is worth to be gone on with. */
export const long = madeRecords(2000).map((one) => {
  return { ...one, text: `${one.text ?? ''} `.repeat(60) };
});

/** How a source is started. */
export interface Start {
  /** Its memory in place of that of the store; `none`: it has none. */
  readonly memory?: TranscriptMemory | 'none';
  /** Version of the formats. */
  readonly version?: number;
  /** Milliseconds between two times that a transcript is remembered. */
  readonly memoRest?: number;
}

/** Sources over one folder and one store, as each start of the editor has one. */
export class MemoryBench {
  readonly store = new MemoryStore();
  readonly folder: TranscriptFolder;
  /** How many records were told to readers. */
  told = 0;
  readonly #sources: DirectTranscripts[] = [];

  private constructor(folder: TranscriptFolder) {
    this.folder = folder;
  }

  static async make(): Promise<MemoryBench> {
    return new MemoryBench(await transcriptFolder());
  }

  /** A new source. */
  start({ memory, version = 1, memoRest = 0 }: Start = {}): DirectTranscripts {
    const used = memory ?? new StoredMemory(this.store, { now: () => 7 });
    const source = new DirectTranscripts({
      formats: [madeLines, madeDocuments].map((format) => this.#counting(format, version)),
      surroundings: () =>
        Promise.resolve({ platform: 'linux', home: this.folder.path, env: {}, windowsHomes: [] }),
      memoRest,
      kept: this.store,
      ...(used !== 'none' && { memory: used }),
    });
    this.#sources.push(source);
    return source;
  }

  /** Reads a transcript as a whole by a new source. */
  async read(path: string, start: Start = {}): Promise<TranscriptState> {
    const source = this.start(start);
    const state = valueOf(await source.open({ path, until: 'whole' }));
    await source.close(state.transcript);
    return state;
  }

  /** Waits until the session at a path is remembered with so many calls, and what comes with that is done. */
  async remembered(path: string, calls: number): Promise<void> {
    const present = async (): Promise<number | undefined> =>
      (await this.store.transcripts({ paths: [path] }))[0]?.row.calls;
    await until(async () => (await present()) === calls);
    this.told = 0;
  }

  async dispose(): Promise<void> {
    this.#sources.forEach((source) => source.dispose());
    await this.folder.remove();
  }

  /** A format that counts what its readers are told. */
  #counting(format: TranscriptFormat, version: number): TranscriptFormat {
    return {
      ...format,
      version,
      reader: (saved) => {
        const reader = format.reader(saved);
        const { record } = reader;
        reader.record = (value, place) => {
          this.told += 1;
          record.call(reader, value, place);
        };
        return reader;
      },
    };
  }
}

/** Waits until something is so; fails after five seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 5000;
  while (!(await isSo())) {
    if (performance.now() > end) {
      throw new Error('It did not come to be.');
    }
    await later(5);
  }
}

/** Numbers of things in the sessions of a state. */
export function countsOf({ sessions }: TranscriptState): unknown {
  return sessions.map(({ session, blocks, calls, patches }) => [session, blocks, calls, patches]);
}
