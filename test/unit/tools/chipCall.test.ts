import assert from 'node:assert/strict';
import { chipOf, workbenchEach } from '../../fakes/workbench.ts';

const text = 'a line that took long to write\nand another one\n';

describe('a failed call that is made again', () => {
  const on = workbenchEach();

  it('takes its kept arguments, changed where the caller says so', async () => {
    on().put('a.txt', 'one\ntwo\nthree\n');
    const failed = await on().bad('range-out-of-bounds', 'be-replace', {
      file: 'a.txt:7-8',
      content: text,
    });
    const from = `chip://${chipOf(failed)}`;

    const answer = await on().good('be-insert-chip', {
      from,
      as: 'call',
      with: { file: 'a.txt:2' },
    });

    assert.equal(on().bytes('a.txt').toString(), `one\n${text}three\n`);
    assert.equal(answer.structured['tool'], 'be-replace');
    assert.notEqual((await on().store.chip(chipOf(failed)))?.replayed, undefined);
  });

  it('can be looked at first, and taken back after', async () => {
    on().put('a.txt', 'one\n');
    const failed = await on().bad('outside-workspace', 'be-write', { file: '../x', content: text });
    const call = { from: `chip://${chipOf(failed)}`, as: 'call', with: { file: 'a.txt' } };

    await on().good('be-insert-chip', { ...call, preview: true });
    const before = on().bytes('a.txt').toString();
    await on().good('be-insert-chip', call);
    const after = on().bytes('a.txt').toString();
    await on().good('be-trx', { action: 'rollback' });

    assert.deepEqual([before, after], ['one\n', text]);
    assert.equal(on().bytes('a.txt').toString(), 'one\n');
  });

  it('fails as the call itself would, and keeps nothing twice', async () => {
    on().put('a.txt', 'one\n');
    const failed = await on().bad('outside-workspace', 'be-write', { file: '../x', content: text });

    await on().bad('outside-workspace', 'be-insert-chip', {
      from: `chip://${chipOf(failed)}`,
      as: 'call',
    });

    assert.equal(on().bytes('a.txt').toString(), 'one\n');
  });

  it('is refused for deleted text, which was no call', async () => {
    on().put('a.txt', 'one\ntwo\n');
    const deleted = await on().good('be-delete', { file: 'a.txt:1' });

    const answer = await on().bad('bad-arguments', 'be-insert-chip', {
      from: deleted.structured['chip'],
      as: 'call',
    });

    assert.match(String(answer.structured['advice']), /"to"/);
  });
});
