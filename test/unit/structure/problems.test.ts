import assert from 'node:assert/strict';
import { Structure } from '../../../src/core/structure/structure.ts';
import { parserForSuite, viewOf } from './structureRig.ts';

/** Files that are broken, and the places that must be told as unpaired. */
const broken: readonly (readonly [name: string, text: string, places: readonly string[]])[] = [
  ['a.ts', 'function f() {\n  if (x) {\n    g();\n}\n', ['1:14']],
  ['a.ts', 'const a = [1, (2];\n', ['1:15']],
  ['a.js', 'f();\n}\n', ['2:1']],
  ['a.tsx', 'const a = <div>\n  <b>x</i>\n</div>;\n', ['2:7']],
  ['a.py', 'x = (1,\ny = [2]\n', ['1:5']],
  ['a.go', 'package p\n\nfunc f() {\n\tg(1\n}\n', ['4:3']],
  ['a.rs', 'fn f() {\n    let s = "}";\n', ['1:8']],
  ['a.json', '{\n  "a": [1\n}\n', ['2:8']],
  ['a.css', '.a { color: red;\n', ['1:4']],
  ['a.html', '<div>\n<b>x</div>\n', ['2:1']],
  ['a.html', '<p>x</p>\n</div>\n', ['2:1']],
  ['a.html', '<script>\nf(;\n}\n</script>\n', ['2:2', '3:1']],
  ['a.xml', '<a>\n  <b>\n</a>\n', ['2:3']],
  ['a.vue', '<template>\n  <div :a="{ b: 1 }"\n  <p>x</p>\n</template>\n', ['2:3', '2:3']],
  ['a.swift', 'func f() {\n  g("}"\n}\n', ['2:4']],
  ['a.unheard', 'x ]\n', ['1:3']],
];

describe('what does not pair up', () => {
  const parser = parserForSuite();

  for (const [name, text, places] of broken) {
    it(`is told at its place: ${JSON.stringify(text).slice(0, 60)} in ${name}`, async () => {
      const { found } = await new Structure(parser()).problems(viewOf(name, text));

      const unpaired = found.filter((one) => one.unpaired);
      assert.deepEqual(
        unpaired.map(({ line, column }) => `${line}:${column}`),
        places,
        JSON.stringify(found),
      );
    });
  }

  it('counts columns in UTF-16 units', async () => {
    const { found } = await new Structure(parser()).problems(
      viewOf('a.ts', "const a = '😀中' + (1;\n"),
    );

    assert.deepEqual(
      found.map(({ column }) => column),
      [19],
    );
  });

  it('is nothing in running text, whatever brackets it has', async () => {
    const view = viewOf('a.md', "It's (1\n\n```\n{\n```\n");

    const { found, warnings } = await new Structure(parser()).problems(view);

    assert.deepEqual(found, []);
    assert.match(warnings.join(), /running text/);
  });

  it('is told apart from what only is not understood', async () => {
    const { found } = await new Structure(parser()).problems(viewOf('a.ts', 'let x = = 5;\n'));

    assert.ok(found.length > 0);
    assert.deepEqual(
      found.filter((one) => one.unpaired),
      [],
    );
  });

  it('is not taken from a shell grammar that stumbles over an apostrophe', async () => {
    const text = 'f() {\n  local a="${1:-it\'s}"\n}\n';

    const { found } = await new Structure(parser()).problems(viewOf('a.sh', text));

    assert.deepEqual(
      found.filter((one) => one.unpaired),
      [],
    );
  });
});
