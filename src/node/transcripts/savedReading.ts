import { deserialize, serialize } from 'node:v8';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { mostResumeBytes } from '../../ports/transcriptStore.ts';
import type { FileFacts } from './transcriptFiles.ts';

/** How far a file was read. */
export interface SavedFile {
  readonly path: string;
  /** Undefined for one that could not be read. */
  readonly facts: FileFacts | undefined;
  /** Bytes from its beginning up to which all was told to the reader. */
  readonly read: number;
  /** The bytes before that place, by which the file is known again. */
  readonly tail: Uint8Array;
}

/** How far a transcript was read, and what its reader knows of it. */
export interface SavedReading {
  /** In the order in which places count them. */
  readonly files: readonly SavedFile[];
  /** Paths of the files that only have texts. */
  readonly texts: readonly string[];
  /** See `TranscriptReader.save`. */
  readonly reader: unknown;
}

interface Packed extends SavedReading {
  readonly layout: number;
  readonly importer: string;
}

/** Grows whenever what is packed is of another shape. */
const layout = 1;

/** Most bytes that a packed reading comes to when it is unpacked; those of the longest sessions are a tenth of it. */
const mostUnpacked = 256 * 1024 * 1024;

/**
 * Packs a reading, which may go on meanwhile. Undefined if it is longer than what is kept, or too deep to be copied.
 * A session of 100 MiB is 11 MB as V8 writes it, and 3 MB packed as loosely as can be; JSON has no maps, and to pack
 * more tightly takes longer than it saves.
 */
export async function packReading(
  importer: string,
  reading: SavedReading,
): Promise<Uint8Array | undefined> {
  try {
    // At once: the reader's state is its own, and grows.
    const plain = serialize({ layout, importer, ...reading } satisfies Packed);
    const packed = await new Promise<Uint8Array>((resolve, reject) => {
      deflateRaw(plain, { level: 1 }, (error, bytes) => {
        if (error === null) {
          resolve(bytes);
        } else {
          reject(error);
        }
      });
    });
    // A copy that has its buffer for itself can be handed over.
    return packed.length > mostResumeBytes ? undefined : new Uint8Array(packed);
  } catch {
    return undefined;
  }
}

/** Unpacks a reading; undefined if it is of another importer or another shape, or can not be read. */
export function unpackReading(importer: string, bytes: Uint8Array): SavedReading | undefined {
  try {
    const plain = inflateRawSync(bytes, { maxOutputLength: mostUnpacked });
    const packed = deserialize(plain) as Packed;
    if (packed.layout !== layout || packed.importer !== importer) {
      return undefined;
    }
    const { files, texts, reader } = packed;
    // The bytes would otherwise hold on to all that was unpacked.
    return { files: files.map((file) => ({ ...file, tail: file.tail.slice() })), texts, reader };
  } catch {
    return undefined;
  }
}
