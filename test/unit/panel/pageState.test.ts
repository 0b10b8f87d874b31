import assert from 'node:assert/strict';
import { StoreError } from '../../../src/ports/store.ts';
import { openStore } from '../node/sqliteSetup.ts';
import { PageBench, panelBenchEach } from './panelBench.ts';

const lines = 'one\ntwo\nthree\nfour\n';

describe('the state of the page', () => {
  const on = panelBenchEach();

  it('is given when the page is ready, and holds what there is', async () => {
    on().put('a.txt', lines);
    await on().deleted('a.txt:1');
    await on().store.counts();

    const state = await on().page.ask('page/ready', {});

    assert.deepEqual(
      { ...state, revision: 0, chips: { ...state.chips, head: 0 }, calls: 0 },
      {
        revision: 0,
        chips: { head: 0, total: 1, bytes: '{"_content":"one\\n"}'.length },
        calls: 0,
        running: [],
        folders: [{ name: 'ws', path: on().folder }],
        trusted: true,
        askBefore: 'never',
      },
    );
    assert.equal(state.calls.recorded, true);
    assert.ok(state.chips.head > 0);
  });

  it('has the prices that were set, as they were set', async () => {
    on().prices = { m: { input: 'wrong' } };

    const state = await on().page.ask('page/ready', {});

    assert.deepEqual(state.prices, { m: { input: 'wrong' } });
  });

  it('has when the person is asked before an agent’s change, and is pushed when that is set elsewhere', async () => {
    const first = await on().page.ask('page/ready', {});
    on().askBefore = 'large';
    on().settings.set({});
    await on().pass(50);

    assert.equal(first.askBefore, 'never');
    assert.deepEqual(
      on().page.states.map(({ askBefore }) => askBefore),
      ['large'],
    );
  });

  it('is pushed once for many changes, each time with a greater revision', async () => {
    on().put('a.txt', lines);
    const first = await on().page.ask('page/ready', {});
    await on().pass(0);

    await on().deleted('a.txt:1');
    await on().deleted('a.txt:1');
    const before = on().page.states.length;
    await on().pass(50);
    const [second] = on().page.states;
    await on().deleted('a.txt:1');
    await on().pass(50);

    assert.equal(before, 0);
    assert.equal(second?.chips.total, 2);
    assert.deepEqual(
      on().page.states.map(({ chips }) => chips.total),
      [2, 3],
    );
    const revisions = [first, ...on().page.states].map(({ revision }) => revision);
    assert.deepEqual(
      revisions,
      [...new Set(revisions)].sort((a, b) => a - b),
    );
  });

  it('tells of a call while it runs', async () => {
    const path = on().put('a.txt', lines);
    await on().page.ask('page/ready', {});
    const read = on().host.read.bind(on().host);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    on().host.read = async (file) => {
      await promise;
      return read(file);
    };

    const call = on().call('be-replace', { file: `${path}:1`, content: 'ONE' });
    await on().pass(50);
    const during = on().page.states.at(-1)?.running;
    resolve(undefined);
    await call;
    await on().pass(50);

    assert.deepEqual(
      during?.map(({ tool, client }) => [tool, client]),
      [['be-replace', 'test-client']],
    );
    assert.deepEqual(on().page.states.at(-1)?.running, []);
  });

  it('is not pushed to a hidden page, and at once when it can be seen again', async () => {
    on().put('a.txt', lines);
    await on().page.ask('page/ready', {});
    on().page.connection.setVisible(false);

    await on().deleted('a.txt:1');
    await on().pass(1000);
    const hidden = [...on().page.states];
    on().page.connection.setVisible(true);
    await on().pass(0);

    assert.deepEqual(hidden, []);
    assert.equal(on().page.states.at(-1)?.chips.total, 1);
  });

  it('follows what another window writes, and looks only while somebody sees it', async () => {
    await on().page.ask('page/ready', {});
    await on().pass(0);
    const other = openStore(on().root);
    const chip = {
      ids: ['abcdef'],
      kind: 'deleted',
      tool: 'be-delete',
      excerpt: 'x',
      workspace: '/elsewhere',
      created: 1,
      content: new TextEncoder().encode('{"_content":"x"}'),
      limit: 10,
    } as const;

    await other.write([{ op: 'putChip', chip }]);
    await other.close();
    await on().pass(400);
    await on().pass(50);

    assert.equal(on().page.states.at(-1)?.chips.total, 1);
    on().page.connection.setVisible(false);
    await on().pass(400);
    assert.equal(on().timer.isIdle, true);
  });

  it('says why nothing can be read, and that it can again', async () => {
    const { version } = on().database;
    on().database.version = () => Promise.reject(new StoreError('locked', 'Locked.'));
    on().database.counts = () => Promise.reject(new StoreError('locked', 'Locked.'));

    const state = await on().page.ask('page/ready', {});
    on().database.version = version;
    Reflect.deleteProperty(on().database, 'counts');
    await on().pass(400);
    await on().pass(50);

    assert.match(state.problem ?? '', /locked by another program/);
    assert.equal(on().page.states.at(-1)?.problem, undefined);
    assert.equal(on().page.states.length, 1);
  });

  it('is told to every page, and none after it is closed', async () => {
    on().put('a.txt', lines);
    const second = new PageBench(on().panel, true);
    await on().page.ask('page/ready', {});
    await second.ask('page/ready', {});

    await on().deleted('a.txt:1');
    await on().pass(50);
    second.connection.dispose();
    await on().deleted('a.txt:1');
    await on().pass(50);

    assert.deepEqual(
      [on().page, second].map(({ states }) => states.map(({ chips }) => chips.total)),
      [[1, 2], [1]],
    );
  });
});

