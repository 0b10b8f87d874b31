import assert from 'node:assert/strict';
import type { CallRow, Changes, ChangeQuery, ChipRow, Store } from '../../src/ports/store.ts';

/**
 * What a page does: it loads a table from its newest change backwards, and follows what changes meanwhile. Each row it
 * is given while it loads must be one it does not have.
 */
abstract class List<T extends Changes> {
  private readonly limit: number;
  private after: number | undefined;
  private before: number | undefined;
  private loaded = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes the next older part. */
  async load(): Promise<void> {
    if (this.loaded) {
      return;
    }
    const part = await this.ask({
      limit: this.limit,
      ...(this.before !== undefined && { before: this.before }),
    });
    this.after ??= part.head;
    this.before = part.from;
    this.loaded = !part.more;
    this.addOlder(part);
  }

  /** Takes the next part of what followed. */
  async follow(): Promise<boolean> {
    if (this.after === undefined) {
      return false;
    }
    const part = await this.ask({ after: this.after, limit: this.limit });
    if (part.reset) {
      [this.after, this.before, this.loaded] = [undefined, undefined, false];
      this.clear();
      return false;
    }
    this.after = part.to;
    this.addNewer(part);
    return part.more;
  }

  /** Takes all there is. */
  async catchUp(): Promise<void> {
    do {
      while (!this.loaded) {
        await this.load();
      }
      while (await this.follow()) {
        // The next part.
      }
    } while (!this.loaded);
  }

  /** Fails if the rows are not those of the store. */
  abstract check(): Promise<void>;
  protected abstract ask(query: ChangeQuery): Promise<T>;
  protected abstract addOlder(part: T): void;
  protected abstract addNewer(part: T): void;
  protected abstract clear(): void;
}

type PartOf<Method extends 'chipChanges' | 'callChanges'> = Awaited<ReturnType<Store[Method]>>;

/** A page's list of chips. */
export class ChipList extends List<PartOf<'chipChanges'>> {
  private readonly store: Store;
  private readonly rows = new Map<string, ChipRow>();

  constructor(store: Store, limit: number) {
    super(limit);
    this.store = store;
  }

  async check(): Promise<void> {
    const expected = (await this.store.chips({})).map((chip) => [chip.id, chip] as const);
    assert.deepEqual(new Map(this.rows), new Map(expected));
  }

  protected ask(query: ChangeQuery): Promise<PartOf<'chipChanges'>> {
    return this.store.chipChanges(query);
  }

  protected addOlder({ chips }: PartOf<'chipChanges'>): void {
    for (const chip of chips) {
      // One that changed while the page loaded may have been followed already, and then is not loaded again.
      assert.ok(!this.rows.has(chip.id), `${chip.id} comes twice`);
      this.rows.set(chip.id, chip);
    }
  }

  protected addNewer({ chips, gone }: PartOf<'chipChanges'>): void {
    assert.equal(
      new Set([...gone, ...chips.map((chip) => chip.id)]).size,
      chips.length + gone.length,
    );
    for (const id of gone) {
      this.rows.delete(id);
    }
    for (const chip of chips) {
      this.rows.set(chip.id, chip);
    }
  }

  protected clear(): void {
    this.rows.clear();
  }
}

/** A page's list of calls. */
export class CallList extends List<PartOf<'callChanges'>> {
  private readonly store: Store;
  private readonly rows = new Map<number, CallRow>();

  constructor(store: Store, limit: number) {
    super(limit);
    this.store = store;
  }

  /** All calls of the store are in the list; a call dropped out of order may be there still. */
  async check(): Promise<void> {
    const { calls, oldest } = await this.store.callChanges({ limit: 1000 });
    for (const call of calls) {
      assert.deepEqual(this.rows.get(call.number), call);
    }
    assert.ok([...this.rows.keys()].every((number) => number >= oldest));
  }

  protected ask(query: ChangeQuery): Promise<PartOf<'callChanges'>> {
    return this.store.callChanges(query);
  }

  protected addOlder({ calls, oldest }: PartOf<'callChanges'>): void {
    this.add(calls);
    this.drop(oldest);
  }

  protected addNewer({ calls, oldest }: PartOf<'callChanges'>): void {
    this.add(calls);
    this.drop(oldest);
  }

  protected clear(): void {
    this.rows.clear();
  }

  private add(calls: PartOf<'callChanges'>['calls']): void {
    for (const call of calls) {
      assert.ok(!this.rows.has(call.number), `${call.id} comes twice`);
      this.rows.set(call.number, call);
    }
  }

  private drop(oldest: number): void {
    for (const number of this.rows.keys()) {
      if (oldest === 0 || number < oldest) {
        this.rows.delete(number);
      }
    }
  }
}
