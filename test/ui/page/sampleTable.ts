import type { ChangesAsked, ChangesGiven } from '../../../src/protocol/chips.ts';
import { RpcError } from '../../../src/protocol/rpc.ts';

interface Change<Row> {
  readonly number: number;
  readonly row: Row;
}

/** A table with its changes, the newest last. */
export class SampleTable<Row extends { readonly id: string }> {
  readonly changes: Change<Row>[] = [];
  readonly gone: Change<Row>[] = [];
  head = 0;

  put(row: Row): void {
    this.remove(row.id);
    this.head++;
    this.changes.push({ number: this.head, row });
  }

  remove(id: string): void {
    const index = this.changes.findIndex(({ row }) => row.id === id);
    if (index >= 0) {
      const [change] = this.changes.splice(index, 1);
      this.head++;
      this.gone.push({ number: this.head, row: (change as Change<Row>).row });
    }
  }

  get(id: string): Row {
    const found = this.changes.find(({ row }) => row.id === id);
    if (found === undefined) {
      throw new RpcError({ code: 'not-found', message: `There is no chip ${id} any more.` });
    }
    return found.row;
  }

  /** As filled at first, without looking for equal rows. */
  fill(rows: readonly Row[]): void {
    for (const row of rows) {
      this.head++;
      this.changes.push({ number: this.head, row });
    }
  }

  part({ after, before = Infinity, limit }: ChangesAsked): ChangesGiven & {
    readonly rows: readonly Row[];
    readonly gone: readonly string[];
  } {
    const { head } = this;
    if (after !== undefined) {
      const newer = this.changes.filter(({ number }) => number > after).slice(0, limit);
      const gone = this.gone.filter(({ number }) => number > after).map(({ row }) => row.id);
      return {
        rows: newer.map(({ row }) => row),
        gone,
        from: after,
        to: head,
        head,
        more: false,
        reset: false,
      };
    }
    const end = this.changes.findLastIndex(({ number }) => number < before) + 1;
    const older = this.changes.slice(Math.max(0, end - limit), end).reverse();
    return {
      rows: older.map(({ row }) => row),
      gone: [],
      from: older.at(-1)?.number ?? 0,
      to: older[0]?.number ?? 0,
      head,
      more: end - limit > 0,
      reset: false,
    };
  }
}
