import assert from 'node:assert/strict';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { numbered, textField, warningsOf, workbenchEach } from '../../fakes/workbench.ts';

describe('be-trx', () => {
  const on = workbenchEach();
  const replace = async (line: number, content: string): Promise<string> => {
    on().clock.time += 1000;
    const answer = await on().good('be-replace', { file: `a.txt:${line}`, content });
    return textField(answer, 'event_id');
  };
  const text = (): string => on().bytes('a.txt').toString();
  const rollback = (over: object = {}): object => ({ action: 'rollback', ...over });

  it('lists events, oldest first, with what each did', async () => {
    on().put('a.txt', 'a\nb\n');
    const first = await replace(1, 'A');
    const second = await replace(2, 'B\nC');
    await on().good('be-trx', rollback());

    const { structured } = await on().good('be-trx', { action: 'status' });

    const events = structured['events'] as Record<string, unknown>[];
    assert.deepEqual([structured['pending'], structured['total']], [1, 3]);
    assert.deepEqual(
      events.map(({ event_id, tool, state }) => [event_id, tool, state]),
      [
        [first, 'be-replace', 'applied'],
        [second, 'be-replace', 'rolled-back'],
        [events[2]?.['event_id'], 'be-trx', 'applied'],
      ],
    );
    assert.deepEqual(events[1]?.['files'], [`${on().path('a.txt')} +2 -1`]);
    assert.equal(events[2]?.['of'], second);
  });

  it('takes the latest edit back, then the one before', async () => {
    on().put('a.txt', 'a\r\nb');
    await replace(1, 'A\nA2');
    await replace(3, 'B');

    await on().good('be-trx', rollback());
    assert.equal(text(), 'A\r\nA2\r\nb');
    await on().good('be-trx', rollback());
    assert.equal(text(), 'a\r\nb');
    await on().bad('event-not-found', 'be-trx', rollback());
  });

  it('takes several edits back at once', async () => {
    on().put('a.txt', numbered(4));
    await replace(1, 'one');
    await replace(1, 'eins\nzwei');
    await replace(4, '');

    const answer = await on().good('be-trx', rollback({ step: 3 }));

    assert.equal(text(), numbered(4));
    assert.equal((answer.structured['events'] as string[]).length, 3);
    await on().bad('event-not-found', 'be-trx', rollback({ step: 1 }));
  });

  it('takes one edit in the middle back and keeps later ones', async () => {
    on().put('a.txt', numbered(6));
    await replace(5, 'five');
    const event = await replace(3, 'three\nthree and a half');
    await replace(1, '');

    await on().good('be-trx', rollback({ event }));

    assert.equal(text(), 'line 2\nline 3\nline 4\nfive\nline 6\n');
  });

  it('takes an edit back where a later one changed the line beside it', async () => {
    on().put('a.txt', '}\n}\n}\n}\n}\n');
    const event = await replace(3, '');
    await replace(3, 'x');
    await replace(2, 'y');

    await on().good('be-trx', rollback({ event }));

    assert.equal(text(), '}\ny\n}\nx\n}\n');
  });

  it('keeps changes of the user elsewhere in the file', async () => {
    on().put('a.txt', numbered(9));
    await replace(5, 'five');
    on().put('a.txt', `user\n${numbered(9).replace('line 5', 'five').replace('line 9', 'nine')}`);

    await on().good('be-trx', rollback());

    assert.equal(text(), `user\n${numbered(9).replace('line 9', 'nine')}`);
  });

  it('refuses where the user changed the same lines, and changes nothing', async () => {
    on().put('a.txt', numbered(3));
    const event = await replace(2, 'two');
    on().put('a.txt', numbered(3).replace('line 2', 'user'));

    const answer = await on().bad('changed-after', 'be-trx', rollback());

    assert.equal(answer.structured['event_id'], event);
    assert.equal(text(), numbered(3).replace('line 2', 'user'));
  });

  it('never takes an equal line elsewhere for the one it changed', async () => {
    on().put('a.txt', 'a\nb\nc\nd\ne\nf\ng\nh\nx\ni\n');
    await replace(2, 'x');
    on().put('a.txt', 'a\nc\nd\ne\nf\ng\nh\nx\ni\n');

    await on().bad('changed-after', 'be-trx', rollback());

    assert.equal(text(), 'a\nc\nd\ne\nf\ng\nh\nx\ni\n');
  });

  it('refuses all of several edits when one cannot be taken back', async () => {
    on().put('a.txt', numbered(9));
    await replace(2, 'two');
    await replace(8, 'eight');
    on().put('a.txt', text().replace('two', 'user'));
    const before = text();

    await on().bad('changed-after', 'be-trx', rollback({ step: 2 }));

    assert.equal(text(), before);
  });

  it('makes an edit again, the last one taken back first, as often as it is asked', async () => {
    on().put('a.txt', 'a\nb\n');
    await replace(1, 'A');
    await replace(2, 'B');
    await on().good('be-trx', rollback({ step: 2 }));

    await on().good('be-trx', { action: 'redo' });
    assert.equal(text(), 'A\nb\n');
    await on().good('be-trx', { action: 'redo' });
    assert.equal(text(), 'A\nB\n');
    await on().bad('event-not-found', 'be-trx', { action: 'redo' });
    await on().good('be-trx', rollback());
    await on().good('be-trx', { action: 'redo' });
    assert.equal(text(), 'A\nB\n');
  });

  it('removes a file that an edit made, and makes it again', async () => {
    const args = { file: 'new.txt', content: 'a\r\nb' };
    await on().good('be-write', args);

    const answer = await on().good('be-trx', rollback());
    assert.equal(existsSync(on().path('new.txt')), false);
    assert.equal(answer.structured['removed'], true);
    await on().good('be-trx', { action: 'redo' });

    assert.deepEqual(on().bytes('new.txt'), Buffer.from('a\r\nb'));
  });

  it('gives a file made again the permission bits it had', async () => {
    await on().good('be-write', { file: 'run.sh', content: '#!/bin/sh\n' });
    chmodSync(on().path('run.sh'), 0o755);
    await on().good('be-trx', rollback());

    await on().good('be-trx', { action: 'redo' });

    assert.equal(statSync(on().path('run.sh')).mode & 0o777, 0o755);
  });

  it('does not remove a file it made that has got further lines', async () => {
    await on().good('be-write', { file: 'a.txt', content: 'a\n' });
    on().put('a.txt', 'a\nuser\n');

    await on().bad('changed-after', 'be-trx', rollback());

    assert.equal(text(), 'a\nuser\n');
  });

  it('keeps mode, mark and encoding of the file', async () => {
    chmodSync(on().put('a.txt', '\uFEFFa\r\nb\r\n'), 0o755);
    await replace(1, 'A');

    await on().good('be-trx', rollback());

    assert.deepEqual(on().bytes('a.txt'), Buffer.from('\uFEFFa\r\nb\r\n'));
    assert.equal(statSync(on().path('a.txt')).mode & 0o777, 0o755);
  });

  it('takes a write of several files back as one', async () => {
    on().put('a.txt', 'a\n');
    on().put('b.txt', 'b\n');
    const files = ['a.txt', 'b.txt', 'c.txt'].map((file) => ({ file, content: 'new\n' }));
    await on().good('be-write', { files });

    await on().good('be-trx', rollback());

    assert.deepEqual([text(), on().bytes('b.txt').toString()], ['a\n', 'b\n']);
    assert.equal(existsSync(on().path('c.txt')), false);
  });

  it('shows in a preview what it would do', async () => {
    on().put('a.txt', 'a\nb\n');
    await replace(2, 'B');

    const answer = await on().good('be-trx', rollback({ preview: true }));

    assert.equal(text(), 'a\nB\n');
    assert.equal(answer.structured['diff'], '@@ -1,2 +1,2 @@\n a\n-B\n+b');
    const status = await on().good('be-trx', { action: 'status' });
    assert.deepEqual([status.structured['pending'], status.structured['total']], [1, 1]);
  });

  it('ends the list by commit, after which nothing is taken back', async () => {
    on().put('a.txt', 'a\n');
    const event = await replace(1, 'A');

    const preview = await on().good('be-trx', { action: 'commit', preview: true });
    const commit = await on().good('be-trx', { action: 'commit' });
    const answer = await on().bad('event-not-found', 'be-trx', rollback({ event }));

    assert.deepEqual([preview.structured['committed'], commit.structured['committed']], [1, 1]);
    assert.match(textField(answer, 'message'), /is committed/);
    assert.equal(text(), 'A\n');
  });

  it('commits for the user too', async () => {
    on().put('a.txt', 'a\n');
    await replace(1, 'A');

    await on().good('be-trx', { action: 'commit' }, { caller: { person: true } });

    await on().bad('event-not-found', 'be-trx', rollback());
  });

  it('says which events there are when one is not', async () => {
    on().put('a.txt', 'a\n');
    const event = await replace(1, 'A');

    const answer = await on().bad('event-not-found', 'be-trx', rollback({ event: 'ffffffff' }));

    assert.deepEqual(answer.structured['events'], [event]);
  });

  it('makes the ids of lines that it changed unusable', async () => {
    on().put('a.txt', 'a\nb\n');
    await replace(1, 'A');
    const { structured } = await on().good('be-read', { file: 'a.txt' });
    const { viewed_code_id } = structured;
    await on().good('be-trx', rollback());

    const args = { file: 'a.txt:1', content: 'x', viewed_code_id };
    await on().bad('already-applied', 'be-replace', args);

    assert.equal(text(), 'a\nb\n');
  });

  it('shows the newest events and says how many are left out where there are too many', async () => {
    on().put('a.txt', 'a\n');
    for (let index = 0; index < 40; index++) {
      await replace(1, `text ${index}`);
    }

    const answer = await on().good('be-trx', { action: 'status' });

    const shown = answer.structured['events'] as unknown[];
    assert.equal(answer.structured['total'], 40);
    assert.match(warningsOf(answer), new RegExp(`^${40 - shown.length} older events`));
  });
});
