import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { SessionQuery } from '../../src/ports/sessions.ts';
import type { Store } from '../../src/ports/store.ts';
import { chipIds, chipPut, eventsPut, sessionPut, storeErrorOf } from './storeSamples.ts';

/** How sessions and their events are kept. */
export function storeSessionsContract(storeOf: () => Store): void {
  let store: Store;
  beforeEach(() => {
    store = storeOf();
  });

  describe('sessions', () => sessions(() => store));
  describe('events of sessions', () => events(() => store));
  describe('appends to sessions that do not fit', () => misfits(() => store));
}

/** The numbers of the events of a session. */
async function numbersOf(store: Store, session: string): Promise<readonly number[]> {
  return (await store.sessionEvents(session, 0, 1000)).map((event) => event.seq);
}

function sessions(store: () => Store): void {
  it('gives back a session with everything it was put with', async () => {
    const given = {
      id: '0123456789ab',
      source: 'Some agent',
      workspace: '',
      title: 'First words \u{1f600}',
      created: 1.5,
    };

    await store().write([sessionPut(given.id, given)]);

    assert.deepEqual(await store().session(given.id), { ...given, updated: 1.5, events: 0 });
    assert.equal(await store().session('none'), undefined);
  });

  it('leaves a session as it is when it is put again', async () => {
    await store().write([sessionPut('s1'), eventsPut('s1', 0, [{ text: 'a', at: 7 }])]);

    await store().write([sessionPut('s1', { title: 'other', source: 'other', created: 99 })]);

    const [row, ...others] = await store().sessions({ limit: 10 });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [row?.title, row?.source, row?.created, row?.updated, row?.events],
      ['title of s1', 'chipboard', 1, 7, 1],
    );
  });

  it('lists those that meet all conditions, newest update first', async () => {
    await store().write([
      sessionPut('s1', { created: 1 }),
      sessionPut('s2', { created: 2, workspace: '/v' }),
      sessionPut('s3', { created: 3, source: 'other' }),
      sessionPut('s4', { created: 4 }),
      eventsPut('s1', 0, [{ text: 'a', at: 9 }]),
      eventsPut('s2', 0, [{ text: 'a', at: 8 }]),
      eventsPut('s2', 1, [{ text: 'a', at: 3.5 }]),
    ]);

    const ids = async (query: SessionQuery) =>
      (await store().sessions(query)).map((session) => session.id);
    assert.deepEqual(await ids({ limit: 10 }), ['s1', 's4', 's2', 's3']);
    assert.deepEqual(await ids({ limit: 2 }), ['s1', 's4']);
    assert.deepEqual(await ids({ limit: 0 }), []);
    assert.deepEqual(await ids({ source: 'chipboard', workspace: '/w', limit: 1 }), ['s1']);
    assert.deepEqual(await ids({ workspace: '/v', limit: 10 }), ['s2']);
    assert.deepEqual(await ids({ source: 'none', limit: 10 }), []);
  });

  it('are deleted with their events, and no others', async () => {
    await store().write([
      ...['s1', 's2'].flatMap((id) => [sessionPut(id), eventsPut(id, 0, [{ text: id }])]),
    ]);

    await store().write([
      { op: 'deleteSession', id: 's1' },
      { op: 'deleteSession', id: 'none' },
    ]);

    assert.equal(await store().session('s1'), undefined);
    assert.deepEqual(await numbersOf(store(), 's1'), []);
    assert.deepEqual(await numbersOf(store(), 's2'), [1]);
    await store().write([sessionPut('s1')]);
    assert.equal((await store().session('s1'))?.events, 0);
  });

  it('stay as they are when files are renamed and chips deleted', async () => {
    await store().write([
      sessionPut('s1', { workspace: '/w/a' }),
      eventsPut('s1', 0, [{ text: 'same', name: 'x' }]),
      chipPut('a', { text: 'same', file: '/w/a' }),
    ]);

    await store().write([
      { op: 'renameFile', from: '/w/a', to: '/w/b' },
      { op: 'deleteChip', id: 'a' },
    ]);

    assert.equal((await store().session('s1'))?.workspace, '/w/a');
    assert.equal((await store().artifacts('s1', ['x'])).size, 1);
  });
}

function events(store: () => Store): void {
  it('come back in order, from any number on and so many at a time', async () => {
    const given = Array.from({ length: 40 }, (_, index) => ({
      text: `"${index}"\n\0\u{1f600}`.repeat(index % 3),
      at: index / 2,
    }));
    await store().write([
      sessionPut('s1'),
      eventsPut('s1', 0, given.slice(0, 3)),
      eventsPut('s1', 3, []),
      eventsPut('s1', 3, given.slice(3)),
    ]);
    const expected = given.map(({ text, at }, index) => ({
      seq: index + 1,
      at,
      type: 'ingest',
      data: JSON.stringify({ text }),
    }));

    assert.deepEqual(await store().sessionEvents('s1', 0, 1000), expected);
    for (let after = 0; after <= 40; after += 1) {
      const part = await store().sessionEvents('s1', after, 5);
      assert.deepEqual(part, expected.slice(after, after + 5));
    }
    assert.deepEqual(await store().sessionEvents('s1', 0, 0), []);
    assert.deepEqual(await store().sessionEvents('none', 0, 10), []);
  });

  it('are counted and date their session', async () => {
    await store().write([sessionPut('s1')]);

    await store().write([
      eventsPut('s1', 0, [
        { text: 'a', at: 5 },
        { text: 'b', at: 6 },
      ]),
    ]);
    await store().write([eventsPut('s1', 2, [{ text: 'c', at: 8 }])]);

    const row = await store().session('s1');
    assert.deepEqual([row?.created, row?.updated, row?.events], [1, 8, 3]);
  });
}

function misfits(store: () => Store): void {
  it('are a conflict when the last event has another number, and write nothing', async () => {
    await store().write([sessionPut('s1'), eventsPut('s1', 0, [{ text: 'a' }, { text: 'b' }])]);

    for (const after of [0, 1, 3]) {
      const write = store().write([chipPut('c'), eventsPut('s1', after, [{ text: 'late' }])]);

      await assert.rejects(write, storeErrorOf('conflict'));
    }
    assert.deepEqual(await numbersOf(store(), 's1'), [1, 2]);
    assert.deepEqual(await chipIds(store()), []);
  });

  it('let one of two writers through who read the same', async () => {
    await store().write([sessionPut('s1')]);

    const outcomes = await Promise.allSettled([
      store().write([eventsPut('s1', 0, [{ text: 'one' }])]),
      store().write([eventsPut('s1', 0, [{ text: 'two' }])]),
    ]);

    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      ['fulfilled', 'rejected'],
    );
    const [event] = await store().sessionEvents('s1', 0, 10);
    assert.equal(event?.data, '{"text":"one"}');
  });

  it('fail without the session', async () => {
    const write = store().write([eventsPut('none', 0, [{ text: 'a' }])]);

    await assert.rejects(write, storeErrorOf('failed'));
  });

  it('fail when a name of a text is there already, also that of an erased one', async () => {
    const twice = eventsPut('s1', 1, [{ text: 'b', name: 'x' }]);
    await store().write([sessionPut('s1'), eventsPut('s1', 0, [{ text: 'a', name: 'x' }])]);

    await assert.rejects(store().write([twice]), storeErrorOf('failed'));
    await store().write([{ op: 'eraseArtifacts', session: 's1', names: ['x'] }]);
    await assert.rejects(store().write([twice]), storeErrorOf('failed'));

    assert.deepEqual(await numbersOf(store(), 's1'), [1]);
  });
}
