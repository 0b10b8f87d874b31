import assert from 'node:assert/strict';
import { Structure } from '../../../src/core/structure/structure.ts';
import { fixture, parserForSuite, viewOf } from './structureRig.ts';

const functions: readonly (readonly [file: string, lines: Readonly<Record<number, string>>])[] = [
  ['fr01-regex.js', { 2: '1-3', 5: '4-7', 9: '8-11' }],
  ['fr02-template.ts', { 2: '1-3', 5: '4-6' }],
  ['fr03-rust.rs', { 4: '3-10', 9: '3-10', 13: '12-14' }],
  ['fr05-dict.py', { 1: '1-6', 3: '1-6', 10: '9-10' }],
  ['fr07-nested.tsx', { 3: '2-4', 8: '7-9', 12: '1-13', 11: '1-13' }],
];

const elements: typeof functions = [
  ['fr10-prose.html', { 3: '3-3' }],
  ['tg01-attr-gt.vue', { 4: '4-4', 3: '2-5', 2: '2-5' }],
  ['tg01-jsx-gt.tsx', { 3: '3-3', 2: '2-4' }],
  ['tg04-nested-same.html', { 3: '3-3', 2: '2-4', 5: '5-5', 6: '1-6' }],
];

const balanced = [
  ...['fr01-regex.js', 'fr02-template.ts', 'fr03-rust.rs', 'fr05-dict.py', 'fr07-nested.tsx'],
  ...['fr09-brace-string.go', 'fr10-prose.html', 'tg01-attr-gt.vue', 'tg01-jsx-gt.tsx'],
  ...['tg03-generics.ts', 'tg04-nested-same.html'],
];

describe('structure in files that others got wrong', () => {
  const parser = parserForSuite();
  const viewed = (name: string) => viewOf(name, fixture(`cases/${name}`));

  for (const [name, lines] of functions) {
    it(`finds the functions in ${name}`, async () => {
      const view = viewed(name);
      for (const [line, wanted] of Object.entries(lines)) {
        const { found } = await new Structure(parser()).definitionAt(view, Number(line));

        assert.equal(`${found?.start}-${found?.end}`, wanted, `line ${line}`);
      }
    });
  }

  for (const [name, lines] of elements) {
    it(`finds the elements in ${name}`, async () => {
      const view = viewed(name);
      for (const [line, wanted] of Object.entries(lines)) {
        const reading = await new Structure(parser()).tagAt(view, Number(line));

        assert.equal(`${reading?.found?.start}-${reading?.found?.end}`, wanted, `line ${line}`);
      }
    });
  }

  for (const name of balanced) {
    it(`finds nothing wrong in ${name}`, async () => {
      const { found } = await new Structure(parser()).problems(viewed(name));

      assert.deepEqual(found, []);
    });
  }

  it('sees no element where a program compares', async () => {
    assert.equal(await new Structure(parser()).tagAt(viewed('tg03-generics.ts'), 2), undefined);
  });
});
