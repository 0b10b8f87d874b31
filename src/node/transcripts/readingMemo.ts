import { importerOf } from '../../core/sources/transcriptFormat.ts';
import type { Disposable } from '../../ports/system.ts';
import type { RememberedTranscript } from '../../ports/transcriptStore.ts';
import type { PatientMemory } from './patientMemory.ts';
import { packReading, type SavedReading } from './savedReading.ts';
import type { TranscriptReading } from './transcriptReading.ts';
import { readRow } from './transcriptRow.ts';

/** Fewer bytes are read anew as fast as what reading goes on from. */
export const leastResumed = 1024 * 1024;

/** Milliseconds between two times that a transcript is remembered while it grows, at least. */
const usualRest = 30_000;

/** Has a transcript remembered that is read as a whole: when it is, now and then while it grows, and at its end. */
export class ReadingMemo implements Disposable {
  readonly #reading: TranscriptReading;
  readonly #memory: PatientMemory;
  readonly #rest: number;
  #next = 0;
  #timer: NodeJS.Timeout | undefined;
  /** What of the reading is remembered: how far it was. */
  #remembered = '';

  constructor(reading: TranscriptReading, memory: PatientMemory, rest = usualRest) {
    this.#reading = reading;
    this.#memory = memory;
    this.#rest = rest;
  }

  /** Something is different: it is remembered now, or when it is time. */
  note(): void {
    const wait = this.#next - performance.now();
    if (wait <= 0) {
      void this.#remember();
    } else {
      this.#timer ??= setTimeout(() => void this.#remember(), wait).unref();
    }
  }

  /** What is not remembered yet is now. */
  dispose(): void {
    void this.#remember();
  }

  async #remember(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const reading = this.#reading;
    const { generation, bytesRead } = reading;
    const reached = `${String(generation)}:${String(bytesRead)}`;
    // What is kept may be another file than the one that is there now.
    const isWanted =
      this.#memory.exists && reading.opened.files.alive && reached !== this.#remembered;
    const saved = isWanted ? reading.saved() : undefined;
    if (saved === undefined) {
      return;
    }
    this.#remembered = reached;
    this.#next = performance.now() + this.#rest;
    const isWorth = bytesRead >= leastResumed && bytesRead !== reading.resumed;
    const { format } = reading.opened;
    // Both begin at once, with the state as it is now.
    const packing = isWorth ? packReading(importerOf(format), saved) : undefined;
    const entry = await entryOf(reading, saved);
    const resume = await packing;
    if (entry !== undefined) {
      await this.#memory.remember([{ ...entry, ...(resume && { resume }) }]);
    }
  }
}

/** The entry of a transcript that was read as a whole. */
async function entryOf(
  reading: TranscriptReading,
  { files: [main] }: SavedReading,
): Promise<RememberedTranscript | undefined> {
  if (main?.facts === undefined) {
    return undefined;
  }
  const { format } = reading.opened;
  const { path, facts } = main;
  const { size: bytes, modified } = facts;
  const { title, folder, started, models, calls } = reading.session() ?? {};
  const read = await readRow({ path, bytes, modified }, [format]);
  return (
    read && {
      ...{ path, ...facts, importer: importerOf(format), hint: read.hint },
      row: {
        ...read.row,
        title: title || read.row.title,
        folder: folder || read.row.folder,
        ...(started !== undefined && { started }),
        model: models?.[0] ?? read.row.model,
        ...(calls && { calls: calls.length }),
      },
    }
  );
}
