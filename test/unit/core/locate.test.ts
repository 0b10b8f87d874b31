import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Hunk } from '../../../src/core/edit/change.ts';
import type { Follow, LineSource } from '../../../src/core/edit/locate.ts';
import { inverseSplices } from '../../../src/core/edit/locate.ts';
import type { Line } from '../../../src/ports/editHost.ts';

const line = (text: string): Line => ({ text, eol: '\n' });
const unknown: Follow = { line: () => undefined, gap: () => undefined };

function placeIn(lines: readonly Line[], hunk: Hunk): number | undefined {
  const now: LineSource = {
    lineCount: lines.length,
    lines: (first, last) => lines.slice(Math.max(0, first - 1), last),
  };
  const change = { path: '/w/a.txt', kind: 'splice', encoding: 'utf8', hunks: [hunk] } as const;
  return inverseSplices(change, now, unknown)?.[0]?.line;
}

/** The only place by looking at each. */
function plainPlace(
  lines: readonly Line[],
  { after, above, below }: Hunk,
  enough: (above: boolean, below: boolean) => boolean,
): number | undefined {
  const stand = (texts: readonly string[], at: number): boolean =>
    texts.every((text, index) => lines[at + index]?.text === text);
  const places = Array.from({ length: lines.length + 1 }, (_, start) => start).filter(
    (start) =>
      start + after.length <= lines.length &&
      stand(
        after.map(({ text }) => text),
        start,
      ) &&
      enough(stand(above, start - above.length), stand(below, start + after.length)),
  );
  const [only] = places;
  return places.length === 1 && only !== undefined ? only + 1 : undefined;
}

describe('lines whose place is not known any more', () => {
  it('are found where they stand in one place only', () => {
    const words = fc.array(fc.constantFrom('a', 'b', '}'), { maxLength: 8 });
    const side = fc.array(fc.constantFrom('a', 'b', '}'), { maxLength: 2 });
    const hasText = (texts: readonly string[]): boolean => texts.some((text) => /\w/.test(text));
    fc.assert(
      fc.property(words, words, side, side, (texts, wanted, above, below) => {
        const lines = texts.map(line);
        const after = wanted.slice(0, 3).map(line);
        const hunk: Hunk = { line: 1, before: [], after, above, below };

        const found = placeIn(lines, hunk);

        const both = plainPlace(lines, hunk, (up, down) => up && down);
        const one = plainPlace(
          lines,
          hunk,
          (up, down) => (up && hasText(above)) || (down && hasText(below)),
        );
        assert.equal(found, both ?? (after.length > 0 ? one : undefined));
      }),
      { numRuns: 2000 },
    );
  });

  it('are looked for in a time linear to the file, however much it repeats', () => {
    const timeOf = (count: number): number => {
      const lines = Array.from({ length: count }, () => line('same'));
      const after = [...lines.slice(0, count / 2), line('other')];
      const started = performance.now();
      assert.equal(placeIn(lines, { line: 1, before: [], after, above: [], below: [] }), undefined);
      return performance.now() - started;
    };
    timeOf(2000);

    // Quadratic would be 400 times as long.
    assert.ok(timeOf(40_000) < 100 * Math.max(1, timeOf(2000)));
  });
});
