import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  codeTokens,
  languageOf,
  mostColoured,
} from '../../../../webview/context/data/codeTokens.ts';

describe('the parts of a code', () => {
  it('are what its language says', () => {
    const text = "// Adds.\nconst sum: number = add(1, 'two');\nclass Table {}\n";

    const parts = codeTokens(text, 'ts').map(({ from, to, scope }) => [
      text.slice(from, to),
      scope,
    ]);

    assert.deepEqual(parts, [
      ['// Adds.', 'comment'],
      ['const', 'keyword'],
      ['sum', 'name'],
      ['number', 'type'],
      ['add', 'name'],
      ['1', 'number'],
      ["'two'", 'string'],
      ['class', 'keyword'],
      ['Table', 'type'],
    ]);
  });

  it('follow each other within the text, whatever it is', () => {
    const languages = fc.constantFrom('ts', 'py', 'json', 'markdown', 'diff', 'html');
    const texts = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('"', '`', '\n', '{', '<a>', '# b\n'),
      ),
    );
    fc.assert(
      fc.property(languages, texts, (language, parts) => {
        const text = parts.join('');
        let end = 0;
        for (const { from, to } of codeTokens(text, language)) {
          assert.ok(from >= end && to > from);
          end = to;
        }
        assert.ok(end <= text.length);
      }),
    );
  });

  it('are not looked for in a text that is too long', () => {
    assert.deepEqual(codeTokens('1 '.repeat(mostColoured), 'json'), []);
  });

  it('are of the language of the file, of a difference, of arguments, or of prose', () => {
    const language = (
      kind: Parameters<typeof languageOf>[0]['kind'],
      path?: string,
      text = '',
    ): unknown => languageOf({ kind, ...(path !== undefined && { path }) }, text);

    assert.equal(language('tool_result', 'src/Main.PY'), 'py');
    assert.equal(language('tool_result', 'src/main.unheard'), undefined);
    assert.equal(language('tool_result', undefined, '{"a": 1}'), 'json');
    assert.equal(language('tool_result', 'a.ts', 'diff --git a/a.ts b/a.ts'), 'diff');
    assert.equal(language('tool_call', 'a.ts'), 'json');
    assert.equal(language('summary'), 'markdown');
  });
});
