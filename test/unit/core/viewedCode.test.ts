import assert from 'node:assert/strict';
import fc from 'fast-check';
import { joinLines } from '../../../src/core/edit/lines.ts';
import { ViewedCode } from '../../../src/core/edit/viewedCode.ts';
import type { Line, Splice } from '../../../src/ports/editHost.ts';
import { lf } from '../../fakes/hostBench.ts';
import { spliced, textView } from '../../fakes/texts.ts';
import { SeededRandom } from '../../fakes/workbench.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');

describe('ViewedCode', () => {
  const view = textView(lines(9));
  let viewed: ViewedCode;

  beforeEach(() => {
    viewed = new ViewedCode(new SeededRandom());
  });

  it('finds lines where they were', () => {
    const id = viewed.show(view, 2, 5);

    assert.deepEqual(viewed.find(id, view, 3, 4), { kind: 'same', first: 3, last: 4, moved: 0 });
  });

  it('follows lines through edits made here, above and below', () => {
    const id = viewed.show(view, 1, 9);
    const splices = [
      { line: 2, count: 1, lines: lf('x', 'y', 'z') },
      { line: 8, count: 0, lines: lf('w') },
    ];
    const after = textView(joinLines(spliced(view.lines(1, 9), splices)));
    viewed.edited(view.path, splices, 'e1');

    assert.deepEqual(viewed.find(id, after, 5, 7), { kind: 'same', first: 7, last: 9, moved: 2 });
    assert.deepEqual(viewed.find(id, after, 8, 9), { kind: 'same', first: 11, last: 12, moved: 3 });
    assert.deepEqual(viewed.find(id, after, 1, 1), { kind: 'same', first: 1, last: 1, moved: 0 });
  });

  it('says by which event lines were used up, and that lines were torn apart', () => {
    const id = viewed.show(view, 1, 9);
    viewed.edited(view.path, [{ line: 4, count: 2, lines: [] }], 'e1');
    viewed.edited('/w/other.txt', [{ line: 1, count: 9, lines: [] }], 'e2');

    assert.deepEqual(viewed.find(id, view, 4, 4), { kind: 'used-up', event: 'e1' });
    assert.deepEqual(viewed.find(id, view, 3, 6), { kind: 'used-up', event: 'e1' });
  });

  it('knows only its ids, and only for their file', () => {
    const id = viewed.show(view, 2, 3);
    const other = Object.assign(textView(lines(9)), { path: '/w/other.txt' });

    assert.deepEqual(viewed.find('v00000000', view, 2, 3), { kind: 'unknown' });
    assert.deepEqual(viewed.find(id, other, 2, 3), { kind: 'unknown' });
  });

  it('is for the lines shown and no others, also not for their neighbours', () => {
    const id = viewed.show(view, 3, 20);

    assert.deepEqual(viewed.find(id, view, 2, 4), { kind: 'not-shown', first: 3, last: 9 });
    assert.deepEqual(viewed.find(id, view, 9, 10), { kind: 'not-shown', first: 3, last: 9 });
  });

  it('finds lines that the user moved', () => {
    const id = viewed.show(view, 5, 5);
    const after = textView(`user\nuser\n${lines(9)}user\n`);

    assert.deepEqual(viewed.find(id, after, 5, 5), { kind: 'same', first: 7, last: 7, moved: 2 });
  });

  it('finds lines whose neighbours on one side the user changed', () => {
    const id = viewed.show(view, 5, 5);
    const after = textView(lines(9).replace('6', 'user'));

    assert.equal(viewed.find(id, after, 5, 5).kind, 'same');
  });

  it('does not find lines that the user changed', () => {
    const id = viewed.show(view, 1, 9);
    const after = textView(lines(9).replace('5', 'user'));

    assert.deepEqual(viewed.find(id, after, 5, 5), { kind: 'changed' });
    assert.deepEqual(viewed.find(id, after, 4, 6), { kind: 'changed' });
    assert.equal(viewed.find(id, after, 4, 4).kind, 'same');
  });

  it('does not take an equal line elsewhere for one that is gone', () => {
    const id = viewed.show(textView('a\nb\n}\nc\nd\n}\ne\n'), 3, 3);

    assert.deepEqual(viewed.find(id, textView('a\nb\nc\nd\n}\ne\n'), 3, 3), { kind: 'changed' });
  });

  it('does not take an equal line that came to stand at the old place', () => {
    const id = viewed.show(textView('a\n}\nb\nc\n}\nd\n'), 5, 5);
    const after = textView('1\n2\n3\na\n}\nb\nc\n}\nd\n');

    assert.deepEqual(viewed.find(id, after, 5, 5), { kind: 'same', first: 8, last: 8, moved: 3 });
  });

  it('follows a renamed file and a renamed folder, and no name that only begins alike', () => {
    const id = viewed.show(view, 1, 1);
    const at = (path: string): string =>
      viewed.find(id, Object.assign(textView(lines(9)), { path }), 1, 1).kind;

    viewed.renamed('/w/a', '/w/x');
    assert.equal(at('/w/a.txt'), 'same');
    viewed.renamed('/w/a.txt', '/w/b.txt');
    assert.equal(at('/w/b.txt'), 'same');
    viewed.renamed('/w', '/v');
    assert.equal(at('/v/b.txt'), 'same');
  });

  it('forgets what was used longest ago', () => {
    const first = viewed.show(view, 1, 1);
    const second = viewed.show(view, 1, 1);
    viewed.find(first, view, 1, 1);
    Array.from({ length: 1999 }, () => viewed.show(view, 1, 1));

    assert.equal(viewed.find(first, view, 1, 1).kind, 'same');
    assert.equal(viewed.find(second, view, 1, 1).kind, 'unknown');
  });

  it('shows an empty file', () => {
    const id = viewed.show(textView(''), 1, 0);

    assert.deepEqual(viewed.find(id, textView(''), 1, 1), { kind: 'not-shown', first: 1, last: 0 });
  });

  it('finds a line only where it is itself, or where it stands beside the line it stood beside', () => {
    fc.assert(fc.property(anyFile, fc.nat(), anyEdits, fc.nat(), checkIdentity));
  });
});

