import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { numbered, textField, workbenchEach } from '../../fakes/workbench.ts';

describe('calls at the same time', () => {
  const on = workbenchEach();

  it('to one file all land, whatever name each gives it', async () => {
    const path = on().put('a.txt', numbered(20));
    symlinkSync('a.txt', on().path('link.txt'));
    const names = ['a.txt', './a.txt', path, 'link.txt', pathToFileURL(path).href, 'x/../a.txt'];
    const lines = Array.from({ length: 20 }, (_, index) => index + 1);

    await Promise.all(
      lines.map((line) => {
        const file = `${names[line % names.length] ?? ''}:${line}`;
        return on().good('be-replace', { file, content: `LINE ${line}` });
      }),
    );

    assert.equal(on().bytes('a.txt').toString(), numbered(20).replaceAll('line', 'LINE'));
  });

  it('that insert at one place of one file lose nothing', async () => {
    on().put('a.txt', '');
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);

    await Promise.all(texts.map((content) => on().good('be-insert', { file: 'a.txt:0', content })));

    const now = on().bytes('a.txt').toString().trimEnd().split('\n');
    assert.deepEqual(now.toSorted(), texts);
  });

  it('to several files never wait for each other without end', async () => {
    on().put('a.txt', 'a\n');
    on().put('b.txt', 'b\n');
    const both = (first: string, second: string, content: string): object => ({
      files: [
        { file: first, content },
        { file: second, content },
      ],
    });

    await Promise.all([
      on().good('be-write', both('a.txt', 'b.txt', '1\n')),
      on().good('be-write', both('b.txt', 'a.txt', '2\n')),
    ]);

    assert.deepEqual(on().bytes('a.txt'), on().bytes('b.txt'));
  });

  it('that make one new file make it once, and the second gives it a whole new text', async () => {
    const answers = await Promise.all(
      ['first\n', 'second\n'].map((content) => on().good('be-write', { file: 'a.txt', content })),
    );

    const made = answers.map((answer) => answer.structured['created'] === true);
    assert.deepEqual(made.toSorted(), [false, true]);
    const [last] = ['first\n', 'second\n'].filter((_, index) => made[index] === false);
    assert.equal(on().bytes('a.txt').toString(), last);
  });

  it('that take back the latest edit take back two', async () => {
    on().put('a.txt', 'a\nb\n');
    await on().good('be-replace', { file: 'a.txt:1', content: 'A' });
    await on().good('be-replace', { file: 'a.txt:2', content: 'B' });
    const rollback = { action: 'rollback' };

    await Promise.all([on().good('be-trx', rollback), on().good('be-trx', rollback)]);

    assert.equal(on().bytes('a.txt').toString(), 'a\nb\n');
  });
});

describe('a file that changes between reading and writing', () => {
  const on = workbenchEach();

  it('is read and planned for once more', async () => {
    const path = on().put('a.txt', numbered(3));
    on().host.beforeApply = () => {
      on().host.beforeApply = undefined;
      writeFileSync(path, `${numbered(3)}user\n`);
      return undefined;
    };

    await on().good('be-replace', { file: 'a.txt:2', content: 'two' });

    assert.equal(on().bytes('a.txt').toString(), 'line 1\ntwo\nline 3\nuser\n');
    assert.equal(on().host.plans.length, 2);
    const rows = await on().store.snapshots({});
    assert.deepEqual(
      rows.map((row) => row.state),
      ['dropped', 'applied'],
    );
  });

  it('is planned for by its lines where they were shown, and refused where they are others now', async () => {
    const path = on().put('a.txt', numbered(3));
    const { structured } = await on().good('be-read', { file: 'a.txt' });
    const { viewed_code_id } = structured;
    on().host.beforeApply = () => {
      on().host.beforeApply = undefined;
      writeFileSync(path, numbered(3).replace('line 2', 'user'));
      return undefined;
    };

    const args = { file: 'a.txt:2', content: 'two', viewed_code_id };
    await on().bad('stale-view', 'be-replace', args);

    assert.equal(on().bytes('a.txt').toString(), numbered(3).replace('line 2', 'user'));
  });

  it('again and again is given up, with nothing written', async () => {
    const path = on().put('a.txt', 'a\n');
    let times = 0;
    on().host.beforeApply = () => {
      writeFileSync(path, `user ${times++}\n`);
      return undefined;
    };

    const answer = await on().bad('changed-since', 'be-replace', { file: 'a.txt:1', content: 'x' });

    assert.equal(on().bytes('a.txt').toString(), 'user 2\n');
    assert.match(textField(answer, 'advice'), /Read the file and call again/);
  });
});
