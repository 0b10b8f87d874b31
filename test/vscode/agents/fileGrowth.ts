import { readFileSync, statSync } from 'node:fs';

/** A file at one time. */
export interface FileMoment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

/** Milliseconds between two looks at the file. */
const every = 10;

/** Notes when a file of lines grew. */
export class FileGrowth {
  readonly path: string;
  readonly #moments: FileMoment[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(path: string) {
    this.path = path;
    this.#look();
    this.#timer = setInterval(() => this.#look(), every);
  }

  /** Ends the looks; to be called while the file is there. Answers what it was before each growth and after the last. */
  stop(): GrownFile {
    clearInterval(this.#timer);
    this.#look();
    return new GrownFile(this.#moments, readFileSync(this.path));
  }

  #look(): void {
    const bytes = statSync(this.path, { throwIfNoEntry: false })?.size;
    if (bytes !== undefined && bytes !== this.#moments.at(-1)?.bytes) {
      this.#moments.push({ at: Date.now(), bytes });
    }
  }
}

/** A file that does not grow any more, with its past. */
export class GrownFile {
  readonly #moments: readonly FileMoment[];
  /** Byte behind each line. */
  readonly #ends: readonly number[];

  constructor(moments: readonly FileMoment[], content: Buffer) {
    this.#moments = moments;
    const ends: number[] = [];
    for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', end + 1)) {
      ends.push(end + 1);
    }
    this.#ends = ends;
  }

  /** Number of lines. */
  get lines(): number {
    return this.#ends.length;
  }

  /** When there were so many lines, as far as it was seen; that of the first look if there were so many before. */
  whenLines(lines: number): number {
    const bytes = this.#ends[lines - 1] ?? 0;
    return (this.#moments.find((moment) => moment.bytes >= bytes) ?? { at: Number.NaN }).at;
  }
}
