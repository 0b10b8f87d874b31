import assert from 'node:assert/strict';
import { findTarget, parseTarget } from '../../../src/core/edit/target.ts';
import { assertFails, valueOf } from '../../fakes/hostBench.ts';
import { textView } from '../../fakes/texts.ts';

function range(text: string, target: string): readonly number[] {
  const { first, last } = valueOf(findTarget(textView(text), valueOf(parseTarget(target))));
  return [first, last];
}

describe('a target', () => {
  it('is a kind and a name', () => {
    assert.deepEqual(valueOf(parseTarget('function: a b ')), { kind: 'function', name: 'a b' });
    assert.deepEqual(valueOf(parseTarget('line:12')), { kind: 'line', line: 12 });
    assertFails(parseTarget('line:0'), 'bad-arguments');
    assertFails(parseTarget('line:x'), 'bad-arguments');
    assertFails(parseTarget('method:x'), 'bad-arguments');
    assertFails(parseTarget('function:'), 'bad-arguments');
    assertFails(parseTarget(''), 'bad-arguments');
  });

  it('takes a marker literally', () => {
    assert.deepEqual(range('a\nb.*(c\n', 'marker:.*('), [2, 2]);
    assertFails(findTarget(textView('abc\n'), { kind: 'marker', name: 'a.c' }), 'target-not-found');
  });

  it('lists the other places', () => {
    const found = valueOf(findTarget(textView('x\ny\nx\nx\n'), { kind: 'marker', name: 'x' }));

    assert.deepEqual(found, { first: 1, last: 1, others: [3, 4] });
  });
});

describe('a function', () => {
  it('ends with its brace, whatever is in strings and comments', () => {
    const text = 'function f(a) {\n  s = "}"; // }\n  /* } */ t = `{\n}`;\n}\nfunction g() {}\n';

    assert.deepEqual(range(text, 'function:f'), [1, 5]);
    assert.deepEqual(range(text, 'function:g'), [6, 6]);
  });

  it('ends with its indent where it has no braces', () => {
    const text = 'def f(\n    a,\n):\n    x = 1\n\n    return x\n\ndef g():\n    pass\n';

    assert.deepEqual(range(text, 'function:f'), [1, 6]);
    assert.deepEqual(range(text, 'function:g'), [8, 9]);
  });

  it('is found in several languages, and its calls are not', () => {
    assert.deepEqual(range('f();\nfunc (s *S) f() {\n}\n', 'function:f'), [2, 3]);
    assert.deepEqual(range('return f(1)\nfn f() -> u8 {\n  1\n}\n', 'function:f'), [2, 4]);
    assert.deepEqual(range('x = 1\nconst f = async () => {\n};\n', 'function:f'), [2, 3]);
    assert.deepEqual(range('class C {\n  f(a: A): B {\n  }\n}\n', 'function:f'), [2, 3]);
    assert.deepEqual(range('ff() {\n}\nint f(void)\n{\n}\n', 'function:f'), [3, 5]);
  });
});

describe('a tag', () => {
  it('ends with its end tag, counting those inside', () => {
    assert.deepEqual(range('<div>\n<div>\n</div>\n</div>\n', 'tag:div'), [1, 4]);
    assert.deepEqual(range('<a\n x=">"\n>\n</a>\n', 'tag:a'), [1, 4]);
    assert.deepEqual(range('<p>\n<!-- </p> -->\n</p>\n', 'tag:p'), [1, 3]);
  });

  it('is its start tag where there is no end tag', () => {
    assert.deepEqual(range('<br>\nx\n', 'tag:br'), [1, 1]);
    assert.deepEqual(range('<x a={1 > 2}\n/>\ny\n', 'tag:x'), [1, 2]);
    assert.deepEqual(range('<li>\nx\n', 'tag:li'), [1, 1]);
  });

  it('begins with its start tag, not with an end tag before it', () => {
    assert.deepEqual(range('<div>\n</div><div>\n</div>\n', 'tag:div'), [1, 2]);
    assert.deepEqual(range('x</b><b>\n</b>\n', 'tag:b'), [1, 2]);
  });
});
