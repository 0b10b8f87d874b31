/** A line of a file as bytes. */
export interface RawLine {
  /** Bytes from the file's beginning. */
  readonly offset: number;
  /** Without the line end. A view of the chunk where the line lies in one: to be used at once. */
  readonly bytes: Uint8Array;
}

const newline = 10;

/** Longest line that is read. */
export const longestLine = 64 * 1024 * 1024;

/**
 * Cuts a file that comes in chunks into lines at each LF. A line longer than `longestLine` is passed over and told to
 * `tooLong`; its bytes are not kept. Beside the chunk it holds at most one line.
 */
export class LineSplitter {
  readonly #line: (line: RawLine) => void;
  readonly #tooLong: (offset: number, bytes: number) => void;
  /** Parts of a line that has not ended. */
  #parts: Uint8Array[] = [];
  /** Bytes of that line so far, kept or not. */
  #pending = 0;
  /** Where that line begins. */
  #start: number;

  constructor(
    line: (line: RawLine) => void,
    tooLong: (offset: number, bytes: number) => void,
    offset = 0,
  ) {
    this.#line = line;
    this.#tooLong = tooLong;
    this.#start = offset;
  }

  /** Where the line begins that has not ended: what is before was told. */
  get offset(): number {
    return this.#start;
  }

  /** Takes the next chunk; it may be reused afterwards. */
  push(chunk: Uint8Array): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(newline, from);
      if (end === -1) {
        break;
      }
      this.#endLine(chunk.subarray(from, end));
      from = end + 1;
    }
    const rest = chunk.subarray(from);
    if (rest.length > 0) {
      this.#pending += rest.length;
      if (this.#pending <= longestLine) {
        this.#parts.push(rest.slice());
      } else {
        this.#parts = [];
      }
    }
  }

  /** The line that has not ended; undefined if there is none, or it is too long. */
  rest(): RawLine | undefined {
    return this.#pending === 0 || this.#pending > longestLine
      ? undefined
      : { offset: this.#start, bytes: join(this.#parts, this.#pending) };
  }

  /** Takes the line that has not ended as one, because the file ends here or because it is whole as it is. */
  endRest(): void {
    if (this.#pending > 0) {
      this.#endLine(new Uint8Array(0), 0);
    }
  }

  #endLine(last: Uint8Array, lineEnd = 1): void {
    const length = this.#pending + last.length;
    const offset = this.#start;
    const parts = this.#parts;
    this.#start += length + lineEnd;
    this.#pending = 0;
    this.#parts = [];
    if (length > longestLine) {
      this.#tooLong(offset, length);
    } else {
      this.#line({ offset, bytes: parts.length === 0 ? last : join([...parts, last], length) });
    }
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
