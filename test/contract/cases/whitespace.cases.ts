import assert from 'node:assert/strict';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';
import { warnings } from './encoding.cases.ts';

/** Field cases WS-*: blanks, prefixes and look-alikes in what an agent sends. */
export function whitespaceCases(make: MakeCaseBench): void {
  describe('whitespace cases', () => {
    let bench: CaseBench;
    const on = (): CaseBench => bench;

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    indents(on);
    lineNumbers(on);
    lookAlikes(on);
    literalText(on);
    blankLines(on);
  });
}

function indents(on: () => CaseBench): void {
  it('WS-01 says that only the indent of `old` differs, and shows tabs', async () => {
    const before = on().bytes('ws01-tabs.go');

    const answer = await on().bad('old-mismatch', 'be-replace', {
      file: 'ws01-tabs.go:5',
      old: '        if bad(i) {',
      content: '        if worse(i) {',
    });

    assert.match(answer.text, /line 5, column 1 it has a space, the file has a tab/);
    assert.match(answer.text, /Only the indent differs: 8 spaces, in the file 2 tabs/);
    assert.equal(answer.structured['file_line'], '→→if bad(i) {');
    assert.match(answer.text, /viewed_code_id/);
    assert.deepEqual(on().bytes('ws01-tabs.go'), before);
  });

  it('WS-01 warns of spaces in a file with tabs, and be-read says how it is indented', async () => {
    const read = await on().good('be-read', { file: 'ws01-tabs.go' });
    const content = '        if worse(i) {';

    const answer = await on().good('be-replace', { file: 'ws01-tabs.go:5', content });
    const same = await on().good('be-replace', { file: 'ws01-tabs.go:5', content: '\t\tif ok {' });

    assert.equal(read.structured['indent'], 'tabs');
    assert.match(warnings(answer), /indented with spaces, the file with tabs/);
    assert.equal(warnings(same), '');
    assert.equal(on().text('ws01-tabs.go').split('\n')[4], '\t\tif ok {');
  });

  it('WS-06 refuses `old` with other blanks inside the line, and changes nothing', async () => {
    const before = on().bytes('ws06-indent.py');
    const edit = { file: 'ws06-indent.py:2', content: '    x = 100' };

    const answer = await on().bad('old-mismatch', 'be-replace', { ...edit, old: '    x = 1' });
    assert.match(answer.text, /column 7/);
    assert.deepEqual(on().bytes('ws06-indent.py'), before);

    await on().good('be-replace', { ...edit, old: '    x  =  1' });
    assert.equal(
      on().text('ws06-indent.py'),
      before.toString().replace('    x  =  1', '    x = 100'),
    );
  });
}

function lineNumbers(on: () => CaseBench): void {
  it('WS-02 refuses content with the line numbers of be-read', async () => {
    const before = on().bytes('ws02-plain.txt');
    const pasted = '1\tapple\n2\tPEAR';

    for (const [tool, args] of [
      ['be-replace', { file: 'ws02-plain.txt:1-2', content: pasted }],
      ['be-replace', { file: 'ws02-plain.txt:2', content: '2\tPEAR' }],
      ['be-insert', { file: 'ws02-plain.txt:0', content: pasted }],
      ['be-write', { file: 'ws02-plain.txt', content: `${pasted}\n` }],
    ] as const) {
      const answer = await on().bad('bad-text', tool, args);
      assert.match(answer.text, /begins with a line number/);
      assert.match(answer.text, /"force": true/);
    }
    assert.deepEqual(on().bytes('ws02-plain.txt'), before);
  });

  it('WS-02 writes them where the caller says that they are meant', async () => {
    await on().good('be-replace', { file: 'ws02-plain.txt:2', content: '2\tPEAR', force: true });

    assert.equal(on().text('ws02-plain.txt'), 'apple\n2\tPEAR\nplum\n');
  });

  it('WS-02 compares `old` without them, and says so', async () => {
    const answer = await on().good('be-replace', {
      file: 'ws02-plain.txt:1-2',
      old: '1\tapple\n2\tpear',
      content: 'apple\nPEAR',
    });

    assert.match(warnings(answer), /without the line numbers/);
    assert.equal(on().text('ws02-plain.txt'), 'apple\nPEAR\nplum\n');
  });

  it('WS-02 takes them literally where the file has them, and in a new table', async () => {
    await on().good('be-replace', {
      file: 'ws02-numbered.tsv:2',
      old: '2\tpear',
      content: '2\tPEAR',
    });
    await on().good('be-write', { file: 'new.tsv', content: '1\ta\n2\tb\n' });

    assert.equal(on().text('ws02-numbered.tsv'), '1\tapple\n2\tPEAR\n3\tplum\n');
    assert.equal(on().text('new.tsv'), '1\ta\n2\tb\n');
  });

  it('WS-02 writes numbers that are not those of the lines', async () => {
    await on().good('be-replace', { file: 'ws02-plain.txt:1-2', content: '10\ta\n30\tb' });

    assert.equal(on().text('ws02-plain.txt'), '10\ta\n30\tb\nplum\n');
  });
}

