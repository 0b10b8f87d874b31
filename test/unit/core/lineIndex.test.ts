import assert from 'node:assert/strict';
import fc from 'fast-check';
import { scanLines, splicedIndex } from '../../../src/core/edit/lineIndex.ts';
import type { Splice } from '../../../src/ports/editHost.ts';
import { anyText, byteView } from '../../fakes/texts.ts';

const runs = Number(process.env['CHIPBOARD_RUNS'] ?? 500);

/** Lines of every kind, also such that are none: with a line end inside, or without one before another line. */
const anyLine = fc.record({
  text: fc.constantFrom('', 'x', 'é😀', 'two\nlines', '\r', '\ud800'),
  eol: fc.constantFrom('\n', '\r\n', '\r', ''),
});

const anySplices = fc.array(
  fc.record({ skip: fc.nat(3), count: fc.nat(3), lines: fc.array(anyLine, { maxLength: 3 }) }),
  { maxLength: 4 },
);

describe('the line index after splices', () => {
  it('is the one that a scan of the new bytes gives', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), anySplices, (text, marked, steps) => {
        const view = byteView(marked ? `\uFEFF${text}` : text, marked ? 'utf8bom' : 'utf8');
        const splices: Splice[] = [];
        let line = 1;
        for (const { skip, count, lines } of steps) {
          line += skip;
          if (line <= view.lineCount + 1) {
            splices.push({ line, count: Math.min(count, view.lineCount + 1 - line), lines });
          }
          line += count + 1;
        }
        const from = marked ? 3 : 0;
        const bytes = Buffer.concat(view.spliced(splices));
        const before = { bytes: view.bytes, ...scanLines(view.bytes, from) };

        const index = splicedIndex(before, splices, bytes);

        const scanned = scanLines(bytes, from);
        assert.deepEqual([...index.starts], [...scanned.starts]);
        assert.deepEqual(index.eol, scanned.eol);
        assert.deepEqual(
          view.after(splices, 'v2', bytes).lines(1, 99),
          byteView(Buffer.from(bytes).toString(), marked ? 'utf8bom' : 'utf8').lines(1, 99),
        );
      }),
      { numRuns: runs },
    );
  });
});
