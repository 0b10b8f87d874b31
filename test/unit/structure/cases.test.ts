import assert from 'node:assert/strict';
import { Structure } from '../../../src/core/structure/structure.ts';
import { functions, tags } from '../../contract/cases/structure.cases.ts';
import { fixture, parserForSuite, viewOf } from './structureRig.ts';

const balanced = [
  ...['fr01-regex.js', 'fr02-template.ts', 'fr03-rust.rs', 'fr05-dict.py', 'fr07-nested.tsx'],
  ...['fr09-brace-string.go', 'fr10-prose.html', 'tg01-attr-gt.vue', 'tg01-jsx-gt.tsx'],
  ...['tg03-generics.ts', 'tg04-nested-same.html'],
];

describe('structure in files that others got wrong', () => {
  const parser = parserForSuite();
  const viewed = (name: string) => viewOf(name, fixture(`cases/${name}`));

  for (const [, name, lines] of functions) {
    it(`finds the functions in ${name}`, async () => {
      const view = viewed(name);
      for (const [line, wanted] of Object.entries(lines)) {
        const { found } = await new Structure(parser()).definitionAt(view, Number(line));

        assert.equal(`${found?.start}-${found?.end}`, wanted, `line ${line}`);
      }
    });
  }

  for (const [, name, lines] of tags) {
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
