import assert from 'node:assert/strict';
import { indicesOf } from '../../../../src/ports/runs.ts';
import { StoreError } from '../../../../src/ports/store.ts';
import { panelBenchEach } from '../panelBench.ts';
import { main, OwnBench } from './ownBench.ts';

const all = { from: 0, limit: 500 };

describe('the requests about sessions of our own', () => {
  const on = panelBenchEach();
  let own: OwnBench;
  /** What happened was read, and told. */
  const told = async (): Promise<void> => {
    await on().pass(0);
    await on().pass(125);
  };
  beforeEach(async () => {
    own = await OwnBench.begin(on());
  });

  it('gives the rows of what is in view, with lengths, texts and what the runtime knows', async () => {
    const { page } = on();
    const at = main(await own.open());

    const overview = await page.ask('session/overview', at);
    const blocks = await page.ask('session/blocks', { at, range: all });
    const window = await page.ask('session/window', { at, call: 0 });
    const rows = await page.ask('session/own', at);

    assert.deepEqual(
      [overview.format, overview.title, overview.folder, overview.blocks],
      ['chipboard', 'Why does it fail?', on().folder, 6],
    );
    assert.deepEqual(
      [...indicesOf(window)].map((index) => blocks[index]?.native),
      own.context.visible,
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      own.context.session.state.order,
    );
    assert.equal(blocks[3]?.length, 'the first text '.repeat(60).length);
    const query = { block: 3, from: 4, limit: 10 };
    const part = await page.ask('session/text', { at, query });
    assert.deepEqual(part, { text: 'first text', from: 4, length: blocks[3].length });
    assert.deepEqual(await page.ask('session/search', { at, words: 'OTHER text' }), {
      ...{ blocks: [4], partial: false },
    });
  });

  it('has the limits of a session that is live, and none of one that is not', async () => {
    const { page } = on();
    const at = main(await own.open());
    const live = await page.ask('session/limits', at);
    own.leave();

    assert.deepEqual(live, {
      ...{ window: 1000, output: 200, soft: 560, act: 640, critical: 760 },
      known: 'own',
    });
    assert.deepEqual(await page.ask('session/limits', at), { known: 'no' });
  });

  it('lists a session with who works in it, and tells when that changes', async () => {
    const { page } = on();
    const list = (): Promise<readonly unknown[]> =>
      page
        .ask('sessions/list', { everywhere: false, limit: 10 })
        .then(({ rows }) => rows.map(({ key, live }) => [key, live]));
    const lists = page.lists;
    const before = await list();
    own.leave();

    assert.deepEqual(before, [['own:abcdefabcdef', true]]);
    assert.deepEqual(await list(), [['own:abcdefabcdef', false]]);
    assert.equal(page.lists, lists + 1);
  });

  it('tells of growth, also of what the store could not take', async () => {
    const { page, database } = on();
    const opened = await own.open();
    await own.context.assistant('Because.');
    await told();
    const write = database.write.bind(database);
    database.write = () => Promise.reject(new StoreError('locked', 'locked'));
    await own.context.user('Thanks.');
    await told();
    database.write = write;

    assert.equal(own.context.session.waiting, 1);
    assert.deepEqual(
      page.sessions.map(({ sessions }) => sessions[0]?.blocks),
      [7, 8],
    );
    const blocks = await page.ask('session/blocks', { at: main(opened), range: all });
    assert.deepEqual([blocks[7]?.kind, blocks[7]?.length], ['user_message', 7]);
    await own.context.session.retryStore();
    await own.context.assistant('Gladly.');
    await told();
    const last = page.sessions.at(-1);
    assert.deepEqual([last?.sessions[0]?.blocks, last?.generation], [9, opened.generation]);
  });

  it('says what an act would come to without a trace, and then does just that as the user', async () => {
    const state = await own.open();
    const ids = ['tool_004'];
    const before = await own.traces();
    const dry = await own.act(state, { act: 'offload', ids }, true);
    assert.equal(await own.traces(), before);
    const done = await own.act(state, { act: 'offload', ids }, false);

    assert.ok(dry.accepted && done.accepted);
    assert.deepEqual(done, { ...dry, patch: 'patch_001' });
    assert.ok(dry.freed > 50 && dry.invalidated > dry.freed && (dry.breakEven ?? 0) > 1);
    assert.deepEqual(dry.targets, ids);
    assert.equal(own.context.session.state.patch('patch_001')?.actor, 'user');
    await told();
    const { page } = on();
    const [patch] = await page.ask('session/patches', { at: main(state), range: all });
    assert.deepEqual(
      [patch?.id, patch?.provenance, patch?.actor],
      ['patch_001', 'recorded', 'user'],
    );
    assert.equal((patch?.before ?? 0) - (patch?.after ?? 0), dry.freed);
  });

  it('refuses with the words of the rules, and a dry run of that leaves no trace either', async () => {
    const state = await own.open();
    const act = { act: 'hide', ids: ['system_001'] } as const;
    const before = await own.traces();
    const dry = await own.act(state, act, true);
    assert.equal(await own.traces(), before);
    const done = await own.act(state, act, false);

    assert.deepEqual(done, dry);
    assert.ok(!dry.accepted);
    const [refusal] = dry.refusals;
    assert.deepEqual([refusal?.rule, refusal?.ids], ['protected_kind', ['system_001']]);
    assert.match(refusal?.words ?? '', /^system_001 is a system_prompt/);
  });

  it('takes a patch back and does it again', async () => {
    const state = await own.open();
    const shown = own.context.shown();
    await own.act(state, { act: 'archive', ids: ['assistant_003', 'tool_004', 'tool_005'] }, false);
    const archived = own.context.visible;
    const undone = await own.act(state, { act: 'undo', patch: 'patch_001' }, false);
    const back = own.context.shown();
    const again = await own.act(state, { act: 'redo', patch: 'patch_001' }, false);
    const never = await own.act(state, { act: 'redo', patch: 'patch_001' }, true);

    assert.ok(undone.accepted && undone.freed < 0 && again.accepted);
    assert.equal(back, shown);
    assert.deepEqual(own.context.visible, archived);
    assert.ok(!never.accepted);
    assert.match(never.refusals[0]?.words ?? '', /was not taken back/);
  });

  it('pins, and puts a summary of the person in the place of blocks', async () => {
    const state = await own.open();
    const ids = ['assistant_003', 'tool_004', 'tool_005'];
    const dry = await own.act(state, { act: 'pin', ids: ['tool_004'] }, true);
    assert.equal(own.context.block('tool_004').pinned, false);
    await own.act(state, { act: 'pin', ids: ['tool_004'] }, false);
    const pinned = await own.act(state, { act: 'compact', ids, summary: 'Two texts.' }, true);
    await own.act(state, { act: 'unpin', ids: ['tool_004'] }, false);
    const done = await own.act(state, { act: 'compact', ids, summary: 'Two texts.' }, false);
    const asked = await own.act(state, { act: 'compact', ids, instructions: 'Be short.' }, true);

    assert.deepEqual(dry.accepted && dry.targets, ['tool_004']);
    assert.equal(!pinned.accepted && pinned.refusals[0]?.rule, 'protected_pin');
    assert.ok(done.accepted);
    const [summary = ''] = done.created;
    assert.match(own.context.textOf(summary) ?? '', /Two texts\.$/);
    assert.equal(!asked.accepted && asked.refusals[0]?.rule, 'no_model');
  });

  it('changes nothing where nobody works in the session', async () => {
    const state = await own.open();
    own.leave();

    const words = await on().page.refused('not-live', 'session/act', {
      ...{ at: main(state), act: { act: 'archive', ids: ['tool_004'] } },
      dry: true,
    });
    assert.match(words, /Nobody works in this session in this window/);
  });

  it('follows a session that is worked in again, and refuses one that is not kept', async () => {
    own.leave();
    const opened = await own.open();
    own.enter();
    await own.context.assistant('Because.');
    await told();

    const last = on().page.sessions.at(-1);
    assert.deepEqual([opened.sessions[0]?.blocks, last?.sessions[0]?.blocks], [6, 7]);
    await on().page.refused('not-found', 'session/open', { key: 'own:000000000000' });
  });

  it('refuses to open a file for a block that is in no file', async () => {
    const at = main(await own.open());

    await on().page.refused('no-file', 'session/place', { at, block: 0, what: 'transcript' });
    await on().page.ask('session/place', { at, block: 1, what: 'text' });

    assert.deepEqual(on().actions.asked.at(-1), [
      ...['openText', 'block:', 'user_002.txt', 'Why does it fail?'],
    ]);
  });
});
