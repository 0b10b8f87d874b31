import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Store } from '../../src/ports/store.ts';
import { bytesOf, chipPut, eventsPut, sessionPut, snapshotPut, textOf } from './storeSamples.ts';

/** How the texts of sessions are kept and erased. */
export function storeArtifactsContract(storeOf: () => Store): void {
  let store: Store;
  beforeEach(() => {
    store = storeOf();
  });

  describe('texts of sessions', () => texts(() => store));
  describe('texts of sessions that are erased', () => erasing(() => store));
}

/** The texts of a session, by name. */
async function textsOf(
  store: Store,
  session: string,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const found = await store.artifacts(session, names);
  return Object.fromEntries(
    [...found].map(([name, content]) => [name, new TextDecoder().decode(content)]),
  );
}

function texts(store: () => Store): void {
  it('come back by name, each from its own session', async () => {
    await store().write([
      sessionPut('s1'),
      sessionPut('s2'),
      eventsPut('s1', 0, [{ text: 'one', name: 'x' }, { text: '' }, { text: 'two', name: 'y' }]),
      eventsPut('s2', 0, [{ text: 'other', name: 'x' }]),
    ]);

    assert.deepEqual(await textsOf(store(), 's1', ['y', 'none', 'x']), { x: 'one', y: 'two' });
    assert.deepEqual(await textsOf(store(), 's2', ['x', 'y']), { x: 'other' });
    assert.deepEqual(await textsOf(store(), 'none', ['x']), {});
  });

  it('are stored once with chips and other sessions, as long as one of them is there', async () => {
    await store().write([
      chipPut('a', { text: 'same' }),
      sessionPut('s1'),
      sessionPut('s2'),
      eventsPut('s1', 0, [
        { text: 'same', name: 'x' },
        { text: 'same', name: 'y' },
      ]),
      eventsPut('s2', 0, [{ text: 'same', name: 'x' }]),
    ]);
    const key = (await store().chip('a'))?.payload ?? '';

    await store().write([{ op: 'deleteChip', id: 'a' }]);
    await store().write([{ op: 'deleteSession', id: 's1' }]);
    const held = await store().payload(key);
    await store().write([{ op: 'deleteSession', id: 's2' }]);

    assert.deepEqual(held, bytesOf('same'));
    assert.equal(await store().payload(key), undefined);
  });

  it('are the UTF-8 of a content that is given as a text', async () => {
    const content = '\ufeff日本語 \u{1f600} \r\n';
    const artifact = { name: 'x', content };

    await store().write([
      sessionPut('s1'),
      {
        op: 'appendEvents',
        session: 's1',
        after: 0,
        events: [
          { at: 1, type: 'ingest', data: '{}', artifact },
          { at: 1, type: 'ingest', data: '{}', artifact: { name: 'y', content: bytesOf(content) } },
        ],
      },
    ]);

    const found = await store().artifacts('s1', ['x', 'y']);
    assert.deepEqual(found.get('x'), bytesOf(content));
    assert.deepEqual(found.get('y'), bytesOf(content));
  });

  it('do not change with what the caller does to a content afterwards', async () => {
    const content = bytesOf('before');
    const event = { at: 1, type: 'ingest', data: '{}', artifact: { name: 'x', content } };

    const write = store().write([
      sessionPut('s1'),
      { op: 'appendEvents', session: 's1', after: 0, events: [event] },
    ]);
    content.fill(0);
    await write;

    assert.deepEqual(await textsOf(store(), 's1', ['x']), { x: 'before' });
  });
}

function erasing(store: () => Store): void {
  it('are gone while their events stay', async () => {
    await store().write([
      chipPut('a', { text: 'one' }),
      sessionPut('s1'),
      eventsPut('s1', 0, [
        { text: 'one', name: 'x' },
        { text: 'two', name: 'y' },
      ]),
    ]);
    const key = (await store().chip('a'))?.payload ?? '';
    const before = await store().sessionEvents('s1', 0, 10);

    await store().write([{ op: 'eraseArtifacts', session: 's1', names: ['x', 'none'] }]);
    const ofChip = await textOf(store(), 'a');
    await store().write([{ op: 'deleteChip', id: 'a' }]);

    assert.equal(ofChip, 'one');
    assert.equal(await store().payload(key), undefined);
    assert.deepEqual(await textsOf(store(), 's1', ['x', 'y']), { y: 'two' });
    assert.deepEqual(await store().sessionEvents('s1', 0, 10), before);
  });

  it('stay in the other sessions and in what else has them', async () => {
    await store().write([
      snapshotPut('e1', { text: 'one' }),
      sessionPut('s1'),
      sessionPut('s2'),
      eventsPut('s1', 0, [{ text: 'one', name: 'x' }]),
      eventsPut('s2', 0, [{ text: 'one', name: 'x' }]),
    ]);
    const erase = { op: 'eraseArtifacts', session: 's1', names: ['x', 'x'] } as const;

    await store().write([erase, erase]);

    assert.deepEqual(await textsOf(store(), 's1', ['x']), {});
    assert.deepEqual(await textsOf(store(), 's2', ['x']), { x: 'one' });
    const change = (await store().snapshots({}))[0]?.change ?? '';
    assert.deepEqual(await store().payload(change), bytesOf('one'));
  });

  it('leave nothing behind with a session that has erased texts', async () => {
    await store().write([
      chipPut('a', { text: 'one' }),
      sessionPut('s1'),
      eventsPut('s1', 0, [{ text: 'one', name: 'x' }]),
    ]);

    await store().write([{ op: 'eraseArtifacts', session: 's1', names: ['x'] }]);
    await store().write([{ op: 'deleteSession', id: 's1' }]);

    assert.equal(await textOf(store(), 'a'), 'one');
  });

  it('leave, with everything else, when the store is erased', async () => {
    await store().write([sessionPut('s1'), eventsPut('s1', 0, [{ text: 'one', name: 'x' }])]);

    await store().erase();

    assert.deepEqual(await store().sessions({ limit: 10 }), []);
    assert.deepEqual(await store().sessionEvents('s1', 0, 10), []);
    assert.deepEqual(await textsOf(store(), 's1', ['x']), {});
  });
}
