import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { longestPiece } from '../../../src/node/tokens/textTokens.ts';
import { families, libraryCount, textTokens } from '../../fakes/tokenTables.ts';

const root = new URL('../../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const below = (folder: string, end: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => read(`${folder}/${name}`));
const messages = (language: string): string =>
  read(`node_modules/typescript/lib/${language}/diagnosticMessages.generated.json`);

const samples: Record<string, readonly string[]> = {
  sources: below('src', '.ts').slice(0, 120),
  documents: [...below('docs', '.md'), read('README.md')],
  JSON: [read('package-lock.json'), read('package.json')],
  Chinese: [messages('zh-cn').slice(0, 60_000)],
  Japanese: [messages('ja').slice(0, 60_000)],
  Korean: [messages('ko').slice(0, 60_000)],
  Russian: [messages('ru').slice(0, 60_000)],
};

/** Texts whose pieces meet in every way. The library miscounts U+FEFF, so it does not come up. */
const mixedText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '\n',
        '\r\n',
        '  ',
        ' ',
        '\t',
        '//',
        '/',
        ';',
        "'s",
        "'LL",
        '\u00a0',
        '\u3000',
      ),
      fc.constantFrom(
        'word',
        'CamelCase',
        'ABC',
        '1234567',
        '中文',
        'é',
        'e\u0301',
        '😀',
        '\ud800',
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join('').replaceAll('\ufeff', ''));

for (const family of families) {
  describe(`TextTokens with ${family}`, () => {
    for (const [name, texts] of Object.entries(samples)) {
      it(`counts ${name} as the library does`, async () => {
        const tokens = await textTokens(family);

        for (const text of texts) {
          assert.equal(tokens.count(text), libraryCount(text, family), text.slice(0, 80));
        }
      });
    }

    it('counts random texts as the library does', async () => {
      const tokens = await textTokens(family);

      fc.assert(
        fc.property(mixedText, (text) => {
          assert.equal(tokens.count(text), libraryCount(text, family));
        }),
        { numRuns: 500 },
      );
    });

    it('counts a text of several windows as the library does', async () => {
      const tokens = await textTokens(family);
      const text = read('node_modules/typescript/lib/lib.dom.d.ts').slice(0, 700_000);

      assert.equal(tokens.count(text), libraryCount(text, family));
    });

    it('counts a run just short of being cut as the library does', async () => {
      const tokens = await textTokens(family);

      for (const unit of ['a', '=', ' ', '中']) {
        const text = unit.repeat(longestPiece);
        assert.equal(tokens.count(text), libraryCount(text, family), unit);
      }
    });

    it('takes the names of special tokens as text', async () => {
      const tokens = await textTokens(family);

      assert.ok(tokens.count('<|endoftext|>') > 3);
      assert.equal(tokens.count('a<|im_start|>b'), libraryCount('a<|im_start|>b', family));
    });

    it('counts the mark of byte order as one token, and none for no text', async () => {
      const tokens = await textTokens(family);

      assert.equal(tokens.count('\ufeff'), 1);
      assert.equal(tokens.count(''), 0);
    });
  });
}
