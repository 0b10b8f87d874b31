import { watch, type FSWatcher } from 'node:fs';
import type { Disposable } from '../../ports/system.ts';
import type { SessionReading } from './sessionReading.ts';

/** How a transcript is followed. */
export interface FollowOptions {
  /** Milliseconds between looks at its files, whatever the system tells: at most 200; 150 if absent. */
  readonly poll?: number;
  /** Whether the system is asked to tell; yes if absent. On network drives it tells nothing. */
  readonly watch?: boolean;
}

/** Milliseconds between what the system tells and the look at the files: several writes are read at once. */
const gather = 20;

/** Milliseconds between looks while there is something new at each: a look costs about two milliseconds. */
const spacing = 160;

/** Most folders that the system is asked about. */
const mostFolders = 16;

/**
 * Reads a transcript on as it grows and calls back whenever it is different, until disposed. Nothing else may read it
 * meanwhile.
 */
export function followTranscript(
  reading: SessionReading,
  onChange: () => void,
  options: FollowOptions = {},
): Disposable {
  const follower = new Follower(reading, onChange, options);
  follower.start();
  return follower;
}

class Follower implements Disposable {
  readonly #reading: SessionReading;
  readonly #onChange: () => void;
  readonly #poll: number;
  readonly #watches: boolean;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #told = false;
  #list = false;
  /** The time before which there is no other look. */
  #spaced = 0;

  constructor(reading: SessionReading, onChange: () => void, options: FollowOptions) {
    this.#reading = reading;
    this.#onChange = onChange;
    this.#poll = Math.min(200, options.poll ?? 150);
    this.#watches = options.watch ?? true;
  }

  start(): void {
    this.#watchFolders();
    this.#plan(this.#poll);
  }

  dispose(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) {
      watcher.close();
    }
    this.#watchers.clear();
  }

  #plan(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), milliseconds).unref();
  }

  async #look(): Promise<void> {
    const list = this.#list;
    this.#looking = true;
    this.#told = false;
    this.#list = false;
    try {
      const isDifferent = await this.#reading.refresh(list, this.#ended.signal);
      this.#spaced = isDifferent ? performance.now() + spacing : 0;
      if (isDifferent && !this.#ended.signal.aborted) {
        this.#watchFolders();
        this.#onChange();
      }
    } catch {
      // Given up; or a fault, after which the next look may do better.
    }
    this.#looking = false;
    if (!this.#ended.signal.aborted) {
      this.#plan(this.#wait());
    }
  }

  #wait(): number {
    return this.#told ? Math.max(gather, this.#spaced - performance.now()) : this.#poll;
  }

  /** The system told of something in a folder. */
  #hear(folder: string, name: string | null): void {
    if (name !== null) {
      if (!this.#reading.concerns(folder, name)) {
        return;
      }
      this.#reading.hint(`${folder}/${name}`);
    }
    const isKnown = name !== null && this.#reading.paths.includes(`${folder}/${name}`);
    this.#list ||= !isKnown;
    if (!this.#told) {
      this.#told = true;
      if (!this.#looking) {
        this.#plan(this.#wait());
      }
    }
  }

  #watchFolders(): void {
    if (!this.#watches) {
      return;
    }
    const { main } = this.#reading.opened;
    const all = [main, ...this.#reading.paths.slice(1).reverse()].map(folderOf);
    const folders = new Set([...new Set(all)].slice(0, mostFolders));
    for (const [folder, watcher] of this.#watchers) {
      if (!folders.has(folder)) {
        watcher.close();
        this.#watchers.delete(folder);
      }
    }
    for (const folder of folders) {
      if (!this.#watchers.has(folder)) {
        this.#watch(folder);
      }
    }
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) =>
        this.#hear(folder, name),
      );
      // The folder is gone, or there are no more watchers to be had: the looks at intervals go on.
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {
      // The same.
    }
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
