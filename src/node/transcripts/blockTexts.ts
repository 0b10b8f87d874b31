import { hasWords, mostHits } from '../../core/sources/textSearch.ts';
import { recordText } from '../../core/sources/recordText.ts';
import type { RecordedBlock } from '../../core/sources/recordedBlock.ts';
import { ok } from '../../ports/result.ts';
import {
  mostCharacters,
  type SearchHits,
  type TextPart,
  type TextQuery,
  type TranscriptResult,
} from '../../ports/transcripts.ts';
import { NearbyBytes } from './nearbyBytes.ts';
import type { SessionReading } from './sessionReading.ts';
import { failed, readRange, type TranscriptFiles } from './transcriptFiles.ts';
import { changed } from './transcriptReading.ts';

/** Bytes of a file of text that is read as one. */
const longestText = 64 * 1024 * 1024;

/** Milliseconds that the record read last is kept: pages of a text are asked for one after the other. */
const keptFor = 30_000;

/** What was read last. */
interface KeptText {
  readonly key: string;
  readonly text: string;
}

/** Reads texts of blocks again from their records. */
export class BlockTexts {
  readonly #files: TranscriptFiles;
  readonly #record: SessionReading['record'];
  #kept: KeptText | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `files`: where files beside are read from; `record` reads a record again. */
  constructor(files: TranscriptFiles, record: SessionReading['record']) {
    this.#files = files;
    this.#record = record;
  }

  /** Part of a block's text. `paths`: the session's files, `texts`: those that `overflow` names. */
  async part(
    block: RecordedBlock,
    query: TextQuery,
    paths: readonly string[],
    texts: readonly string[],
  ): Promise<TranscriptResult<TextPart>> {
    const text =
      query.overflow === true
        ? await this.#overflow(block, texts)
        : await this.#text(block, paths[block.origin.file] ?? '');
    if (!text.ok) {
      return text;
    }
    const from = Math.max(0, Math.min(query.from, text.value.length));
    const limit = Math.max(0, Math.min(query.limit, mostCharacters));
    return ok({
      text: text.value.slice(from, from + limit),
      from,
      length: text.value.length,
    });
  }

  /**
   * Indices of blocks whose text has all of the words, case ignored; `partial` if some could not be read. Each record is
   * read and parsed once as far as its blocks follow each other. Throws the signal's reason when it is aborted.
   */
  async search(
    blocks: readonly RecordedBlock[],
    paths: readonly string[],
    words: readonly string[],
    signal?: AbortSignal,
  ): Promise<SearchHits> {
    const found: number[] = [];
    let partial = false;
    const near = new NearbyBytes(this.#files);
    let record: { readonly key: string; readonly value: unknown } | undefined;
    for (const [index, { origin }] of blocks.entries()) {
      signal?.throwIfAborted();
      const path = paths[origin.file] ?? '';
      const key = `${String(origin.file)} ${String(origin.offset)}`;
      if (record?.key !== key) {
        const read = await this.#record(path, origin, near);
        record = { key, value: read.ok ? read.value : undefined };
      }
      const text = recordText(record.value, origin.path);
      partial ||= text === undefined;
      if (text !== undefined && hasWords(text, words)) {
        if (found.length === mostHits) {
          return { blocks: found, partial: true };
        }
        found.push(index);
      }
    }
    return { blocks: found, partial };
  }

  /** Lets go of what is kept. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#kept = undefined;
  }

  async #text(block: RecordedBlock, path: string): Promise<TranscriptResult<string>> {
    const { offset, bytes, path: steps } = block.origin;
    const key = JSON.stringify([path, offset, bytes, steps]);
    if (this.#kept?.key === key) {
      return ok(this.#kept.text);
    }
    const record = await this.#record(path, block.origin);
    if (!record.ok) {
      return record;
    }
    const text = recordText(record.value, steps);
    return text?.length === block.length ? this.#keep(key, text) : changed;
  }

  async #overflow(
    { overflow }: RecordedBlock,
    texts: readonly string[],
  ): Promise<TranscriptResult<string>> {
    // By its name alone: what else a transcript says of the path is not followed.
    const name = overflow?.slice(
      Math.max(overflow.lastIndexOf('/'), overflow.lastIndexOf('\\')) + 1,
    );
    const path = texts.find((one) => one.slice(one.lastIndexOf('/') + 1) === name);
    if (path === undefined) {
      return failed('not-found', 'The file with the whole text is not there.');
    }
    if (this.#kept?.key === path) {
      return ok(this.#kept.text);
    }
    const read = await readRange(this.#files, path, 0, longestText);
    return read.ok ? this.#keep(path, new TextDecoder().decode(read.value)) : read;
  }

  #keep(key: string, text: string): TranscriptResult<string> {
    clearTimeout(this.#timer);
    this.#kept = { key, text };
    this.#timer = setTimeout(() => this.clear(), keptFor).unref();
    return ok(text);
  }
}
