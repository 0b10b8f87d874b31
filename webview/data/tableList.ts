import type { FeedTable } from './feedTable.ts';
import type { ListChoice, ListEntry, ListRules } from './listView.ts';
import { ListView } from './listView.ts';
import type { HeldKeys, Selection } from './selection.ts';
import { goTo, keepPresent, nothingChosen, toggle } from './selection.ts';
import type { ListState } from './uiState.ts';

const groupKey = 'group:';

/** The lines of one list as a person sees them now, and which of them are chosen. */
export class TableList<Row extends { readonly id: string; readonly number?: number }> {
  entries: readonly ListEntry<Row>[] = [];
  /** One key per entry: a row's id, or a name of a group. */
  keys: readonly string[] = [];
  selection: Selection = nothingChosen;
  private readonly view: ListView<Row>;
  private madeFor = '';
  private hitsFor: ReadonlySet<string> | undefined;

  constructor(rules: ListRules<Row>) {
    this.view = new ListView(rules);
  }

  /** Makes the lines anew if the rows, or what the person chose, are others. `hits`: see `ListChoice`. */
  update(table: FeedTable<Row>, state: ListState, hits: ReadonlySet<string> | undefined): void {
    const { search, sort, group, closed, shown } = state;
    const made = JSON.stringify([table.version, search, sort, group, closed]);
    if (made !== this.madeFor || hits !== this.hitsFor) {
      this.madeFor = made;
      this.hitsFor = hits;
      const choice: ListChoice = {
        ...{ search, sort, group, closed: new Set(closed) },
        ...(hits === undefined ? {} : { hits }),
      };
      const rows = this.view.rows(table.rows.values(), table.version, choice);
      this.entries = this.view.entries(rows, choice);
      const before = this.keys;
      this.keys = this.entries.map((entry) =>
        entry.kind === 'group' ? groupKey + entry.title : entry.row.id,
      );
      this.selection = keepPresent(this.selection, this.keys, before);
    }
    if (shown !== undefined && shown !== '' && this.selection.active === undefined) {
      this.selection = { active: shown, anchor: shown, chosen: new Set([shown]) };
    }
  }

  /** Prepares the first search while there is time; true when it is prepared. */
  prepare(table: FeedTable<Row>, goOn: () => boolean): boolean {
    return this.view.prepare(table.rows.values(), goOn);
  }

  /** The chosen rows, in the list's order. */
  get chosenRows(): readonly Row[] {
    const { chosen } = this.selection;
    return chosen.size === 0
      ? []
      : this.entries.flatMap((entry) =>
          entry.kind === 'row' && chosen.has(entry.row.id) ? [entry.row] : [],
        );
  }

  /** What a key acts on: the chosen rows, else the one that the keyboard is at. */
  get actedRows(): readonly Row[] {
    const rows = this.chosenRows;
    const entry = rows.length > 0 ? undefined : this.entries[this.activeIndex];
    return entry?.kind === 'row' ? [entry.row] : rows;
  }

  /** Index of the line the keyboard is at; -1 = none. */
  get activeIndex(): number {
    const { active } = this.selection;
    return active === undefined ? -1 : this.keys.indexOf(active);
  }

  /** Goes to a line; answers the id of its row, undefined for a group. */
  go(index: number, held: HeldKeys): string | undefined {
    const key = this.keys[index];
    if (key === undefined) {
      return undefined;
    }
    const isRow = (one: string): boolean => !one.startsWith(groupKey);
    this.selection = goTo(this.selection, key, { keys: this.keys, isRow }, held);
    return isRow(key) ? key : undefined;
  }

  /** Chooses a row besides the others, or no longer. */
  toggle(index: number): void {
    const key = this.keys[index];
    if (key !== undefined && this.entries[index]?.kind === 'row') {
      this.selection = toggle(this.selection, key);
    }
  }

  /** Chooses every row that is shown. */
  chooseAll(): void {
    const rows = this.keys.filter((key) => !key.startsWith(groupKey));
    this.selection = { ...this.selection, chosen: new Set(rows) };
  }
}
