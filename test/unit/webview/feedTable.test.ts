import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChangesAsked } from '../../../src/protocol/chips.ts';
import type { FeedPart } from '../../../webview/data/feedTable.ts';
import { FeedTable } from '../../../webview/data/feedTable.ts';

interface Row {
  readonly id: string;
  readonly value: number;
}

/** A table at the host's end: every row at its latest change, removals remembered. */
class Source {
  head = 0;
  asked: ChangesAsked[] = [];
  failing = false;
  private readonly rows = new Map<string, { readonly change: number; readonly row: Row }>();
  private readonly gone = new Map<string, number>();
  private forgotten = 0;

  put(id: string, value: number): void {
    this.head++;
    this.gone.delete(id);
    this.rows.set(id, { change: this.head, row: { id, value } });
  }

  remove(id: string): void {
    if (this.rows.delete(id)) {
      this.head++;
      this.gone.set(id, this.head);
    }
  }

  /** Removals are not remembered any more, so whoever is behind has to begin anew. */
  forget(): void {
    this.gone.clear();
    this.forgotten = this.head;
  }

  values(): Record<string, number> {
    return Object.fromEntries([...this.rows].map(([id, { row }]) => [id, row.value]));
  }

  readonly ask = (asked: ChangesAsked): Promise<FeedPart<Row>> => {
    this.asked.push(asked);
    if (this.failing) {
      return Promise.reject(new Error('The store is locked.'));
    }
    const { after, before = Infinity, limit } = asked;
    if (after !== undefined && (after < this.forgotten || after > this.head)) {
      return Promise.resolve({
        ...{ rows: [], from: 0, to: after, head: this.head },
        more: false,
        reset: true,
      });
    }
    const changes = [
      ...[...this.rows].map(([id, { change, row }]) => ({
        id,
        change,
        row,
      })),
      ...(after === undefined
        ? []
        : [...this.gone].map(([id, change]) => ({ id, change, row: undefined }))),
    ]
      .filter(({ change }) => (after === undefined ? change < before : change > after))
      .sort((a, b) => (after === undefined ? b.change - a.change : a.change - b.change));
    const part = changes.slice(0, limit);
    const numbers = part.map(({ change }) => change);
    return Promise.resolve({
      rows: part.flatMap(({ row }) => (row === undefined ? [] : [row])),
      gone: part.flatMap(({ id, row }) => (row === undefined ? [id] : [])),
      from: numbers.length === 0 ? 0 : Math.min(...numbers),
      to: numbers.length === 0 ? (after ?? 0) : Math.max(...numbers),
      head: this.head,
      more: changes.length > limit,
      reset: false,
    });
  };
}

function valuesOf(table: FeedTable<Row>): Record<string, number> {
  return Object.fromEntries([...table.rows].map(([id, row]) => [id, row.value]));
}

describe('a table that follows the host', () => {
  it('has the newest rows after the first part, and all of them in the end', async () => {
    const source = new Source();
    for (let index = 0; index < 5000; index++) {
      source.put(`r${index}`, index);
    }
    const sizes: number[] = [];
    const table: FeedTable<Row> = new FeedTable(source.ask, () => sizes.push(table.rows.size));

    await table.follow(source.head);

    assert.equal(sizes[0], 200);
    assert.equal(table.rows.size, 5000);
    assert.equal(table.complete, true);
    assert.deepEqual(source.asked[0], { limit: 200 });
  });

  it('asks for nothing when nothing changed', async () => {
    const source = new Source();
    source.put('a', 1);
    const table = new FeedTable<Row>(source.ask, () => undefined);
    await table.follow(source.head);
    const before = source.asked.length;

    await table.follow(source.head);

    assert.equal(source.asked.length, before);
  });

  it('says why a part could not be read, and tries again with the next change', async () => {
    const source = new Source();
    source.failing = true;
    const table = new FeedTable<Row>(source.ask, () => undefined);
    await table.follow(1);
    const problem = table.problem;
    source.failing = false;
    source.put('a', 1);

    await table.follow(source.head);

    assert.equal(problem, 'The store is locked.');
    assert.equal(table.problem, undefined);
    assert.deepEqual(valuesOf(table), { a: 1 });
  });

  it('comes to what the host has, whatever is changed, removed or forgotten meanwhile', async () => {
    const step = fc.record({
      kind: fc.constantFrom('put', 'remove', 'follow', 'forget'),
      id: fc.integer({ min: 0, max: 400 }).map((number) => `r${number}`),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 500 }),
        fc.array(step, { maxLength: 60 }),
        async (start, steps) => {
          const source = new Source();
          for (let index = 0; index < start; index++) {
            source.put(`r${index}`, index);
          }
          const table = new FeedTable<Row>(source.ask, () => undefined);
          const running: Promise<void>[] = [];
          for (const [index, { kind, id }] of steps.entries()) {
            if (kind === 'put') {
              source.put(id, 1000 + index);
            } else if (kind === 'remove') {
              source.remove(id);
            } else if (kind === 'forget') {
              source.forget();
            } else {
              running.push(table.follow(source.head));
            }
          }
          await Promise.all(running);
          await table.follow(source.head);

          assert.deepEqual(valuesOf(table), source.values());
        },
      ),
    );
  });
});
