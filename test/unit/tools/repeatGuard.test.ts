import assert from 'node:assert/strict';
import { textField, warningsOf, workbenchEach } from '../../fakes/workbench.ts';

describe('a call that is sent again because its answer was lost', () => {
  const on = workbenchEach();
  const insert = { file: 'a.txt:1', content: 'x' };
  const from = (session: string, request: number): object => ({ caller: { session, request } });

  beforeEach(() => {
    on().put('a.txt', 'a\n');
  });

  it('is refused over another connection, with the event of the first', async () => {
    const first = await on().good('be-insert', insert, from('s1', 7));
    on().runtime.tools.answerLost?.('s1', 7);

    const again = { content: 'x', file: 'a.txt:1' };
    const answer = await on().bad('already-applied', 'be-insert', again, from('s2', 1));

    assert.ok(answer.text.includes(textField(first, 'event_id')));
    assert.equal(on().bytes('a.txt').toString(), 'a\nx\n');
  });

  it('edits once where the first was still running when its client left, whichever comes first', async () => {
    const first = on().call('be-insert', insert, from('s1', 7));
    on().runtime.tools.answerLost?.('s1', 7);
    const second = on().call('be-insert', insert, from('s2', 1));

    const answers = await Promise.all([first, second]);
    const refused = answers.filter(({ text }) => text.includes('already-applied'));
    assert.equal(refused.length, 1, answers.map(({ text }) => text).join('\n'));

    assert.equal(on().bytes('a.txt').toString(), 'a\nx\n');
  });

  it('is carried out with again, and after the first was taken back', async () => {
    await on().good('be-insert', insert, from('s1', 7));
    on().runtime.tools.answerLost?.('s1', 7);
    await on().good('be-insert', { ...insert, again: true }, from('s2', 1));
    assert.equal(on().bytes('a.txt').toString(), 'a\nx\nx\n');

    on().runtime.tools.answerLost?.('s2', 1);
    await on().good('be-trx', { action: 'rollback' });
    const third = await on().good('be-insert', insert, from('s3', 1));

    assert.equal(warningsOf(third), '');
    assert.equal(on().bytes('a.txt').toString(), 'a\nx\nx\n');
  });

  it('is carried out where the first changed nothing', async () => {
    await on().bad(
      'range-out-of-bounds',
      'be-insert',
      { ...insert, file: 'a.txt:9' },
      from('s1', 7),
    );
    on().runtime.tools.answerLost?.('s1', 7);

    await on().bad('range-out-of-bounds', 'be-insert', { ...insert, file: 'a.txt:9' });
  });

  it('takes back one edit and not two where it is be-trx', async () => {
    await on().good('be-insert', insert);
    await on().good('be-insert', { ...insert, content: 'y' });
    const rollback = { action: 'rollback' };
    await on().good('be-trx', rollback, from('s1', 7));
    on().runtime.tools.answerLost?.('s1', 7);

    await on().bad('already-applied', 'be-trx', rollback, from('s2', 1));

    assert.equal(on().bytes('a.txt').toString(), 'a\nx\n');
  });
});