describe('a page', () => {
  const on = panelBenchEach();

  it('is led to a chip as soon as it is there', async () => {
    const event = { page: 'chips', chip: 'abcdef', replay: true } as const;
    on().page.connection.show(event);
    const early = [...on().page.shows];

    await on().page.ask('page/ready', {});
    await on().pass(0);
    on().page.connection.show({ page: 'activity' });

    assert.deepEqual(early, []);
    assert.deepEqual(on().page.shows, [event, { page: 'activity' }]);
  });

  it('that was hidden is led on when it asks again, since it may have been loaded anew', async () => {
    await on().page.ask('page/ready', {});
    on().page.connection.setVisible(false);
    on().page.connection.show({ page: 'activity' });
    on().page.connection.setVisible(true);
    await on().pass(0);
    const before = on().page.shows.length;

    await on().page.ask('page/ready', {});
    await on().pass(0);

    assert.equal(before, 0);
    assert.deepEqual(on().page.shows, [{ page: 'activity' }]);
  });

  it('gets no answer that was meant for the one before it', async () => {
    await on().page.ask('page/ready', {});
    const slow = on().page.ask('data/erase', {});
    let settled = false;
    slow.then(
      () => (settled = true),
      () => (settled = true),
    );
    on().actions.confirm = () => new Promise((resolve) => setTimeout(() => resolve(false), 20));

    await on().page.ask('page/ready', {});
    await new Promise((resolve) => setTimeout(resolve, 40));

    assert.equal(settled, false);
  });

  it('gets an error for anything it must not ask, and nothing happens', async () => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ['chips/changes', { limit: 0 }],
      ['chips/changes', { limit: 5001 }],
      ['chips/changes', { limit: 10, after: -1 }],
      ['chips/act', { action: 'erase', ids: [] }],
      ['chips/act', { action: 'delete', ids: 'all' }],
      ['chip/read', { id: '' }],
      ['chip/read', { id: 'abcdef', more: 1 }],
      ['chip/copy', { id: 'abcdef', what: 'everything' }],
      ['replay/preview', { id: 'abcdef', as: 'call', with: [] }],
      ['replay/preview', { id: 'abcdef', as: 'content', file: '/a', line: 1.5 }],
      ['preview/unfold', { preview: 'a', file: 'b', before: 0, count: 1 }],
      ['file/open', { file: '/a', line: '1' }],
      ['data/erase', { sure: true }],
      ['data/erase', null],
    ];

    const codes = await Promise.all(
      wrong.map(([name, params]) =>
        on()
          .page.ask(name as never, params as never)
          .then(
            () => 'answered',
            (error: unknown) => (error as { readonly code: string }).code,
          ),
      ),
    );

    assert.deepEqual(new Set(codes), new Set(['bad-params']));
    assert.deepEqual(on().actions.asked, []);
  });
});
