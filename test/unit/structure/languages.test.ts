import assert from 'node:assert/strict';
import { grammarFiles, grammars } from '../../../src/core/structure/grammars.ts';
import { languageOf } from '../../../src/core/structure/languages.ts';
import { Structure } from '../../../src/core/structure/structure.ts';
import { fixture, parserForSuite, told, viewOf } from './structureRig.ts';

/** By file: lines, and what must be found around each of them and how. */
const expected = JSON.parse(fixture('structure/expected.json')) as Record<
  string,
  readonly (readonly [lines: readonly number[], found: string, method: string])[]
>;

describe('the function around a line', () => {
  const parser = parserForSuite();

  for (const [name, rows] of Object.entries(expected)) {
    it(`is found in ${name}, whatever is in its texts and comments`, async () => {
      const structure = new Structure(parser());
      const view = viewOf(name, fixture(`structure/${name}`));
      const found: unknown[] = [];

      for (const [lines] of rows) {
        for (const line of lines) {
          const reading = await structure.definitionAt(view, line);
          found.push([line, told(reading.found), reading.method]);
        }
      }

      const wanted = rows.flatMap(([lines, text, method]) =>
        lines.map((line) => [line, text, method]),
      );
      assert.deepEqual(found, wanted);
    });
  }

  it('is looked for with a grammar in at least eighteen languages', () => {
    const used = Object.keys(expected).flatMap((name) => languageOf(name).grammar ?? []);

    assert.ok(new Set(used).size >= 18, String(used));
  });
});

describe('the balance of a sound file', () => {
  const parser = parserForSuite();

  for (const name of Object.keys(expected)) {
    // Its preprocessor branches open a brace twice, which the grammar cannot follow.
    const understood = name !== 'list.c';
    it(`has no problems in ${name}`, async () => {
      const view = viewOf(name, fixture(`structure/${name}`));

      const { found } = await new Structure(parser()).problems(view);

      const unpaired = found.filter((one) => one.unpaired || understood);
      assert.deepEqual(unpaired, []);
    });
  }
});

describe('the tables of grammars', () => {
  it('have a file for every grammar, and a grammar for every language that names one', () => {
    assert.deepEqual(Object.keys(grammarFiles).toSorted(), Object.keys(grammars).toSorted());
    for (const name of Object.keys(expected)) {
      const { grammar } = languageOf(name);
      assert.ok(grammar === undefined || grammar in grammars, name);
    }
  });

  it('tell a language by the whole name, by the extension, or not at all', () => {
    const idOf = (path: string): string => languageOf(path).id;

    assert.equal(idOf('/a/Rakefile'), 'ruby');
    assert.equal(idOf('C:\\a\\B.TSX'), 'typescriptreact');
    assert.equal(idOf('a.b/c'), 'unknown');
    assert.equal(idOf('x.unheard'), 'unheard');
    assert.equal(languageOf('README.md').prose, true);
  });
});
