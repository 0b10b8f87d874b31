import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Draft } from '../../../src/core/edit/draft.ts';
import { splitLines } from '../../../src/core/edit/lines.ts';
import type { Line } from '../../../src/ports/editHost.ts';
import { lf } from '../../fakes/hostBench.ts';
import { anySplices, byteView, spliced, splicesFor, tidyText } from '../../fakes/texts.ts';

describe('Draft', () => {
  it('is the file after any series of edits, and gives the splices that make it', () => {
    fc.assert(
      fc.property(tidyText, fc.array(anySplices, { maxLength: 6 }), (text, rounds) => {
        const view = byteView(text);
        const draft = new Draft(view);
        let model: Line[] = splitLines(text);

        for (const steps of rounds) {
          const splices = splicesFor(draft.lineCount, steps);
          splices.toReversed().forEach((splice) => draft.splice(splice));
          model = spliced(model, splices);
        }

        assert.equal(draft.lineCount, model.length);
        assert.deepEqual(draft.lines(1, draft.lineCount), model);
        assert.deepEqual(spliced(splitLines(text), draft.splices()), model);
      }),
    );
  });

  it('gives any range of lines, clamped', () => {
    const draft = new Draft(byteView('a\nb\nc\n'));
    draft.splice({ line: 2, count: 1, lines: lf('x', 'y') });

    assert.deepEqual(draft.lines(2, 3), lf('x', 'y'));
    assert.deepEqual(draft.lines(3, 4), lf('y', 'c'));
    assert.deepEqual(draft.lines(-1, 1), lf('a'));
    assert.deepEqual(draft.lines(4, 99), lf('c'));
    assert.deepEqual(draft.lines(5, 9), []);
  });

  it('is no splices when nothing was done, or all was taken out again', () => {
    const draft = new Draft(byteView('a\nb\n'));
    draft.splice({ line: 2, count: 0, lines: lf('x') });
    draft.splice({ line: 2, count: 1, lines: [] });

    assert.deepEqual(new Draft(byteView('a\n')).splices(), []);
    assert.deepEqual(draft.splices(), []);
  });

  it('begins and ends empty', () => {
    const draft = new Draft(byteView(''));
    draft.splice({ line: 1, count: 0, lines: lf('a') });

    assert.deepEqual(draft.splices(), [{ line: 1, count: 0, lines: lf('a') }]);
    draft.splice({ line: 1, count: 1, lines: [] });
    assert.equal(draft.lineCount, 0);
  });

  it('holds files of many lines', () => {
    const draft = new Draft(byteView('a\n'.repeat(300_000)));
    draft.splice({ line: 1, count: 0, lines: lf(...Array<string>(50_000).fill('x')) });

    assert.equal(draft.lines(1, draft.lineCount).length, 350_000);
    assert.equal(draft.splices()[0]?.lines.length, 50_000);
  });
});