function lookAlikes(on: () => CaseBench): void {
  for (const [line, old, told] of [
    [2, 'top-level nbhyphen', /column 4 .*"-".*non-breaking hyphen \(U\+2011\)/],
    [3, 'top-level en', /column 4 .*"-".*en dash \(U\+2013\)/],
    [4, 'a b nbsp', /column 2 .*a space.*no-break space \(U\+00A0\)/],
    [5, 'a b nnbsp', /column 2 .*a space.*narrow no-break space \(U\+202F\)/],
    [6, 'x - y minus', /column 3 .*"-".*minus sign \(U\+2212\)/],
    [7, 'zerowidth', /column 5 .*"w".*zero width space \(U\+200B\)/],
  ] as const) {
    it(`WS-04 names the character that differs in line ${line}`, async () => {
      const before = on().bytes('ws04-dashes.md');
      const args = { file: `ws04-dashes.md:${line}`, old, content: 'x' };

      const answer = await on().bad('old-mismatch', 'be-replace', args);

      assert.match(answer.text, told);
      assert.match(answer.text, /look alike/);
      assert.deepEqual(on().bytes('ws04-dashes.md'), before);
    });
  }

  it('WS-04 keeps such characters in lines that are not edited', async () => {
    const before = on().text('ws04-dashes.md');

    const edit = { file: 'ws04-dashes.md:1', old: 'top-level ascii', content: 'top' };
    await on().good('be-replace', edit);

    assert.equal(on().text('ws04-dashes.md'), before.replace('top-level ascii', 'top'));
  });
}

const dollars = "a $& b $$ c $` d $' e $1 $<n> \\1 \\\\0";

function literalText(on: () => CaseBench): void {
  it('WS-08 makes exactly the new text where it holds the old one', async () => {
    const content = '    total = n + n\n    total = total + n\n    return total\n';

    await on().good('be-replace', { file: 'ws08-overlap.py:2-3', content });
    assert.equal(on().text('ws08-overlap.py'), `def g(n):\n${content}`);
    const tail = '    return total\n';
    await on().good('be-replace', { file: 'ws08-overlap.py:2-4', content: content + tail + tail });

    assert.equal(on().text('ws08-overlap.py'), `def g(n):\n${content}${tail}${tail}`);
    await on().good('be-write', { file: 'ws08-overlap.py', content: content + content });
    assert.equal(on().text('ws08-overlap.py'), content + content);
  });

  it('WS-09 writes $&, $` and the like as they are', async () => {
    await on().good('be-replace', { file: 'ws09-dollar.txt:1', content: dollars });

    assert.equal(on().text('ws09-dollar.txt').split('\n')[0], dollars);
  });

  it('WS-09 writes them as they are by be-insert, be-write and from a chip', async () => {
    await on().good('be-write', { file: 'w.txt', content: `${dollars}\n` });
    await on().good('be-insert', { file: 'w.txt:1', content: dollars });
    const deleted = await on().good('be-delete', { file: 'w.txt:1' });
    await on().good('be-insert-chip', {
      from: deleted.structured['chip'],
      to: `${on().path('w.txt')}:1`,
    });

    assert.equal(on().text('w.txt'), `${dollars}\n${dollars}\n`);
  });

  it('WS-11 takes the marks of conflicts and patches as plain text', async () => {
    const old = '<<<<<<< ours\nleft\n=======\nright\n>>>>>>> theirs';
    await on().good('be-replace', { file: 'ws11-markers.md:2-6', old, content: 'merged\n' });
    assert.equal(on().text('ws11-markers.md'), 'intro\nmerged\noutro\n');

    const text = '```js\nx\n```\n<<<<<<< a\n=======\n*** End Patch\n@@ -1 +1 @@\n';
    await on().good('be-write', { file: 'ws11-markers.md', content: text });
    assert.equal(on().text('ws11-markers.md'), text);
  });
}

function blankLines(on: () => CaseBench): void {
  it('WS-10 keeps blank lines at the end of a replacement', async () => {
    const lines = on().text('ws10-blank-sep.gd').split('\n');

    await on().good('be-replace', {
      file: 'ws10-blank-sep.gd:1-3',
      content: 'func first():\n    print("new")\n\n',
    });

    assert.equal(
      on().text('ws10-blank-sep.gd'),
      ['func first():', '    print("new")', '', ...lines.slice(3)].join('\n'),
    );
  });

  for (const [content, count] of [
    ['\n', 1],
    ['\n\n', 2],
  ] as const) {
    it(`WS-10 inserts ${count} blank for ${JSON.stringify(content)}`, async () => {
      const lines = on().text('ws10-blank-sep.gd').split('\n');

      await on().good('be-insert', { file: 'ws10-blank-sep.gd:2', content });

      const blanks = Array.from({ length: count }, () => '');
      assert.equal(
        on().text('ws10-blank-sep.gd'),
        [...lines.slice(0, 2), ...blanks, ...lines.slice(2)].join('\n'),
      );
    });
  }
}
