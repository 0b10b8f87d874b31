import { LineSplitter, type RawLine } from './lineSplitter.ts';
import type { Place, TranscriptFormat, TranscriptReader } from './transcriptFormat.ts';

/** Takes a file of a transcript, chunk by chunk. */
export interface FileFeed {
  push(chunk: Uint8Array): void;
  /** Bytes from the file's beginning up to which all is told to the reader. */
  readonly offset: number;
  /**
   * The file ends here for now: what has no line end is taken if it is whole, and waits if not. With `final` it is
   * counted as bad instead of waiting.
   */
  pause(final: boolean): void;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Longer ones do not occur, and are counted as bad. */
const blank = /^\s*$/;

function isBlank(text: string): boolean {
  return text.length < 16 && blank.test(text);
}

/** Text of a line without the mark that some programs put at the beginning of a file. */
function textOf({ offset, bytes }: RawLine): string {
  const text = decoder.decode(bytes);
  return offset === 0 && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function feedLines(reader: TranscriptReader, file: number, offset: number): FileFeed {
  const placeOf = (line: RawLine): Place => ({
    file,
    offset: line.offset,
    bytes: line.bytes.length,
  });
  const take = (line: RawLine): void => {
    const text = textOf(line);
    if (isBlank(text)) {
      return;
    }
    const record = parsed(text);
    if (record === undefined) {
      reader.bad(placeOf(line), 'not JSON');
    } else {
      reader.record(record.value, placeOf(line));
    }
  };
  const splitter = new LineSplitter(
    take,
    (start, bytes) => {
      reader.bad({ file, offset: start, bytes }, 'longer than 64 MiB');
    },
    offset,
  );
  return {
    push: (chunk) => {
      splitter.push(chunk);
    },
    get offset() {
      return splitter.offset;
    },
    pause: (final) => {
      const rest = splitter.rest();
      // An object that is whole cannot be the beginning of a longer one.
      if (final || (rest !== undefined && rest.bytes.at(-1) === closing && isWhole(rest))) {
        splitter.endRest();
      }
    },
  };
}

/** `}`, with which every record of lines ends. */
const closing = 0x7d;

function isWhole(line: RawLine): boolean {
  return parsed(textOf(line)) !== undefined;
}

/** Most bytes of a document: it is parsed as one. */
export const longestDocument = 512 * 1024 * 1024;

function feedDocument(reader: TranscriptReader, file: number): FileFeed {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let told = 0;
  return {
    push: (chunk) => {
      length += chunk.length;
      if (length <= longestDocument) {
        chunks.push(chunk.slice());
      } else {
        chunks = [];
      }
    },
    get offset() {
      return told;
    },
    pause: (final) => {
      const place = { file, offset: 0, bytes: length };
      if (length > longestDocument) {
        reader.bad(place, 'longer than 512 MiB');
        told = length;
        return;
      }
      const bytes = new Uint8Array(length);
      let at = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
      }
      const text = textOf({ offset: 0, bytes });
      const record = isBlank(text) ? undefined : parsed(text);
      if (record !== undefined) {
        reader.record(record.value, place);
      } else if (final && !isBlank(text)) {
        reader.bad(place, 'not JSON');
      }
      told = record !== undefined || final ? length : 0;
    },
  };
}

/** Feeds a reader with the records of one file, from `offset` on. Documents are always read from their beginning. */
export function feedRecords(
  format: Pick<TranscriptFormat, 'unit'>,
  reader: TranscriptReader,
  file: number,
  offset = 0,
): FileFeed {
  return format.unit === 'line' ? feedLines(reader, file, offset) : feedDocument(reader, file);
}
