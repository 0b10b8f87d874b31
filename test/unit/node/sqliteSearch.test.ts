import assert from 'node:assert/strict';
import { chipPut } from '../../contract/storeSamples.ts';
import { storesOfEachTest } from './sqliteSetup.ts';

describe('A search of many chips', () => {
  const { open } = storesOfEachTest();

  it('lets other calls have their turn while it reads the texts, and finds all', async () => {
    const store = open();
    const total = 2000;
    for (let from = 0; from < total; from += 500) {
      const writes = Array.from({ length: 500 }, (_, index) => {
        const id = (0x100000 + from + index).toString(16);
        const text = `text ${from + index} ${'x'.repeat(200)} marmalade`;
        return chipPut(id, { text, limit: total });
      });
      await store.write(writes);
    }
    const order: string[] = [];

    const search = store.searchChips('MARMALADE').then((ids) => {
      order.push('search');
      return ids;
    });
    for (let count = 0; count < 3; count++) {
      await store.counts();
      order.push('counts');
    }
    const ids = await search;

    assert.equal(ids.length, total);
    assert.deepEqual(order, ['counts', 'counts', 'counts', 'search']);
  });

  it('comes to an end, and finds texts that are too long to be kept in memory', async () => {
    const store = open();
    const long = 'y'.repeat(1024 * 1024);
    const writes = Array.from({ length: 3 }, (_, index) =>
      chipPut((0x200000 + index).toString(16), { text: `${long} quince ${index}`, limit: 5000 }),
    );
    await store.write(writes);

    const first = await store.searchChips('quince');
    const second = await store.searchChips('quince');

    assert.equal(first.length, 3);
    assert.deepEqual(second, first);
  });
});
