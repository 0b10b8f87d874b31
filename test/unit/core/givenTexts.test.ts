import assert from 'node:assert/strict';
import { escapesOf } from '../../../src/core/edit/escapedText.ts';
import {
  hasLineNumbers,
  isFenced,
  noticeIn,
  placeholderIn,
} from '../../../src/core/edit/pastedText.ts';

const raw = String.raw;

describe('a text without line breaks', () => {
  for (const [text, meant] of [
    [raw`def f():\n    return 1\n`, 'def f():\n    return 1\n'],
    [raw`a = 'x'\nb = 'y'\n`, "a = 'x'\nb = 'y'\n"],
    [raw`x = \"a\\n\"\ny = 2\n`, 'x = "a\\n"\ny = 2\n'],
    [raw`/* a */\nfoo(\n  1\n)\n`, '/* a */\nfoo(\n  1\n)\n'],
    [raw`a = "b"\n\tc = d\n`, 'a = "b"\n\tc = d\n'],
  ] as const) {
    it(`was escaped twice: ${text}`, () => {
      assert.deepEqual(escapesOf(text), { kind: 'twice', text: meant });
    });
  }

  for (const text of [
    raw`printf("a\n");`,
    raw`const re = /\r?\n/g, p = "C:\\new\\table";`,
    raw`const a = /\n/, b = /\n/;`,
    raw`s.split("\n\n"); t.split('\n  ')`,
    raw`s = "one\n  two\n"`,
    raw`re.sub(r"\n\n+", "\n", s)`,
    'a\n\\n  \\n',
  ]) {
    it(`means its \\n: ${JSON.stringify(text)}`, () => {
      assert.equal(escapesOf(text).kind, 'none');
    });
  }

  it('is judged in a time linear to its length, whatever is in it', () => {
    const line = raw`  it's a "line";\n`;
    const timeOf = (count: number): number => {
      const started = performance.now();
      escapesOf(line.repeat(count));
      return performance.now() - started;
    };
    timeOf(2000);

    // Quadratic would be 400 times as long.
    assert.ok(timeOf(40_000) < 100 * Math.max(1, timeOf(2000)));
  });

  for (const text of [raw`print("a\n")\nprint("b\n")\n`, raw`$\nabla \nu$`, raw`C:\new\net`]) {
    it(`is left as it is where it may mean either: ${text}`, () => {
      assert.equal(escapesOf(text).kind, 'perhaps');
    });
  }
});

describe('what readers add to a text', () => {
  it('is a number before every line, counting up', () => {
    assert.ok(hasLineNumbers(['7\ta', '8\t', '9\tc'], ['a'], 1));
    assert.ok(hasLineNumbers(['     7→a', '     8→b'], [], 1));
    assert.ok(hasLineNumbers(['7\ta'], [], 7));
    assert.ok(!hasLineNumbers(['7\ta'], [], 8));
    assert.ok(!hasLineNumbers(['7\ta', 'b'], [], 7));
    assert.ok(!hasLineNumbers(['7\ta', '9\tb'], [], 7));
    assert.ok(!hasLineNumbers(['7\ta', '8\tb'], ['7\tx'], 7));
    assert.ok(!hasLineNumbers([], [], 1));
  });

  it('is a notice that text is missing, unless the file has it', () => {
    const cut = 'xx… [cut: 20 more characters of 1020]';
    for (const line of [cut, '… [12 more diff lines]', '[Showing lines 1-20 of 60]']) {
      assert.equal(noticeIn(['a', line], new Set()), line);
      assert.equal(noticeIn(['a', line], new Set([line])), undefined);
    }
    assert.equal(noticeIn(['const a = [cut];', '// showing lines'], new Set()), undefined);
  });
});

describe('a placeholder for text left out', () => {
  for (const line of [
    '// ... existing code ...',
    '# rest unchanged',
    '    # ... (rest of file unchanged)',
    '<!-- existing content here -->',
    '// ... rest of the methods',
    '/* rest of the code... */',
    '// 其余代码不变',
  ]) {
    it(`is ${line}`, () => {
      assert.equal(placeholderIn(['a', line], new Set()), line);
      assert.equal(placeholderIn(['a', line], new Set([line])), undefined);
    });
  }

  for (const line of [
    '  ...rest',
    'const { a, ...rest } = b;',
    '  ...existing,',
    '# existing users keep their id',
    '// the other case',
    '...',
  ]) {
    it(`is not ${line}`, () => {
      assert.equal(placeholderIn([line], new Set()), undefined);
    });
  }
});

describe('a fenced text', () => {
  it('is one block and nothing else', () => {
    assert.ok(isFenced(['```js', 'a', '```', '']));
    assert.ok(!isFenced(['# A', '```js', 'a', '```']));
    assert.ok(!isFenced(['```js', 'a', '```', '```', 'b', '```']));
    assert.ok(!isFenced([]));
  });
});
