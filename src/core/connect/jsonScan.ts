/** A value in a JSON text: where it stands, and its members if it is an object. */
export interface ScannedValue {
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  /** Undefined for anything but an object. */
  readonly members: readonly ScannedMember[] | undefined;
}

/** A member of an object. */
export interface ScannedMember {
  readonly name: string;
  /** Where its name stands. */
  readonly start: number;
  readonly value: ScannedValue;
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const blank = /(?:[ \t\r\n\ufeff]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const string = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const deepest = 500;

/**
 * Reads JSON as agents' configurations have it: with comments, and with commas before a closing bracket. Answers where
 * everything stands, or undefined when the text is no such JSON.
 */
export function scanJson(text: string): ScannedValue | undefined {
  try {
    const scan = new Scan(text);
    const value = scan.value(0);
    scan.blanks();
    return scan.at === text.length ? value : undefined;
  } catch (error) {
    if (error instanceof NotJson) {
      return undefined;
    }
    throw error;
  }
}

class NotJson extends Error {}

class Scan {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  blanks(): void {
    this.match(blank);
  }

  value(depth: number): ScannedValue {
    if (depth > deepest) {
      throw new NotJson();
    }
    this.blanks();
    const start = this.at;
    const first = this.text[start];
    if (first === '{') {
      const members = this.list('}', () => this.member(depth));
      return { start, end: this.at, members };
    }
    if (first === '[') {
      this.list(']', () => this.value(depth + 1));
    } else if (this.match(first === '"' ? string : literal) === undefined) {
      throw new NotJson();
    }
    return { start, end: this.at, members: undefined };
  }

  private member(depth: number): ScannedMember {
    const start = this.at;
    const name = this.match(string);
    this.blanks();
    if (name === undefined || this.text[this.at] !== ':') {
      throw new NotJson();
    }
    this.at++;
    return { name: JSON.parse(name) as string, start, value: this.value(depth + 1) };
  }

  /** The items between brackets; stands on the opening one, and behind the closing one afterwards. */
  private list<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    this.at++;
    for (;;) {
      this.blanks();
      if (this.text[this.at] === close) {
        this.at++;
        return items;
      }
      items.push(item());
      this.blanks();
      if (this.text[this.at] === ',') {
        this.at++;
      } else if (this.text[this.at] !== close) {
        throw new NotJson();
      }
    }
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}
