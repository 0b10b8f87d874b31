import type { BigIntStats } from 'node:fs';
import type { FileView } from '../ports/editHost.ts';

/**
 * A file changed within this many milliseconds of being read may have changed again without a new time stamp: file
 * systems count in ticks.
 */
const clockTick = 100;

/** Bytes of files that are held although nobody else holds them. */
const budget = 64 * 1024 * 1024;

/** Milliseconds without use after which files are no longer held. */
const idle = 60_000;

/** Files remembered, held or not. */
const capacity = 1000;

/** A view that was given out, and how its file looked from outside then. */
export interface RecentView {
  readonly view: FileView;
  /** Undefined where the time stamps could not tell another change. */
  readonly stamp: string | undefined;
}

interface Entry {
  readonly weak: WeakRef<FileView>;
  held: FileView | undefined;
  readonly stamp: string | undefined;
  readonly size: number;
}

/**
 * The last view of each file, so that a file that is still the same is neither hashed nor searched for lines again.
 * The most recent ones are held for a minute, up to 64 MiB of files; others while a caller holds them.
 */
export class RecentViews {
  private readonly entries = new Map<string, Entry>();
  private timer: NodeJS.Timeout | undefined;

  /** The last view of the file; undefined if nobody holds it any more. */
  get(path: string): RecentView | undefined {
    const entry = this.entries.get(path);
    const view = entry?.weak.deref();
    return entry === undefined || view === undefined ? undefined : { view, stamp: entry.stamp };
  }

  /** @param stats of the file when its bytes were read, or right after they were written */
  put(view: FileView, stats: BigIntStats): void {
    const settled = Date.now() - Number(stats.ctimeNs / 1_000_000n) > clockTick;
    const size = Number(stats.size);
    this.entries.delete(view.path);
    this.entries.set(view.path, {
      weak: new WeakRef(view),
      held: size <= budget ? view : undefined,
      stamp: settled ? stampOf(stats) : undefined,
      size,
    });
    this.letGo();
    this.timer ??= setTimeout(() => this.letGoAll(), idle).unref();
    this.timer.refresh();
  }

  private letGo(): void {
    let held = 0;
    for (const [path, entry] of [...this.entries].reverse()) {
      held += entry.held === undefined ? 0 : entry.size;
      if (held > budget) {
        entry.held = undefined;
      }
      if (entry.weak.deref() === undefined) {
        this.entries.delete(path);
      }
    }
    const [oldest] = this.entries.keys();
    if (this.entries.size > capacity && oldest !== undefined) {
      this.entries.delete(oldest);
    }
  }

  private letGoAll(): void {
    this.timer = undefined;
    for (const entry of this.entries.values()) {
      entry.held = undefined;
    }
  }
}

/** Two equal stamps mean that nothing was written in between, unless one was taken right after a write. */
export function stampOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}
