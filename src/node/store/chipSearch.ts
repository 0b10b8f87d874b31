import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { searchableText, searchWords } from '../../core/chips/searchText.ts';
import { isStale } from './changes.ts';
import type { ChipReader } from './chipReader.ts';
import type { Payloads } from './payloads.ts';
import type { SqlRow } from './sqlRows.ts';

/** Bytes of lower-cased texts that are kept between searches; a character counts for the two it takes at most. */
const mostKept = 32 * 1024 * 1024;
/** Longer texts, in characters, are read each time. */
const longestKept = 1024 * 1024;

/** Chips and texts read in one step of `prepare`: some ten milliseconds. */
const step = 250;

/** A chip as far as it is known to the search. */
interface Entry {
  readonly id: string;
  readonly seq: number;
  readonly created: number;
  readonly payload: string;
  /** What it says besides its text. */
  readonly about: string;
  text: string | undefined;
  /** Its text is too long to be kept. */
  long: boolean;
}

/**
 * Finds chips by words. What it looks at stays in memory, texts as far as there is room, and is brought up to date by
 * the changes since the last search: to ask for all rows each time would take longer than to search them.
 */
export class ChipSearch {
  private readonly payloads: Payloads;
  private readonly reader: ChipReader;
  private readonly ends: StatementSync;
  private readonly changes: StatementSync;
  private readonly entries = new Map<string, Entry>();
  private newestFirst: readonly Entry[] = [];
  private upTo = 0;
  /** Whether `newestFirst` has what `entries` has. */
  private isSorted = true;

  constructor(db: DatabaseSync, payloads: Payloads, reader: ChipReader) {
    this.payloads = payloads;
    this.reader = reader;
    this.ends = db.prepare(
      `SELECT (SELECT max(n) FROM chipChanges) AS head, (SELECT n FROM marks WHERE name = 'forgotten') AS forgotten`,
    );
    this.changes = db.prepare(
      `SELECT n, gone, chip, seq, created, payload, words, tool, file
       FROM chipChanges LEFT JOIN chips ON id = chip WHERE n > ? ORDER BY n LIMIT ?`,
    );
  }

  /**
   * Does a part of what the next search would have to read first; true when nothing is left of it. Texts for which
   * there is no room are left to the search. To be called inside a transaction.
   */
  prepare(): boolean {
    if (!this.catchUp(step)) {
      return false;
    }
    let room = mostKept;
    let read = 0;
    for (const entry of this.newestFirst) {
      if (entry.text === undefined && !entry.long) {
        if (read === step) {
          return false;
        }
        read++;
        const text = this.textOf(entry.payload);
        entry.long = text.length > longestKept;
        entry.text = entry.long ? undefined : text;
      }
      room -= 2 * ((entry.text?.length ?? 0) + entry.about.length);
      if (room <= 0) {
        return true;
      }
    }
    return true;
  }

  /** The ids of the chips that have all the words, oldest first. To be called inside a transaction. */
  find(text: string): readonly string[] {
    this.catchUp(Number.MAX_SAFE_INTEGER);
    const words = searchWords(text);
    const found: string[] = [];
    let room = mostKept;
    // Newest first, so that there is room for the texts of the newest chips.
    for (const entry of this.newestFirst) {
      const kept = entry.text ?? this.textOf(entry.payload);
      const bytes = 2 * (kept.length + entry.about.length);
      const fits = bytes <= room && kept.length <= longestKept;
      entry.text = fits ? kept : undefined;
      room -= fits ? bytes : 0;
      if (words.every((word) => kept.includes(word) || entry.about.includes(word))) {
        found.push(entry.id);
      }
    }
    return found.toReversed();
  }

  /** Takes in at most so many changes; true when there are no more. */
  private catchUp(most: number): boolean {
    const ends = this.ends.get();
    const head = Number(ends?.head ?? 0);
    if (isStale(this.upTo, Number(ends?.forgotten), head)) {
      this.entries.clear();
      this.upTo = 0;
      this.isSorted = false;
    }
    let taken = 0;
    if (head !== this.upTo) {
      for (const row of this.changes.iterate(this.upTo, most)) {
        this.take(row);
        this.upTo = Number(row.n);
        this.isSorted = false;
        taken++;
      }
    }
    if (taken === most) {
      return false;
    }
    this.upTo = head;
    if (!this.isSorted) {
      this.newestFirst = [...this.entries.values()].toSorted(
        (a, b) => b.created - a.created || b.seq - a.seq,
      );
      this.isSorted = true;
    }
    return true;
  }

  private take(row: SqlRow): void {
    const id = String(row.chip);
    if (row.gone === 1) {
      this.entries.delete(id);
      return;
    }
    const payload = String(row.payload);
    const before = this.entries.get(id);
    const { excerpt, errorMessage = '' } = this.reader.wordsOf(row.words as Uint8Array, payload);
    this.entries.set(id, {
      id,
      seq: Number(row.seq),
      created: Number(row.created),
      payload,
      about: [excerpt, errorMessage, row.tool, row.file ?? ''].join('\n').toLowerCase(),
      text: before?.payload === payload ? before.text : undefined,
      long: before?.payload === payload && before.long,
    });
  }

  private textOf(payload: string): string {
    try {
      const content = this.payloads.read(payload);
      return content === undefined ? '' : searchableText(content);
    } catch {
      // A text that was changed from outside is not found, and does not keep others from being found.
      return '';
    }
  }
}
