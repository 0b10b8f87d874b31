import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { numbered, textField, warningsOf, workbenchEach } from '../../fakes/workbench.ts';

describe('be-read', () => {
  const on = workbenchEach();

  it('shows a file with line numbers, and says what it is', async () => {
    on().put('src/a.ts', 'one\r\n\ttwo\r\n');

    const answer = await on().good('be-read', { file: 'src/a.ts' });

    const { viewed_code_id: id, ...fields } = answer.structured;
    assert.match(String(id), /^v[0-9a-f]{8}$/);
    assert.deepEqual(fields, {
      status: 'ok',
      file: 'src/a.ts',
      total: 2,
      encoding: 'utf8',
      eol: 'CRLF',
      indent: 'tabs',
      start: 1,
      end: 2,
      content: '1\tone\n2\t\ttwo',
    });
  });

  it('shows a range, clamped to the file with a warning', async () => {
    on().put('a.txt', numbered(5));

    const answer = await on().good('be-read', { file: 'a.txt:4-9' });

    assert.equal(answer.structured['content'], '4\tline 4\n5\tline 5');
    assert.match(warningsOf(answer), /ends at line 5/);
  });

  it('takes ALL and N-ALL without a warning', async () => {
    on().put('a.txt', numbered(3));

    const all = await on().good('be-read', { file: 'a.txt:ALL' });
    const rest = await on().good('be-read', { file: 'a.txt', lines: '2-ALL' });

    assert.deepEqual([all.structured['end'], warningsOf(all)], [3, '']);
    assert.deepEqual([rest.structured['start'], warningsOf(rest)], [2, '']);
  });

  it('shows an empty file as one without lines', async () => {
    on().put('a.txt', '');

    const answer = await on().good('be-read', { file: 'a.txt' });

    assert.deepEqual(
      [answer.structured['total'], answer.structured['content'], answer.structured['eol']],
      [0, '', 'none'],
    );
  });

  it('pages through a long file, each page naming the next', async () => {
    on().put('a.txt', numbered(1000));
    const seen: string[] = [];
    let next: unknown = { file: 'a.txt' };

    while (next !== undefined) {
      const page = await on().good('be-read', next);
      seen.push(textField(page, 'content'));
      next = page.structured['next'];
    }

    assert.ok(seen.length > 2);
    const wanted = Array.from({ length: 1000 }, (_, index) => `${index + 1}\tline ${index + 1}`);
    assert.equal(seen.join('\n'), wanted.join('\n'));
  });

  it('gives only facts when it is to be brief', async () => {
    on().put('a.txt', 'a\n');

    const answer = await on().good('be-read', { file: 'a.txt', brief: true });

    assert.equal('content' in answer.structured, false);
    assert.equal('viewed_code_id' in answer.structured, false);
    assert.equal(answer.structured['total'], 1);
  });

  it('finds a function, a marker, a tag and a line', async () => {
    on().put('a.ts', '// top\nfunction main() {\n  go();\n}\n<div>\n</div>\n');
    const range = async (target: string): Promise<unknown> => {
      const { structured } = await on().good('be-read', { file: 'a.ts', target });
      return [structured['start'], structured['end']];
    };

    assert.deepEqual(await range('function:main'), [2, 4]);
    assert.deepEqual(await range('marker:go()'), [3, 3]);
    assert.deepEqual(await range('tag:div'), [5, 6]);
    assert.deepEqual(await range('line:1'), [1, 1]);
  });

  it('warns of further places that a target fits', async () => {
    on().put('a.txt', 'x\ny\nx\n');

    const answer = await on().good('be-read', { file: 'a.txt', target: 'marker:x' });

    assert.match(warningsOf(answer), /also fits at line 3; line 1 was taken/);
  });

  it('warns that long lines are cut', async () => {
    on().put('a.txt', `${'x'.repeat(2000)}\nb\n`);

    const answer = await on().good('be-read', { file: 'a.txt' });

    assert.match(textField(answer, 'content'), /\[cut: 1000 more characters of 2000\]/);
    assert.match(warningsOf(answer), /Long lines are cut: 1\./);
  });

  it('refuses what cannot be read', async () => {
    mkdirSync(on().path('folder'));
    on().put('binary', Buffer.from([1, 0, 2]));
    on().put('gbk.c', Buffer.from([0xd6, 0xd0, 10]));
    on().put('a.txt', 'a\n');

    await on().bad('file-not-found', 'be-read', { file: 'none.txt' });
    await on().bad('file-not-found', 'be-read', { file: 'folder' });
    await on().bad('binary-file', 'be-read', { file: 'binary' });
    await on().bad('unknown-encoding', 'be-read', { file: 'gbk.c' });
    await on().bad('outside-workspace', 'be-read', { file: '../x.txt' });
    await on().bad('range-out-of-bounds', 'be-read', { file: 'a.txt:2' });
    await on().bad('range-out-of-bounds', 'be-read', { file: 'a.txt:0' });
    await on().bad('range-out-of-bounds', 'be-read', { file: 'a.txt', target: 'line:5' });
    await on().bad('target-not-found', 'be-read', { file: 'a.txt', target: 'function:f' });
    await on().bad('bad-arguments', 'be-read', { file: 'a.txt', target: 'what:f' });
    await on().bad('bad-arguments', 'be-read', {});
  });

  it('keeps no chip when it fails, however long its arguments are', async () => {
    await on().bad('file-not-found', 'be-read', { file: `${'long/'.repeat(30)}none.txt` });

    assert.deepEqual(await on().store.chips({}), []);
  });

  it('asks which is meant when the range may be part of the name', async () => {
    on().put('a.txt', 'plain\n');
    on().put('a.txt:1', 'odd\n');

    await on().bad('ambiguous-path', 'be-read', { file: 'a.txt:1' });
    const plain = await on().good('be-read', { file: 'a.txt', lines: '1' });
    const odd = await on().good('be-read', { file: 'a.txt:1', lines: 'ALL' });

    assert.equal(plain.structured['content'], '1\tplain');
    assert.equal(odd.structured['content'], '1\todd');
  });
});
