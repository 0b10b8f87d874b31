import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';

/** Field cases DB-* that make sense without an editor too; the others are in the editor's own suite. */
export function bufferCases(make: MakeCaseBench): void {
  describe('buffer cases', () => {
    let bench: CaseBench;

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    it('DB-04 has every edit of a closed file on disk before the call returns', async function () {
      this.timeout(120_000);
      const lines = bench.text('db01-open.ts').split('\n');
      await bench.good('be-replace', { file: 'db01-open.ts:2', content: 'export const b = 9;' });
      const edited = bench.text('db01-open.ts');
      const made = await bench.good('be-write', { file: 'new/n.ts', content: 'export {};\n' });
      for (let index = 0; index < 30; index++) {
        bench.put(`loop/${index}.ts`, 'a\nb\n');
        await bench.good('be-replace', { file: `loop/${index}.ts:1`, content: `a${index}` });
        assert.equal(bench.text(`loop/${index}.ts`), `a${index}\nb\n`);
      }

      assert.equal(edited, [lines[0], 'export const b = 9;', ...lines.slice(2)].join('\n'));
      assert.equal(bench.text('new/n.ts'), 'export {};\n');
      assert.notEqual(made.structured['saved'], false);
    });

    it('DB-05 reads back at once what it wrote', async () => {
      await bench.good('be-write', { file: 'db01-open.ts', content: 'export const z = 0;\n' });

      const read = await bench.good('be-read', { file: 'db01-open.ts' });

      assert.equal(read.structured['content'], '1\texport const z = 0;');
      assert.equal(bench.text('db01-open.ts'), 'export const z = 0;\n');
    });

    it('DB-05 writes none of several files where one is read-only', async () => {
      bench.put('one.txt', 'one\n');
      bench.put('two.txt', 'two\n');
      bench.put('mixed.txt', 'a\r\nb\n');
      fs.chmodSync(bench.path('two.txt'), 0o444);
      const names = ['one.txt', 'mixed.txt', 'two.txt', 'made.txt'];

      const answer = await bench.bad('file-not-writable', 'be-write', {
        files: names.map((file) => ({ file, content: 'new\n' })),
      });

      assert.match(answer.text.split('\n')[0] ?? '', /two\.txt is read-only/);
      assert.equal(bench.text('one.txt'), 'one\n');
      assert.equal(bench.text('mixed.txt'), 'a\r\nb\n');
      assert.ok(!fs.existsSync(bench.path('made.txt')));
    });

    it('DB-07 edits a closed notebook, and warns when it is no JSON any more', async () => {
      const lines = bench.text('db07-nb.ipynb').split('\n');
      const line = lines.findIndex((one) => one.includes('x = 1')) + 1;
      const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '';

      const fine = await bench.good('be-replace', {
        file: `db07-nb.ipynb:${line}`,
        content: `${indent}"x = 2\\n",`,
      });
      const broken = await bench.good('be-replace', {
        file: `db07-nb.ipynb:${line}`,
        content: `${indent}"x = 2`,
      });

      assert.doesNotMatch(fine.text, /valid JSON/);
      assert.match(broken.text, /was valid JSON before this edit and is not any more/);
      assert.match(bench.text('db07-nb.ipynb'), /"x = 2\n/);
    });
  });
}
