import type { ChangesAsked, ChangesGiven } from '../../src/protocol/chips.ts';

/** A part of a table, whatever its rows are. */
export interface FeedPart<Row> extends ChangesGiven {
  readonly rows: readonly Row[];
  /** Ids of rows that were removed. */
  readonly gone?: readonly string[];
  /** Rows with a number below this one are not there any more. */
  readonly oldest?: number;
}

/** Rows of the first part: enough for a screen, so that something is seen at once. */
const firstPart = 200;

/** Rows of later parts: each costs the page a few milliseconds. */
const laterParts = 1500;

/**
 * All rows of one of the host's tables, kept up to date: the newest rows first, the older ones in parts, then what
 * changes. Knows a row's latest state only, so what the host says in whichever order comes to the same.
 */
export class FeedTable<Row extends { readonly id: string; readonly number?: number }> {
  /** The rows by id. */
  readonly rows = new Map<string, Row>();
  /** Grows with every change of the rows. */
  version = 0;
  /** Whether the older rows are there too. */
  complete = false;
  /** Why the last part could not be read. */
  problem: string | undefined;
  private readonly ask: (asked: ChangesAsked) => Promise<FeedPart<Row>>;
  private readonly changed: () => void;
  private wanted: number | undefined;
  private after: number | undefined;
  private before: number | undefined;
  private oldest = 0;
  private busy = false;

  constructor(ask: (asked: ChangesAsked) => Promise<FeedPart<Row>>, changed: () => void) {
    this.ask = ask;
    this.changed = changed;
  }

  /** Whether anything has been read. */
  get started(): boolean {
    return this.after !== undefined;
  }

  /** The host's newest change has this number: reads what is missing, if it is not being read already. */
  async follow(head: number): Promise<void> {
    this.wanted = head;
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      for (let asked = this.next(); asked !== undefined; asked = this.next()) {
        this.take(asked, await this.ask(asked));
        this.problem = undefined;
        this.changed();
      }
    } catch (cause) {
      // The next change tries again.
      this.problem = cause instanceof Error ? cause.message : String(cause);
      this.changed();
    } finally {
      this.busy = false;
    }
  }

  /** What to ask for next; undefined when everything is there. */
  private next(): ChangesAsked | undefined {
    if (this.after === undefined) {
      return { limit: firstPart };
    }
    if (this.wanted !== undefined && this.wanted !== this.after) {
      return { after: this.after, limit: laterParts };
    }
    return this.complete || this.before === undefined
      ? undefined
      : { before: this.before, limit: laterParts };
  }

  private take(asked: ChangesAsked, part: FeedPart<Row>): void {
    if (part.reset) {
      this.forget();
      return;
    }
    this.version++;
    if (asked.after !== undefined) {
      this.takeChanges(part);
    } else {
      this.takeOlder(part);
    }
    if (part.oldest !== undefined && part.oldest > this.oldest) {
      this.oldest = part.oldest;
      for (const [id, row] of this.rows) {
        if (row.number !== undefined && row.number < part.oldest) {
          this.rows.delete(id);
        }
      }
    }
  }

  private takeChanges(part: FeedPart<Row>): void {
    for (const id of part.gone ?? []) {
      this.rows.delete(id);
    }
    for (const row of part.rows) {
      this.rows.set(row.id, row);
    }
    this.after = part.to;
    if (!part.more) {
      // Nothing newer is left, whatever number was announced.
      this.wanted = part.to;
    }
  }

  private takeOlder(part: FeedPart<Row>): void {
    for (const row of part.rows) {
      // What is known already is newer.
      if (!this.rows.has(row.id)) {
        this.rows.set(row.id, row);
      }
    }
    // Not the newest row's number: a removal may be newer, and what is behind it need not be remembered.
    this.after ??= part.head;
    this.before = part.from;
    this.complete = !part.more;
  }

  private forget(): void {
    this.rows.clear();
    this.version++;
    this.after = undefined;
    this.before = undefined;
    this.oldest = 0;
    this.complete = false;
  }
}
