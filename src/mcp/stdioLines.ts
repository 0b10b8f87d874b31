/** What a line reader is told and tells. */
export interface LineReaderOptions {
  /** Most bytes of a line. */
  readonly limit: number;
  /** A whole line, without its end. */
  readonly onLine: (line: Uint8Array) => void;
  /** A line over the limit has ended. `ends` is its beginning and its end, one after the other. */
  readonly onTooLong: (length: number, ends: Uint8Array) => void;
}

const newline = 0x0a;
/** Bytes kept of each end of a line that is too long, which is where the call's id stands. */
const keptBytes = 400;

/**
 * Cuts a stream of bytes into lines. The pieces of a line are put together once, when it ends: a line of 45 MB comes in
 * hundreds of pieces, and growing a buffer with each would copy it hundreds of times.
 */
export class LineReader {
  private readonly options: LineReaderOptions;
  private pieces: Uint8Array[] = [];
  private length = 0;
  private head: Uint8Array | undefined;

  constructor(options: LineReaderOptions) {
    this.options = options;
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.add(chunk.subarray(from, at));
      this.finish();
      from = at + 1;
    }
    this.add(chunk.subarray(from));
  }

  /** There are no more bytes: what has come of an unfinished line counts as one. */
  end(): void {
    this.finish();
  }

  private add(piece: Uint8Array): void {
    if (piece.length === 0) {
      return;
    }
    this.length += piece.length;
    this.pieces.push(piece);
    if (this.length > this.options.limit) {
      const held = Buffer.concat(this.pieces);
      this.head ??= held.subarray(0, keptBytes);
      this.pieces = [held.subarray(-keptBytes)];
    }
  }

  private finish(): void {
    const { pieces, length, head } = this;
    this.pieces = [];
    this.length = 0;
    this.head = undefined;
    if (head !== undefined) {
      this.options.onTooLong(length, Buffer.concat([head, ...pieces]));
    } else if (length > 0) {
      this.options.onLine(Buffer.concat(pieces));
    }
  }
}
