import { isName, matchesName } from '../../core/sources/filesBeside.ts';
import { ok } from '../../ports/result.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { keptPartBytes, type KeptFile } from '../../ports/transcriptStore.ts';
import type { KeptReads } from './keptReads.ts';
import { failed, type FileFacts, type OpenFile, type TranscriptFiles } from './transcriptFiles.ts';
import type { WalkBudget } from './walkFolder.ts';

/** Parts of files that are held: texts that follow each other often lie in the same one. */
const heldParts = 4;

const notThere = failed('not-found', 'What was kept of this session is not there.');

/** The names in a folder. */
interface Folder {
  readonly files: Set<string>;
  readonly folders: Set<string>;
}

/** The files of a session that is kept, by the paths that they had on disk. */
export class KeptFiles implements TranscriptFiles {
  readonly alive = false;
  readonly #reads: KeptReads;
  readonly #id: string;
  readonly #main: string;
  readonly #files = new Map<string, KeptFile>();
  readonly #folders = new Map<string, Folder>();
  /** The newest last. */
  readonly #parts = new Map<string, Promise<Uint8Array | undefined>>();

  private constructor(reads: KeptReads, id: string, main: string, files: readonly KeptFile[]) {
    this.#reads = reads;
    this.#id = id;
    this.#main = main;
    for (const file of files) {
      this.#files.set(file.path, file);
      this.#enter(file.path);
    }
  }

  /** Finds out what is kept of a session. */
  static async of(reads: KeptReads, id: string): Promise<TranscriptResult<KeptFiles>> {
    try {
      const files = await reads.keptFiles(id);
      const [main] = files;
      return main?.index === 0 ? ok(new KeptFiles(reads, id, main.path, files)) : notThere;
    } catch {
      return failed('not-readable', 'What was kept of this session can not be read now.');
    }
  }

  resolve(): Promise<TranscriptResult<string>> {
    return Promise.resolve(ok(this.#main));
  }

  facts(path: string): Promise<FileFacts | undefined> {
    return Promise.resolve(this.#files.get(path));
  }

  open(path: string): Promise<TranscriptResult<OpenFile>> {
    const file = this.#files.get(path);
    return Promise.resolve(
      file === undefined
        ? failed('not-found', 'The file is not kept.')
        : ok({
            facts: file,
            fill: (buffer, position) => this.#fill(file, buffer, position),
            close: () => Promise.resolve(),
          }),
    );
  }

  async *list(
    folder: string,
    parts: readonly string[],
    budget: WalkBudget,
  ): AsyncGenerator<string> {
    const [pattern, ...rest] = parts;
    const entries = this.#folders.get(folder);
    if (pattern === undefined || entries === undefined || budget.entries <= 0) {
      return;
    }
    const isFile = rest.length === 0;
    const names = isFile ? entries.files : entries.folders;
    for (const name of matching(names, pattern, budget)) {
      const path = `${folder}/${name}`;
      if (isFile) {
        yield path;
      } else {
        yield* this.list(path, rest, budget);
      }
    }
  }

  #enter(path: string): void {
    let at = path.lastIndexOf('/');
    this.#folder(path.slice(0, at)).files.add(path.slice(at + 1));
    // Up to a folder that is known: then those above it are too.
    for (let isNew = true; isNew && at > 0;) {
      const child = path.slice(0, at);
      at = child.lastIndexOf('/');
      const { folders } = this.#folder(child.slice(0, Math.max(0, at)));
      isNew = !folders.has(child.slice(at + 1));
      folders.add(child.slice(at + 1));
    }
  }

  #folder(path: string): Folder {
    // As the layouts name the root.
    const key = path || '/';
    const known = this.#folders.get(key) ?? { files: new Set(), folders: new Set() };
    this.#folders.set(key, known);
    return known;
  }

  async #fill(file: KeptFile, buffer: Uint8Array, position: number): Promise<Uint8Array> {
    const length = Math.max(0, Math.min(buffer.length, file.size - position));
    for (let done = 0; done < length;) {
      const at = position + done;
      const part = Math.floor(at / keptPartBytes);
      const from = at - part * keptPartBytes;
      const bytes = (await this.#part(file, part)).subarray(from, from + length - done);
      if (bytes.length === 0) {
        throw new Error('A part of what was kept is not whole.');
      }
      buffer.set(bytes, done);
      done += bytes.length;
    }
    return buffer.subarray(0, length);
  }

  async #part(file: KeptFile, part: number): Promise<Uint8Array> {
    const wanted = this.#ask(file, part);
    // Whoever reads on has the next one the sooner: it is made ready while this one is read.
    if (part === 0 || this.#parts.has(`${file.index}:${part - 1}`)) {
      void this.#ask(file, part + 1);
    }
    const bytes = await wanted;
    if (bytes === undefined) {
      throw new Error('A part of what was kept is not there.');
    }
    return bytes;
  }

  /** A part; undefined if it is not there, or not to be had now. */
  #ask(file: KeptFile, part: number): Promise<Uint8Array | undefined> {
    const key = `${file.index}:${part}`;
    const offset = part * keptPartBytes;
    if (offset >= file.size) {
      return Promise.resolve(undefined);
    }
    const read =
      this.#parts.get(key) ??
      this.#reads.keptBytes(this.#id, file.index, offset, keptPartBytes).catch(() => {
        // The next time it is asked for anew.
        this.#parts.delete(key);
        return undefined;
      });
    this.#parts.delete(key);
    this.#parts.set(key, read);
    for (const oldest of [...this.#parts.keys()].slice(0, -heldParts)) {
      this.#parts.delete(oldest);
    }
    return read;
  }
}

/** Names of a pattern, in order. */
function matching(names: ReadonlySet<string>, pattern: string, budget: WalkBudget): string[] {
  if (isName(pattern)) {
    budget.entries -= 1;
    return names.has(pattern) ? [pattern] : [];
  }
  budget.entries -= names.size;
  return [...names].filter((name) => matchesName(pattern, name)).sort();
}