/** A line with an identity that edits do not change; every second line's text is unique. */
interface Known extends Line {
  readonly id: string;
}

const anyFile = fc
  .array(fc.constantFrom('', '}', '  return;'), { minLength: 2, maxLength: 10 })
  .map((texts) =>
    texts.flatMap((text, index): Known[] => [
      { id: `u${index}`, text: `unique ${index}`, eol: '\n' },
      { id: `d${index}`, text, eol: '\n' },
    ]),
  );

const anyEdit = fc.record({ at: fc.nat(), count: fc.nat(3), added: fc.nat(3) });

/** An edit made here, then edits by the user. */
const anyEdits = fc
  .tuple(fc.array(anyEdit, { maxLength: 1 }), fc.array(anyEdit, { maxLength: 3 }))
  .map(([own, user]) => [
    ...own.map((edit) => ({ ...edit, own: true })),
    ...user.map((edit) => ({ ...edit, own: false })),
  ]);

function checkIdentity(
  file: readonly Known[],
  from: number,
  edits: readonly { own: boolean; at: number; count: number; added: number }[],
  pick: number,
): void {
  const viewed = new ViewedCode(new SeededRandom());
  const first = 1 + (from % file.length);
  const id = viewed.show(textView(joinLines(file)), first, first + 3);
  let now = [...file];
  for (const [index, { own, at, count, added }] of edits.entries()) {
    const line = 1 + (at % (now.length + 1));
    const fresh = Array.from({ length: added }, (_, row): Known => {
      const text = `new ${index} ${row}`;
      return { id: text, text, eol: '\n' };
    });
    const splice: Splice = { line, count: Math.min(count, now.length + 1 - line), lines: fresh };
    now = spliced(now, [splice]) as Known[];
    if (own) {
      viewed.edited('/w/a.txt', [splice], `e${index}`);
    }
  }
  const asked = first + (pick % Math.min(4, file.length + 1 - first));

  const found = viewed.find(id, textView(joinLines(now)), asked, asked);

  if (found.kind === 'same') {
    assert.equal(now[found.first - 1]?.text, file[asked - 1]?.text);
    const beside = (list: readonly Known[], line: number): (string | undefined)[] =>
      [0, -1, 1].map((step) => list[line - 1 + step]?.id);
    const shown = beside(file, asked);
    assert.ok(
      beside(now, found.first).some((one, index) => one !== undefined && one === shown[index]),
      `${asked} is not ${found.first}`,
    );
  }
}
