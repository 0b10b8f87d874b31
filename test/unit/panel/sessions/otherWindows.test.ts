import assert from 'node:assert/strict';
import { createSession, openSession } from '../../../../src/core/context/openSession.ts';
import { openStore } from '../../node/sqliteSetup.ts';
import { panelBenchEach } from '../panelBench.ts';
import { main, OwnBench } from './ownBench.ts';

describe('what another window writes about sessions of our own', () => {
  const on = panelBenchEach();
  let own: OwnBench;
  beforeEach(async () => {
    own = await OwnBench.begin(on());
  });

  it('is followed in a session that is open', async () => {
    own.leave();
    const { page, store, root } = on();
    const other = openStore(root);
    const there = await openSession('abcdefabcdef', { ...own.context.parts, store: other });
    assert.ok(there !== undefined);
    const { session: elsewhere } = there;
    const opened = await own.open();
    const look = async (): Promise<void> => {
      await on().pass(250);
      await on().pass(125);
    };
    await look();
    await store.write([{ op: 'expireChips', now: 0 }]);
    await look();
    const quiet = page.sessions.length;
    await elsewhere.ingest([{ kind: 'assistant_message', text: 'From there.' }]);
    await look();

    assert.equal(quiet, 0);
    assert.deepEqual(
      page.sessions.map(({ transcript, sessions }) => [transcript, sessions[0]?.blocks]),
      [[opened.transcript, 7]],
    );
    const query = { block: 6, from: 0, limit: 100 };
    const at = main(page.sessions[0] ?? opened);
    assert.equal((await page.ask('session/text', { at, query })).text, 'From there.');
    await page.ask('session/close', { transcript: opened.transcript });
    await elsewhere.ingest([{ kind: 'user_message', text: 'More.' }]);
    await look();
    assert.deepEqual([page.sessions.length, on().timer.isIdle], [1, true]);
    await other.close();
  });

  it('is told to a page with a list when it is a new session, once, and not when that grows', async () => {
    const { page, root, folder, clock, timer } = on();
    const other = openStore(root);
    const list = (): Promise<readonly string[]> =>
      page
        .ask('sessions/list', { everywhere: false, limit: 10 })
        .then(({ rows }) => rows.map(({ title }) => title));
    const look = (): Promise<void> => on().pass(250);
    await page.ask('page/ready', {});
    const before = await list();
    const { lists } = page;
    await look();
    const quiet = page.lists - lists;
    const session = { id: 'aaaaaaaaaaaa', source: 'chipboard', workspace: folder };
    const elsewhere = await createSession(
      { ...session, title: 'From there', created: clock.now() },
      { ...own.context.parts, store: other },
    );
    await look();
    const begun = page.lists - lists;
    await elsewhere.ingest([{ kind: 'user_message', text: 'More.' }]);
    await look();

    assert.deepEqual(before, ['Why does it fail?']);
    assert.deepEqual([quiet, begun, page.lists - lists], [0, 1, 1]);
    assert.deepEqual((await list()).toSorted(), ['From there', 'Why does it fail?']);
    page.connection.setVisible(false);
    assert.equal(timer.isIdle, true);
    await other.write([{ op: 'deleteSession', id: 'aaaaaaaaaaaa' }]);
    page.connection.setVisible(true);
    await look();
    assert.equal(page.lists - lists, 2);
    await other.close();
  });
});
