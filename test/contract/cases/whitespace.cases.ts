import assert from 'node:assert/strict';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';

/** Field cases WS-*: blanks, prefixes and look-alikes in what an agent sends. */
export function whitespaceCases(make: MakeCaseBench): void {
  describe('whitespace cases', () => {
    let bench: CaseBench;

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    it('WS-09 writes $&, $` and the like as they are', async () => {
      const text = "a $& b $$ c $` d $' e $1 $<n> \\1 \\\\0";

      await bench.good('be-replace', { file: 'ws09-dollar.txt:1', content: text });

      assert.equal(bench.text('ws09-dollar.txt').split('\n')[0], text);
    });

    it('WS-10 keeps blank lines at the end of a replacement', async () => {
      const lines = bench.text('ws10-blank-sep.gd').split('\n');

      await bench.good('be-replace', {
        file: 'ws10-blank-sep.gd:1-3',
        content: 'func first():\n    print("new")\n\n',
      });

      assert.equal(
        bench.text('ws10-blank-sep.gd'),
        ['func first():', '    print("new")', '', ...lines.slice(3)].join('\n'),
      );
    });
  });
}
