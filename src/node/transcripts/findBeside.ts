import {
  matchesName,
  sessionNamed,
  type FileLayout,
  type FilePattern,
} from '../../core/sources/filesBeside.ts';
import { readEnds } from './readSample.ts';
import type { TranscriptFiles } from './transcriptFiles.ts';

/** Most files of one transcript. */
export const mostFiles = 20_000;

/** Bytes of a file in which the session that it is of is looked for. */
const headBytes = 64 * 1024;

/** A file that belongs to a transcript. */
export interface FileBeside {
  /** Absolute. */
  readonly path: string;
  readonly use: FilePattern['use'];
}

/** Finds the files beside a transcript's main file, again and again as more come. */
export class FilesBeside {
  readonly #files: TranscriptFiles;
  readonly #main: string;
  readonly #layout: FileLayout;
  /** The session that a file names, by path; those that name none yet are looked at again. */
  readonly #sessions = new Map<string, string>();

  /** `main`: absolute, with `/` between its parts. */
  constructor(files: TranscriptFiles, main: string, layout: FileLayout) {
    this.#files = files;
    this.#main = main;
    this.#layout = layout;
  }

  /** The files there are now, in the order in which they are to be read; without the main one. */
  async find(): Promise<FileBeside[]> {
    const base = this.#layout.base(this.#main);
    const found = new Map<string, FileBeside>();
    const names: string[] = [];
    const done = new Set<string>();
    const budget = { entries: mostFiles * 2 };
    for (let more = true; more;) {
      more = false;
      for (const pattern of this.#layout.patterns(this.#main, names)) {
        const key = pattern.parts.join('/');
        if (done.has(key)) {
          continue;
        }
        done.add(key);
        more = true;
        for await (const path of this.#files.list(base, pattern.parts, budget)) {
          if (found.size < mostFiles && !found.has(path) && (await this.#belongs(path, pattern))) {
            found.set(path, { path, use: pattern.use });
            names.push(path.slice(base.length + 1));
          }
        }
      }
    }
    return [...found.values()];
  }

  /** Whether a name in a folder may be one that `find` gives: what else happens there need not be looked at. */
  concerns(folder: string, name: string): boolean {
    const base = this.#layout.base(this.#main);
    return (
      folder !== base ||
      this.#layout.patterns(this.#main, []).some(({ parts: [first = ''] }) => {
        return matchesName(first, name);
      })
    );
  }

  async #belongs(path: string, { sameSession }: FilePattern): Promise<boolean> {
    if (path === this.#main) {
      return false;
    }
    if (sameSession !== true) {
      return true;
    }
    const session = await this.#session(this.#main);
    return session !== '' && session === (await this.#session(path));
  }

  async #session(path: string): Promise<string> {
    const known = this.#sessions.get(path);
    if (known !== undefined) {
      return known;
    }
    const ends = await readEnds(this.#files, path, headBytes);
    const session = ends.ok ? sessionNamed(ends.value.sample) : '';
    if (session !== '') {
      this.#sessions.set(path, session);
    }
    return session;
  }
}
