import assert from 'node:assert/strict';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';

/** A file, and for lines of it the range that holds each, as `first-last`. */
type Ranges = readonly (readonly [
  id: string,
  file: string,
  ranges: Readonly<Record<number, string>>,
])[];

/** What be-func-range gives. */
export const functions: Ranges = [
  ['FR-01', 'fr01-regex.js', { 2: '1-3', 5: '4-7', 9: '8-11' }],
  ['FR-02', 'fr02-template.ts', { 2: '1-3', 5: '4-6' }],
  ['FR-03', 'fr03-rust.rs', { 4: '3-10', 9: '3-10', 13: '12-14' }],
  ['FR-05', 'fr05-dict.py', { 3: '1-6', 10: '9-10' }],
  ['FR-07', 'fr07-nested.tsx', { 3: '2-4', 8: '7-9', 12: '1-13', 11: '1-13' }],
];

/** What be-tag-range gives. */
export const tags: Ranges = [
  ['FR-10', 'fr10-prose.html', { 3: '3-3' }],
  ['TG-01', 'tg01-attr-gt.vue', { 4: '4-4', 3: '2-5', 2: '2-5' }],
  ['TG-01', 'tg01-jsx-gt.tsx', { 3: '3-3', 2: '2-4' }],
  ['TG-04', 'tg04-nested-same.html', { 3: '3-3', 2: '2-4', 5: '5-5', 6: '1-6' }],
];

const sound = [
  ...functions.map(([id, file]) => [id, file] as const),
  ...tags.map(([id, file]) => [id, file] as const),
  ['TG-03', 'tg03-generics.ts'] as const,
];

/** Field cases FR-* and TG-*: functions, elements, and what pairs up. */
export function structureCases(make: MakeCaseBench): void {
  describe('structure cases', () => {
    let bench: CaseBench;

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    for (const [tool, list] of [
      ['be-func-range', functions],
      ['be-tag-range', tags],
    ] as const) {
      for (const [id, file, ranges] of list) {
        it(`${id} gives with ${tool} what holds a line of ${file}`, async () => {
          for (const [line, wanted] of Object.entries(ranges)) {
            const { structured } = await bench.good(tool, { file, line: Number(line) });

            assert.equal(
              `${String(structured['start'])}-${String(structured['end'])}`,
              wanted,
              `line ${line}`,
            );
          }
        });
      }
    }

    for (const [id, file] of sound) {
      it(`${id} finds nothing wrong in ${file}`, async () => {
        const { structured } = await bench.good('be-balance', { file, verbose: true });

        assert.equal(structured['balanced'], true);
        assert.deepEqual(structured['problems'], []);
      });
    }

    it('FR-05 inserts after the end of a value and not inside it', async () => {
      const lines = bench.text('fr05-dict.py').split('\n');
      const { structured } = await bench.good('be-func-range', { file: 'fr05-dict.py', line: 1 });
      const file = `fr05-dict.py:${String(structured['end'])}`;

      await bench.good('be-insert', { file, content: 'OTHER = {}' });

      assert.deepEqual(bench.text('fr05-dict.py').split('\n'), lines.toSpliced(6, 0, 'OTHER = {}'));
    });

    it('FR-09 deletes lines with brackets in a text, and says nothing of them', async () => {
      const lines = bench.text('fr09-brace-string.go').split('\n');

      for (let count = 1; count <= 2; count++) {
        const answer = await bench.good('be-delete', { file: 'fr09-brace-string.go:3' });
        assert.doesNotMatch(answer.text, /counterpart/);
      }

      assert.deepEqual(bench.text('fr09-brace-string.go').split('\n'), lines.toSpliced(2, 2));
    });

    it('FR-09 deletes a bracket alone, and warns that the balance changes', async () => {
      const lines = bench.text('fr05-dict.py').split('\n');

      const answer = await bench.good('be-delete', { file: 'fr05-dict.py:6' });

      assert.match(String(answer.structured['warnings']), /"}" without its counterpart/);
      assert.deepEqual(bench.text('fr05-dict.py').split('\n'), lines.toSpliced(5, 1));
    });
  });
}
