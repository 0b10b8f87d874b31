import { searchWords } from './searchWords.ts';

/** How rows of one table are searched, sorted and grouped. */
export interface ListRules<Row> {
  /** Everything a plain word is looked for in. */
  words(row: Row): string;
  /** What `name:value` is looked for in, by name. */
  readonly fields: Readonly<Record<string, (row: Row) => string>>;
  readonly sorts: Readonly<Record<string, (a: Row, b: Row) => number>>;
  readonly groups: Readonly<Record<string, (row: Row) => string>>;
}

/** A line of the list: a group's title, or a row. */
export type ListEntry<Row> =
  | {
      readonly kind: 'group';
      readonly title: string;
      readonly count: number;
      readonly open: boolean;
    }
  | { readonly kind: 'row'; readonly row: Row };

/** What a person chose. */
export interface ListChoice {
  readonly search: string;
  /** Key of `sorts`. */
  readonly sort: string;
  /** Key of `groups`; anything else = no groups. */
  readonly group: string;
  /** Titles of folded groups. */
  readonly closed: ReadonlySet<string>;
  /** Ids of rows whose text, which the page does not have, has the words of the search. */
  readonly hits?: ReadonlySet<string>;
}

/**
 * Rows as a person wants to see them. Sorts when the rows or the order changed, filters when the search changed; a
 * search of 50,000 rows costs one pass over their words.
 */
export class ListView<Row extends { readonly id: string }> {
  private readonly rules: ListRules<Row>;
  private readonly names: ReadonlySet<string>;
  private readonly haystacks = new WeakMap<Row, string>();
  private sorted: readonly Row[] = [];
  private sortedFor = '';

  constructor(rules: ListRules<Row>) {
    this.rules = rules;
    this.names = new Set(Object.keys(rules.fields));
  }

  /** The rows that meet the search, in order. `version` says whether the rows are others than before. */
  rows(all: Iterable<Row>, version: number, choice: ListChoice): readonly Row[] {
    const order = `${version} ${choice.sort}`;
    if (order !== this.sortedFor) {
      const compare = this.rules.sorts[choice.sort];
      this.sorted = compare === undefined ? [...all] : [...all].sort(compare);
      this.sortedFor = order;
    }
    const { words, fields } = searchWords(choice.search, this.names);
    if (words.length === 0 && fields.length === 0) {
      return this.sorted;
    }
    return this.sorted.filter(
      (row) =>
        fields.every(({ name, value }) =>
          this.rules.fields[name]?.(row).toLowerCase().includes(value),
        ) &&
        (words.length === 0 ||
          choice.hits?.has(row.id) === true ||
          words.every((word) => this.haystack(row).includes(word))),
    );
  }

  /** Prepares the words of rows for the first search, as long as `goOn` says; true when all are prepared. */
  prepare(all: Iterable<Row>, goOn: () => boolean): boolean {
    let count = 0;
    for (const row of all) {
      this.haystack(row);
      count++;
      // To look at the clock costs more than a row.
      if (count % 200 === 0 && !goOn()) {
        return false;
      }
    }
    return true;
  }

  /** The lines of the list: the rows, under their groups if there are any, in the order of each group's first row. */
  entries(rows: readonly Row[], choice: ListChoice): readonly ListEntry<Row>[] {
    const groupOf = Object.hasOwn(this.rules.groups, choice.group)
      ? this.rules.groups[choice.group]
      : undefined;
    if (groupOf === undefined) {
      return rows.map((row) => ({ kind: 'row', row }));
    }
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      const title = groupOf(row);
      const members = groups.get(title);
      if (members === undefined) {
        groups.set(title, [row]);
      } else {
        members.push(row);
      }
    }
    const entries: ListEntry<Row>[] = [];
    for (const [title, members] of groups) {
      const open = !choice.closed.has(title);
      entries.push({ kind: 'group', title, count: members.length, open });
      if (open) {
        for (const row of members) {
          entries.push({ kind: 'row', row });
        }
      }
    }
    return entries;
  }

  private haystack(row: Row): string {
    let text = this.haystacks.get(row);
    if (text === undefined) {
      text = this.rules.words(row).toLowerCase();
      this.haystacks.set(row, text);
    }
    return text;
  }
}
