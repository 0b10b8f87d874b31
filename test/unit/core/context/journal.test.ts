import assert from 'node:assert/strict';
import { openSession } from '../../../../src/core/context/openSession.ts';
import { StoreError } from '../../../../src/ports/store.ts';
import { SessionConflict } from '../../../../src/core/context/journalWriter.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';
import { compact, offload } from '../../../fakes/contextOperations.ts';

const output = { description: 'what was read', content: 'a summary' };

/** Makes an event unreadable: the one that has this block or patch in it. */
function damage(bench: ContextBench, type: string, id: string, data = '{'): void {
  const journal = bench.store.journals.get('s1') ?? [];
  const index = journal.findIndex(
    (event) => event.type === type && event.data.includes(`"id":"${id}"`),
  );
  const event = journal[index];
  assert.ok(event !== undefined);
  journal[index] = { ...event, data };
}

async function opened(bench: ContextBench): Promise<number> {
  const found = await openSession('s1', bench.parts);
  assert.ok(found !== undefined);
  bench.session = found.session;
  return found.unreadable;
}

describe('a journal with a damaged event', () => {
  let bench: ContextBench;

  beforeEach(async () => {
    bench = await ContextBench.begin();
    await bench.user('one');
    await bench.assistant('two');
    await bench.user('three');
  });

  it('opens without what it said, and counts it', async () => {
    damage(bench, 'ingest', 'assistant_002');

    assert.equal(await opened(bench), 1);
    assert.deepEqual(bench.visible, ['user_001', 'user_003']);
  });

  it('gives no id again: neither one that is there nor one that was lost', async () => {
    damage(bench, 'ingest', 'assistant_002');
    await opened(bench);

    assert.equal(await bench.user('four'), 'user_004');
    const { created } = await bench.done(compact(['user_001'], { output }));
    assert.deepEqual(created, ['summary_005']);
    damage(bench, 'ingest', 'user_004');
    await opened(bench);
    const names = [await bench.user('five'), await bench.user('six')];

    assert.equal(new Set([...names, 'user_004', ...created]).size, 4);
    assert.equal(bench.shown(await bench.reopened()), bench.shown());
  });

  it('gives no number of a patch again', async () => {
    const first = await bench.done(offload(['assistant_002']));
    damage(bench, 'patch', first.patch.id);
    await opened(bench);

    const second = await bench.done(offload(['assistant_002']));

    assert.notEqual(second.patch.id, first.patch.id);
    assert.equal(bench.session.state.patch(first.patch.id), undefined);
  });

  it('counts what is of its type by name only', async () => {
    const wrong = {
      pin: '{"ids":5,"pinned":true,"actor":"user"}',
      call: '{"call":null}',
      count: '{"counts":{"user_001":7}}',
      refused: '{"rejections":[],"operations":3}',
      patch: '{"patch":{"id":"p","changes":[],"insertions":[],"undoes":[]}}',
      unknown: '{}',
    };
    const journal = bench.store.journals.get('s1') ?? [];
    const before = bench.shown();
    for (const [type, data] of Object.entries(wrong)) {
      journal.push({ at: 1, type, data });
    }

    assert.equal(await opened(bench), Object.keys(wrong).length);
    assert.equal(bench.shown(), before);
  });
});

describe('a journal that cannot be written', () => {
  it('goes on in memory, says it once, and writes all of it later', async () => {
    const bench = await ContextBench.begin();
    await bench.user('one');
    bench.store.fault = new StoreError('full', 'full');

    const chain = await bench.chain('two', 'three');
    await bench.done(offload(chain.slice(1, 2)));

    assert.equal(await bench.session.text('tool_003@v1'), 'two');
    assert.equal(bench.errors.length, 1);
    assert.ok(bench.session.waiting > 4);
    bench.store.fault = undefined;
    await bench.user('four');
    assert.equal(bench.session.waiting, 0);
    assert.equal(bench.shown(await bench.reopened()), bench.shown());
  });

  it('is left alone for a while when it is locked, since each try waits, and is tried again when asked', async () => {
    const bench = await ContextBench.begin();
    const { tries } = bench.store;
    bench.store.fault = new StoreError('locked', 'locked');

    await bench.user('one');
    await bench.user('two');
    const soon = bench.store.tries - tries;
    bench.now += 15_000;
    await bench.user('three');
    const later = bench.store.tries - tries;
    bench.store.fault = undefined;
    await bench.session.retryStore();

    assert.deepEqual([soon, later, bench.session.waiting], [1, 2, 0]);
    assert.equal(bench.shown(await bench.reopened()), bench.shown());
  });

  it('throws where another program wrote to it', async () => {
    const bench = await ContextBench.begin();
    const other = await bench.reopened();
    await other.ingest([{ kind: 'user_message', text: 'from elsewhere' }]);

    await assert.rejects(bench.user('from here'), SessionConflict);
    assert.deepEqual(bench.visible, []);
  });
});
