import assert from 'node:assert/strict';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import type { FileChange } from '../../../src/core/edit/change.ts';
import {
  changeOf,
  decodeChange,
  encodeChange,
  growth,
  removedText,
} from '../../../src/core/edit/change.ts';
import { splitLines } from '../../../src/core/edit/lines.ts';
import { unifiedDiff } from '../../../src/core/edit/unifiedDiff.ts';
import type { FileView, Line, Splice } from '../../../src/ports/editHost.ts';
import { creation, lf, splicesIn } from '../../fakes/hostBench.ts';
import {
  anySplices,
  anyText,
  byteView,
  splicedText,
  splicesFor,
  tidyText,
} from '../../fakes/texts.ts';

const unlimited = { size: Infinity, line: Infinity };

function changed(view: FileView, ...splices: readonly Splice[]): FileChange {
  return changeOf(splicesIn(view, ...splices), view);
}

describe('a file change', () => {
  it('remembers what stood before, after, above and below', () => {
    const view = byteView('a\nb\r\nc\nd\ne\nf\n');

    const change = changed(view, { line: 5, count: 1, lines: lf('E', 'E2') });

    assert.deepEqual(change, {
      path: '/w/a.txt',
      kind: 'splice',
      encoding: 'utf8',
      hunks: [
        { line: 5, before: lf('e'), after: lf('E', 'E2'), above: ['b', 'c', 'd'], below: ['f'] },
      ],
    });
    assert.equal(growth(change), 1);
    assert.equal(removedText(change), 'e\n');
  });

  it('of a removal has the whole file, and the permission bits', () => {
    const view = byteView('a\r\nb');
    const plan = { kind: 'remove', path: view.path, version: view.version } as const;

    const change = changeOf(plan, view, 0o755);

    assert.equal(removedText(change), 'a\r\nb');
    assert.equal(change.mode, 0o755);
  });

  it('of a new file has its lines', () => {
    const change = changeOf(creation('/w/a.txt', lf('a')), undefined);

    assert.deepEqual([change.kind, growth(change), removedText(change)], ['create', 1, '']);
  });

  it('comes back from its bytes as it was', () => {
    fc.assert(
      fc.property(anyText, anySplices, (text, steps) => {
        const view = byteView(text);
        const change = changed(view, ...splicesFor(view.lineCount, steps));

        assert.deepEqual(decodeChange(encodeChange(change)), change);
      }),
    );
  });

  it('is undefined when read from other bytes', () => {
    assert.equal(decodeChange(new TextEncoder().encode('no JSON')), undefined);
    assert.equal(decodeChange(new TextEncoder().encode('{"path":"a"}')), undefined);
    assert.equal(decodeChange(new TextEncoder().encode('null')), undefined);
  });
});

describe('a unified diff', () => {
  it('applied to the text before gives the text after', () => {
    fc.assert(
      fc.property(tidyText, anySplices, (text, steps) => {
        const view = byteView(text.replaceAll(/\r\n?/g, '\n'));
        const lines = view.lines(1, view.lineCount);
        const splices = splicesFor(view.lineCount, steps).map((splice) => endLike(splice, lines));
        const after = splicedText(lines, splices);

        const diff = unifiedDiff(changed(view, ...splices), view, unlimited);

        assert.equal(diff === '' ? joined(lines) : patched(joined(lines), diff), after);
      }),
    );
  });

  it('shows lines before and after with three lines around, and where a line end is missing', () => {
    const view = byteView('1\n2\n3\n4\n5\n6\n7\n8\n9\nten');

    const diff = unifiedDiff(
      changed(
        view,
        { line: 2, count: 1, lines: lf('two') },
        { line: 10, count: 1, lines: [{ text: '10', eol: '' }] },
      ),
      view,
      unlimited,
    );

    assert.deepEqual(diff.split('\n'), [
      ...['@@ -1,5 +1,5 @@', ' 1', '-2', '+two', ' 3', ' 4', ' 5'],
      ...['@@ -7,4 +7,4 @@', ' 7', ' 8', ' 9'],
      ...['-ten', '\\ No newline at end of file', '+10', '\\ No newline at end of file'],
    ]);
  });

  it('of a new file and of a removed one counts from nothing and to nothing', () => {
    const view = byteView('a\n');
    const made = changeOf(creation('/w/a.txt', lf('a')), undefined);
    const gone = changeOf({ kind: 'remove', path: view.path, version: '' }, view);

    assert.equal(unifiedDiff(made, undefined, unlimited), '@@ -0,0 +1,1 @@\n+a');
    assert.equal(unifiedDiff(gone, view, unlimited), '@@ -1,1 +0,0 @@\n-a');
  });

  it('is cut to its limits, and says how much is missing', () => {
    const view = byteView('a\n'.repeat(50));
    const long = changed(view, { line: 1, count: 1, lines: lf('x'.repeat(500)) });
    const many = changed(view, { line: 1, count: 50, lines: [] });

    assert.match(unifiedDiff(long, view, { size: 9999, line: 100 }), /x{99}… \[401 more/);
    assert.match(
      unifiedDiff(many, view, { size: 40, line: 100 }),
      /-a\n… \[\d+ more diff lines\]$/,
    );
    assert.ok(unifiedDiff(many, view, { size: 40, line: 100 }).length < 80);
  });

  it('of very many lines is made all the same', () => {
    const lines = splitLines('x\n'.repeat(300_000));
    const made = changeOf(creation('/w/a.txt', lines), undefined);

    assert.ok(unifiedDiff(made, undefined, { size: 1000, line: 100 }).length < 1100);
  });
});

function joined(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.eol).join('');
}

function patched(text: string, diff: string): string | false {
  return applyPatch(text, `--- a.txt\n+++ a.txt\n${diff}\n`, { autoConvertLineEndings: false });
}

/** The splice, its last line ending like the last line it replaces; inserted lines need a closed line before them. */
function endLike(splice: Splice, lines: readonly Line[]): Splice {
  const open = lines.at(-1)?.eol === '';
  const toEnd = splice.line + splice.count > lines.length;
  if (!open || !toEnd) {
    return splice;
  }
  return splice.count === 0
    ? { ...splice, lines: [] }
    : { ...splice, lines: splitLines(joined(splice.lines).replace(/\n+$/, '')) };
}
