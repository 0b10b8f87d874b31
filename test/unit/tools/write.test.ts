import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { warningsOf, workbenchEach } from '../../fakes/workbench.ts';

describe('be-write', () => {
  const on = workbenchEach();

  it('makes a file and its folders', async () => {
    const args = { file: 'new/deep/a.txt', content: 'a\nb' };

    const answer = await on().good('be-write', args);

    assert.deepEqual(on().bytes('new/deep/a.txt'), Buffer.from('a\nb'));
    assert.deepEqual(
      [answer.structured['created'], answer.structured['total'], answer.structured['file']],
      [true, 2, 'new/deep/a.txt'],
    );
  });

  it('makes an empty file', async () => {
    await on().good('be-write', { file: 'a.txt', content: '' });

    assert.equal(on().bytes('a.txt').length, 0);
  });

  it('gives a file a whole new text and keeps its line ends, mark and mode', async () => {
    on().put('a.ps1', '\uFEFFa\r\nb\r\n');

    await on().good('be-write', { file: 'a.ps1', content: '\uFEFFa\nB\nc\n' });

    assert.deepEqual(on().bytes('a.ps1'), Buffer.from('\uFEFFa\r\nB\r\nc\r\n'));
  });

  it('never writes mixed line ends into a new file', async () => {
    const answer = await on().good('be-write', { file: 'a.txt', content: 'a\r\nb\r\nc\n' });

    assert.equal(on().bytes('a.txt').toString(), 'a\r\nb\r\nc\r\n');
    assert.match(warningsOf(answer), /mixed line ends were made uniform/);
  });

  it('writes several files, and says of each what changed', async () => {
    on().put('a.txt', 'a\nb\n');
    const files = [
      { file: 'a.txt', content: 'a\nB\n' },
      { file: 'b.txt', content: 'new\n' },
    ];

    const answer = await on().good('be-write', { files });

    assert.equal(on().bytes('a.txt').toString(), 'a\nB\n');
    assert.equal(on().bytes('b.txt').toString(), 'new\n');
    const results = answer.structured['results'] as Record<string, unknown>[];
    assert.deepEqual(
      results.map(({ file, added, removed, total }) => [file, added, removed, total]),
      [
        ['a.txt', 1, 1, 2],
        ['b.txt', 1, 0, 1],
      ],
    );
    assert.match(String(answer.structured['diff']), /^a\.txt\n@@[^]*b\.txt\n@@ -0,0 \+1,1 @@/);
  });

  it('writes none of several files when one cannot be', async () => {
    on().put('a.txt', 'a\n');
    on().put('b.bin', Buffer.from([0, 1]));
    const entry = (file: string): object => ({ file, content: 'new\n' });

    await on().bad('binary-file', 'be-write', { files: [entry('a.txt'), entry('b.bin')] });
    await on().bad('outside-workspace', 'be-write', { files: [entry('a.txt'), entry('../c')] });
    await on().bad('bad-arguments', 'be-write', { files: [entry('a.txt'), entry('./a.txt')] });

    assert.equal(on().bytes('a.txt').toString(), 'a\n');
  });

  it('leaves files of several alone that do not change', async () => {
    on().put('a.txt', 'a\n');
    on().put('b.txt', 'b\n');
    const before = statSync(on().path('a.txt'), { bigint: true });
    const files = [
      { file: 'a.txt', content: 'a\n' },
      { file: 'b.txt', content: 'B\n' },
    ];

    await on().good('be-write', { files });

    const after = statSync(on().path('a.txt'), { bigint: true });
    assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
    assert.equal(on().bytes('b.txt').toString(), 'B\n');
  });

  it('changes nothing in a preview', async () => {
    on().put('a.txt', 'a\n');
    const files = [
      { file: 'a.txt', content: 'b\n' },
      { file: 'new/b.txt', content: 'b\n' },
    ];

    await on().good('be-write', { files, preview: true });

    assert.equal(on().bytes('a.txt').toString(), 'a\n');
    assert.equal(existsSync(on().path('new')), false);
  });

  it('refuses arguments that say too little or too much', async () => {
    const files = [{ file: 'a.txt', content: '' }];

    await on().bad('bad-arguments', 'be-write', { file: 'a.txt' });
    await on().bad('bad-arguments', 'be-write', { content: 'a' });
    await on().bad('bad-arguments', 'be-write', { file: 'a.txt', files });
    await on().bad('bad-arguments', 'be-write', { files: [] });
    await on().bad('bad-arguments', 'be-write', { files: [{ file: 'a.txt' }] });
    await on().bad('bad-text', 'be-write', { file: 'a.txt', content: '\ud800' });
  });

  it('refuses a folder, and a link that leads nowhere', async () => {
    mkdirSync(on().path('folder'));
    symlinkSync('/tmp/nowhere-at-all', on().path('link.txt'));

    await on().bad('file-not-found', 'be-write', { file: 'folder', content: 'a' });
    await on().bad('file-not-found', 'be-write', { file: 'link.txt', content: 'a' });
  });

  it('takes a list of files that comes as a JSON text', async () => {
    await on().good('be-write', { files: '[{"file":"a.txt","content":"a\\n"}]' });

    assert.equal(on().bytes('a.txt').toString(), 'a\n');
  });

  it('makes and shows a file of very many lines', async () => {
    const content = 'line\n'.repeat(300_000);

    const answer = await on().good('be-write', { file: 'big.txt', content });

    assert.equal(on().bytes('big.txt').length, content.length);
    assert.equal(answer.structured['total'], 300_000);
  });
});
