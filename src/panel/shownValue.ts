import type { ShownValue } from '../protocol/chips.ts';

/** How much of a value is shown. */
export interface ShownLimits {
  /** Characters of one text. */
  readonly characters: number;
  /** Entries of one list or object. */
  readonly entries: number;
  /** Lists and objects within one another. */
  readonly depth: number;
  /** Characters of the whole as JSON; at least 2,000. */
  readonly size: number;
}

const usual: ShownLimits = { characters: 2000, entries: 200, depth: 12, size: 200_000 };

/** Characters of a key. */
const longestKey = 100;

/** Room an entry may need besides its text: the key, each of its characters escaped, and what stands around. */
const entryRoom = 800;

/** Most characters that one character becomes in JSON. */
const longestEscape = 6;

/**
 * A value as the page shows it: long texts cut, long lists and objects cut, and all of it below a size. What is no
 * JSON value is shown as its text or type. A small value comes through whole.
 */
export function shownValue(value: unknown, limits: Partial<ShownLimits> = {}): ShownValue {
  return new Shower({ ...usual, ...limits }).show(value, 0);
}

class Shower {
  private readonly limits: ShownLimits;
  private room: number;

  constructor(limits: ShownLimits) {
    this.limits = limits;
    this.room = limits.size - entryRoom;
  }

  show(value: unknown, depth: number): ShownValue {
    if (value === null || typeof value === 'boolean') {
      this.room -= 6;
      return value;
    }
    if (typeof value === 'number' && Number.isFinite(value)) {
      this.room -= 25;
      return value;
    }
    if (typeof value === 'string') {
      return this.text(value);
    }
    if (typeof value !== 'object') {
      const isNumber = typeof value === 'number' || typeof value === 'bigint';
      return this.text(isNumber ? value.toString() : typeof value);
    }
    this.room -= 40;
    return Array.isArray(value) ? this.list(value, depth) : this.fields(value, depth);
  }

  private list(value: readonly unknown[], depth: number): ShownValue {
    const list: ShownValue[] = [];
    while (list.length < value.length && this.hasRoom(list.length, depth)) {
      list.push(this.show(value[list.length], depth + 1));
    }
    return { list, left: value.length - list.length };
  }

  private fields(value: object, depth: number): ShownValue {
    const entries = Object.entries(value) as [string, unknown][];
    const fields: [string, ShownValue][] = [];
    for (const [key, field] of entries) {
      if (!this.hasRoom(fields.length, depth)) {
        break;
      }
      const name = key.length > longestKey ? `${start(key, longestKey - 1)}…` : key;
      this.room -= JSON.stringify(name).length + 4;
      fields.push([name, this.show(field, depth + 1)]);
    }
    return { fields, left: entries.length - fields.length };
  }

  private hasRoom(count: number, depth: number): boolean {
    return depth < this.limits.depth && count < this.limits.entries && this.room >= entryRoom;
  }

  private text(text: string): ShownValue {
    const { characters } = this.limits;
    const most = Math.min(characters, Math.max(0, Math.floor(this.room / longestEscape)));
    if (text.length <= characters) {
      const size = JSON.stringify(text).length;
      if (size <= Math.max(this.room, longestEscape)) {
        this.room -= size + 1;
        return text;
      }
    }
    const cut = start(text, most);
    this.room -= JSON.stringify(cut).length + 50;
    return { cut, characters: text.length };
  }
}

/** The first characters, none of them half a pair that was whole. */
function start(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
