import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { searchableText, searchWords } from '../../core/chips/searchText.ts';
import type { ChipReader } from './chipReader.ts';
import type { Payloads } from './payloads.ts';
import type { SqlRow } from './sqlRows.ts';

/** Bytes of lower-cased texts that are kept between searches; a character counts for the two it takes at most. */
const mostKept = 32 * 1024 * 1024;
/** Longer texts are read each time. */
const longestKept = 1024 * 1024;

/** Finds chips by words. Texts stay in memory between searches, as far as there is room for them. */
export class ChipSearch {
  private readonly payloads: Payloads;
  private readonly reader: ChipReader;
  private readonly chips: StatementSync;
  private readonly words: StatementSync;
  private kept = new Map<string, string>();

  constructor(db: DatabaseSync, payloads: Payloads, reader: ChipReader) {
    this.payloads = payloads;
    this.reader = reader;
    this.chips = db.prepare(
      `SELECT id, tool, file, payload, n FROM chips JOIN chipChanges ON chip = id ORDER BY created DESC, seq DESC`,
    );
    this.words = db.prepare('SELECT words FROM chips WHERE id = ?');
  }

  /** The ids of the chips that have all the words, oldest first. */
  find(text: string): readonly string[] {
    const words = searchWords(text);
    const texts = new Texts(this.kept);
    const found: string[] = [];
    // Newest first, so that there is room for the texts of the newest chips.
    for (const row of this.chips.iterate()) {
      const about = texts.get(`about ${Number(row.n)}`, () => this.aboutOf(row));
      const kept = texts.get(String(row.payload), () => this.textOf(String(row.payload)));
      if (words.every((word) => kept.includes(word) || about.includes(word))) {
        found.push(String(row.id));
      }
    }
    this.kept = texts.kept;
    return found.toReversed();
  }

  /** What a chip says besides its text; its change number stands for it. */
  private aboutOf({ id, tool, file, payload }: SqlRow): string {
    const sealed = this.words.get(String(id))?.words as Uint8Array;
    const { excerpt, errorMessage = '' } = this.reader.wordsOf(sealed, String(payload));
    return [excerpt, errorMessage, String(tool), String(file ?? '')].join('\n').toLowerCase();
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

/** The texts of one search: those of the search before, and newly read ones. What is not asked for is let go. */
class Texts {
  readonly kept = new Map<string, string>();
  private readonly before: ReadonlyMap<string, string>;
  private room = mostKept;

  constructor(before: ReadonlyMap<string, string>) {
    this.before = before;
  }

  get(key: string, read: () => string): string {
    const known = this.kept.get(key);
    if (known !== undefined) {
      return known;
    }
    const text = this.before.get(key) ?? read();
    const bytes = 2 * text.length;
    if (bytes <= this.room && text.length <= longestKept) {
      this.room -= bytes;
      this.kept.set(key, text);
    }
    return text;
  }
}
