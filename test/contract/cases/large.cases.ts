import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { CaseAnswer, CaseBench, MakeCaseBench } from './caseBench.ts';

/** Bytes an answer may have for a client of which nothing is known, both forms counted. */
const answerLimit = 10_000;

/** Field cases LG-*: files and lines of any size, answers of a known one. */
export function largeCases(make: MakeCaseBench): void {
  describe('large files', () => {
    let bench: CaseBench;
    const small = (answer: CaseAnswer): void => {
      const size =
        Buffer.byteLength(answer.text) + Buffer.byteLength(JSON.stringify(answer.structured));
      assert.ok(size <= answerLimit, `${size} bytes`);
    };

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    it('LG-01 reads and edits far lines of a file of 60 MiB in a few seconds', async function () {
      this.timeout(120_000);
      const count = 3_200_000;
      const path = bench.put('lg01-60mib.log', '');
      for (let first = 1; first <= count; first += 100_000) {
        const lines = Array.from(
          { length: 100_000 },
          (_, index) => `line ${first + index} 0123456789`,
        );
        fs.appendFileSync(path, `${lines.join('\n')}\n`);
      }
      const size = fs.statSync(path).size;
      const started = performance.now();

      const read = await bench.good('be-read', { file: 'lg01-60mib.log:3000000-3000003' });
      const readTime = performance.now() - started;
      const edit = await bench.good('be-replace', { file: 'lg01-60mib.log:2', content: 'x' });
      const back = await bench.good('be-trx', { action: 'rollback' });

      assert.ok(size > 60 * 1024 * 1024);
      // Far from what it takes alone, as tests run side by side.
      assert.ok(readTime < 20_000, `${readTime} ms`);
      assert.match(String(read.structured['content']), /^3000000\tline 3000000 /);
      assert.equal(edit.structured['total'], count);
      assert.equal(fs.statSync(path).size, size);
      for (const answer of [read, edit, back]) {
        small(answer);
      }
    });

    it('LG-02 cuts a long line with a mark and its length, and gives the rest by columns', async () => {
      const [line = ''] = bench.text('lg02-minified.js').split('\n');
      const file = 'lg02-minified.js';

      const whole = await bench.good('be-read', { file });
      const one = await bench.good('be-read', { file: `${file}:1` });
      small(whole);
      small(one);
      assert.match(one.text, new RegExp(`\\[cut: \\d+ more characters of ${line.length}\\]`));
      let text = '';
      let next: Record<string, unknown> | undefined = { file: `${file}:1`, columns: '1-4000' };
      while (next !== undefined && text.length < 20_000) {
        const part = await bench.good('be-read', next);
        small(part);
        assert.equal(part.structured['line_length'], line.length);
        text += String(part.structured['content']);
        const more = part.structured['next'] as Record<string, unknown> | undefined;
        next = more === undefined ? undefined : { ...more, file: `${file}:1` };
      }
      assert.equal(text, line.slice(0, text.length));
      assert.ok(text.length >= Math.min(4000, line.length));
    });

    it('LG-02 edits beside a long line with a small answer', async () => {
      const lines = bench.text('lg02-minified.js').split('\n');

      const edit = await bench.good('be-replace', {
        file: 'lg02-minified.js:2',
        content: 'var tail=2;',
      });

      small(edit);
      assert.equal(
        bench.text('lg02-minified.js'),
        [lines[0], 'var tail=2;', ...lines.slice(2)].join('\n'),
      );
    });

    it('LG-02 never takes a cut line for the text of the line', async () => {
      const before = bench.text('lg02-minified.js');
      const read = await bench.good('be-read', { file: 'lg02-minified.js:1' });
      const cut = String(read.structured['content']).replace(/^1\t/, '');

      const refused = await bench.call('be-replace', {
        file: 'lg02-minified.js:1',
        old: cut,
        content: 'x',
      });

      assert.equal(refused.isError, true);
      small(refused);
      assert.equal(bench.text('lg02-minified.js'), before);
    });

    it('LG-02 refuses columns of several lines, and beyond the line', async () => {
      const file = 'lg02-minified.js';

      await bench.bad('bad-arguments', 'be-read', { file, columns: '1-10' });
      await bench.bad('bad-arguments', 'be-read', { file: `${file}:2`, columns: '999-1000' });
      await bench.bad('bad-arguments', 'be-read', { file: `${file}:1`, columns: '9-3' });
    });

    it('LG-03 brings a large file back with one call after a write that lost most of it', async () => {
      const before = bench.bytes('lg03-app.html');
      const first = bench.text('lg03-app.html').split('\n').slice(0, 16).join('\n');
      await bench.good('be-replace', { file: 'lg03-app.html:ALL', content: first });
      const shrunk = bench.bytes('lg03-app.html').length;

      const back = await bench.good('be-trx', { action: 'rollback' });

      assert.ok(shrunk < before.length / 10);
      assert.deepEqual(bench.bytes('lg03-app.html'), before);
      small(back);
    });
  });
}
