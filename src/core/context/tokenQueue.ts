import type { Log } from '../../ports/log.ts';
import type { Disposable } from '../../ports/system.ts';
import type { TokenCounter, TokenFamily } from '../../ports/tokens.ts';

/** What a queue counts with, and who is told. */
export interface TokenQueueOptions {
  readonly counter: TokenCounter;
  readonly family: TokenFamily;
  readonly log: Log;
  /** Called once per batch with the exact counts by key, in the order in which they were added. Never empty. */
  readonly onCounts: (counts: ReadonlyMap<string, number>) => void;
  /** Most bytes of texts in one batch, two per UTF-16 unit; one longer text is a batch of its own. 1 MB if absent. */
  readonly batchBytes?: number;
}

const defaultBatchBytes = 1_000_000;
const bytesPerUnit = 2;

/**
 * Has texts counted exactly, beside everything else: adding one only puts it down. Batches go to the counter one at a
 * time, so that what comes meanwhile is gathered, and a long text holds up no more than what is behind it.
 *
 * Where the counter fails, the texts of that batch stay without a count, those behind it are tried; the log is told of
 * the first failure alone.
 */
export class TokenQueue implements Disposable {
  private readonly options: TokenQueueOptions;
  /** Texts to be counted by key, oldest first. */
  private readonly waiting = new Map<string, string>();
  /** Keys of the batch at the counter; one that was added again meanwhile is taken out. */
  private counting = new Set<string>();
  private running = false;
  private reported = false;
  private disposed = false;

  constructor(options: TokenQueueOptions) {
    this.options = options;
  }

  /** Texts that are waiting or being counted. */
  get size(): number {
    return this.waiting.size + this.counting.size;
  }

  /** Has a text counted. Of several texts under one key only the last one is reported. */
  add(key: string, text: string): void {
    if (this.disposed) {
      return;
    }
    this.counting.delete(key);
    this.waiting.delete(key);
    this.waiting.set(key, text);
    if (!this.running) {
      this.running = true;
      void this.run();
    }
  }

  /** Forgets what waits; nothing is reported any more. The counter itself is its owner's to dispose. */
  dispose(): void {
    this.disposed = true;
    this.waiting.clear();
    this.counting.clear();
  }

  private async run(): Promise<void> {
    // What is added in one go is one batch.
    await Promise.resolve();
    while (this.waiting.size > 0) {
      await this.countBatch(this.takeBatch());
    }
    this.running = false;
  }

  private takeBatch(): ReadonlyMap<string, string> {
    const batch = new Map<string, string>();
    const most = this.options.batchBytes ?? defaultBatchBytes;
    let bytes = 0;
    for (const [key, text] of this.waiting) {
      bytes += text.length * bytesPerUnit;
      if (bytes > most && batch.size > 0) {
        break;
      }
      batch.set(key, text);
      this.waiting.delete(key);
    }
    return batch;
  }

  private async countBatch(batch: ReadonlyMap<string, string>): Promise<void> {
    this.counting = new Set(batch.keys());
    try {
      const counts = await this.options.counter.count([...batch.values()], this.options.family);
      this.tell([...batch.keys()], counts);
    } catch (error) {
      this.report(error);
    } finally {
      this.counting.clear();
    }
  }

  private tell(keys: readonly string[], counts: readonly number[]): void {
    const known = new Map<string, number>();
    for (const [index, key] of keys.entries()) {
      const count = counts[index];
      if (count !== undefined && this.counting.has(key)) {
        known.set(key, count);
      }
    }
    this.counting.clear();
    if (known.size > 0) {
      this.options.onCounts(known);
    }
  }

  private report(error: unknown): void {
    if (!this.reported && !this.disposed) {
      this.reported = true;
      this.options.log.error('Tokens could not be counted; estimates stand in.', error);
    }
  }
}
