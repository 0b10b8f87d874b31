import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { eolName } from '../../src/core/edit/lines.ts';
import type { EditHost } from '../../src/ports/editHost.ts';
import { assertFails, HostBench, lf, splicesIn, textOf } from '../fakes/hostBench.ts';
import type { Bench } from './editHostEdits.contract.ts';
import {
  allOrNothing,
  createsAndRemoves,
  keptFiles,
  manyEdits,
  refusals,
} from './editHostEdits.contract.ts';

/** A host under test, with a folder of its own. */
export interface EditHostUnderTest {
  readonly host: EditHost;
  /** Absolute path, links resolved. */
  readonly folder: string;
  /** Removes the folder and what else was made. */
  dispose(): void | Promise<void>;
}

/** What every edit host promises. Files are prepared and looked at through the file system, never by the host. */
export function editHostContract(
  name: string,
  make: () => EditHostUnderTest | Promise<EditHostUnderTest>,
): void {
  describe(`${name} as an edit host`, () => {
    let made: EditHostUnderTest | undefined;
    let bench: HostBench | undefined;
    const on: Bench = () => {
      assert.ok(bench);
      return bench;
    };

    beforeEach(async () => {
      made = await make();
      bench = new HostBench(made.host, made.folder);
    });

    afterEach(async () => {
      await made?.dispose();
      made = undefined;
      bench = undefined;
    });

    describe('reads', () => reads(on));
    describe('refuses to read', () => refusedReads(on));
    describe('splices', () => splices(on));
    describe('keeps bytes', () => keptBytes(on));
    describe('makes and removes files', () => createsAndRemoves(on));
    describe('refuses to edit', () => refusals(on));
    describe('edits all or nothing', () => allOrNothing(on));
    describe('keeps what a file is', () => keptFiles(on));
    describe('takes many edits', () => manyEdits(on));
  });
}

function reads(on: Bench): void {
  it('says what a file is', async () => {
    const file = on().put('a.txt', 'one\r\ntwo\r\nlast');

    const view = await on().read(file);

    assert.equal(view.path, file);
    assert.equal(view.lineCount, 3);
    assert.deepEqual({ ...view.eol }, { lf: 0, crlf: 2, cr: 0 });
    assert.equal(view.encoding, 'utf8');
    assert.equal(view.size, 14);
    assert.equal(view.dirty, false);
  });

  it('clamps lines to the file', async () => {
    const view = await on().read(on().put('a.txt', 'one\ntwo\n'));

    assert.deepEqual(view.lines(-5, 99), lf('one', 'two'));
    assert.deepEqual(view.lines(2, 2), lf('two'));
    assert.deepEqual(view.lines(3, 9), []);
    assert.deepEqual(view.lines(2, 1), []);
  });

  it('takes form feed, vertical tab, NEL, LS and PS for text', async () => {
    const view = await on().read(on().put('a.txt', 'a\fb\vc\u0085d\u2028e\u2029f\ng\n'));

    assert.deepEqual(view.lines(1, 9), lf('a\fb\vc\u0085d\u2028e\u2029f', 'g'));
  });

  it('gives the same version as long as the content is the same, and another for another', async () => {
    const file = on().put('a.txt', 'one\n');
    const first = await on().read(file);
    const again = await on().read(file);
    on().put('a.txt', 'other\n');

    const changed = await on().read(file);

    assert.equal(again.version, first.version);
    assert.notEqual(changed.version, first.version);
  });

  it('knows what is at a path without reading it', async () => {
    const file = on().put('a.txt', 'one\n');
    fs.chmodSync(file, 0o640);

    assert.deepEqual(await on().host.stat(file), {
      path: file,
      kind: 'file',
      size: 4,
      mode: 0o640,
    });
    assert.equal((await on().host.stat(on().path('.')))?.kind, 'folder');
    assert.equal(await on().host.stat(on().path('none.txt')), undefined);
    assert.equal(await on().host.stat(on().path('a.txt/b')), undefined);
  });

  it('names the real file behind a link', async () => {
    const file = on().put('real.txt', 'one\n');
    fs.symlinkSync('real.txt', on().path('link.txt'));

    assert.equal((await on().host.stat(on().path('link.txt')))?.path, file);
    assert.equal((await on().read(on().path('link.txt'))).path, file);
  });

  it('does not take a link to nothing for a free name', async () => {
    fs.symlinkSync('nowhere.txt', on().path('link.txt'));

    assert.equal((await on().host.stat(on().path('link.txt')))?.kind, 'other');
  });
}

function refusedReads(on: Bench): void {
  it('refuses a missing file', async () => {
    assertFails(await on().host.read(on().path('none.txt')), 'file-not-found');
  });

  it('refuses a binary file', async () => {
    assertFails(
      await on().host.read(on().put('a.bin', Buffer.from([80, 75, 0, 1, 2]))),
      'binary-file',
    );
  });

  it('refuses bytes that are not text in a known encoding', async () => {
    const file = on().put('gbk.txt', Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 10]));

    assertFails(await on().host.read(file), 'unknown-encoding');
  });
}

function splices(on: Bench): void {
  it('changes a line in the middle', async () => {
    const file = on().put('a.txt', 'a\nb\nc\n');

    const applied = await on().splice(file, 2, 1, lf('B'));

    assert.equal(on().text('a.txt'), 'a\nB\nc\n');
    assert.equal(applied.saved, true);
    assert.equal(applied.path, file);
  });

  it('inserts at the start and at the end, and deletes', async () => {
    const file = on().put('a.txt', 'a\nb\nc\n');

    await on().splice(file, 1, 0, lf('top'));
    await on().splice(file, 5, 0, lf('end'));
    await on().splice(file, 2, 2, []);

    assert.equal(on().text('a.txt'), 'top\nc\nend\n');
  });

  it('makes several splices at once, all counted in the old lines', async () => {
    const view = await on().read(on().put('a.txt', 'a\nb\nc\nd\ne\n'));
    const splices = [
      { line: 1, count: 0, lines: lf('0') },
      { line: 2, count: 2, lines: lf('x') },
      { line: 5, count: 1, lines: lf('y', 'z') },
    ];

    await on().apply(splicesIn(view, ...splices));

    assert.equal(on().text('a.txt'), '0\na\nx\nd\ny\nz\n');
  });

  it('changes a last line that has no line end', async () => {
    const file = on().put('a.txt', 'a\nb');

    await on().splice(file, 2, 1, [{ text: 'B', eol: '' }]);

    assert.equal(on().text('a.txt'), 'a\nB');
  });
}

function keptBytes(on: Bench): void {
  it('keeps CRLF', async () => {
    const file = on().put('a.txt', 'a\r\nb\r\nc\r\n');

    await on().splice(file, 2, 1, [{ text: 'B', eol: '\r\n' }]);

    assert.equal(on().text('a.txt'), 'a\r\nB\r\nc\r\n');
  });

  it('keeps the bytes of other lines where line ends are mixed', async () => {
    const file = on().put('a.txt', 'a\r\nb\nc\r\nd\ne\nf');

    await on().splice(file, 6, 1, [{ text: 'F', eol: '' }]);

    assert.equal(on().text('a.txt'), 'a\r\nb\nc\r\nd\ne\nF');
  });

  it('keeps a lone CR', async () => {
    const file = on().put('a.txt', 'a\rb\nc\nd\n');

    await on().splice(file, 4, 1, lf('D'));

    assert.equal(on().text('a.txt'), 'a\rb\nc\nD\n');
  });

  it('keeps a UTF-8 byte order mark that is no part of the text', async () => {
    const file = on().put('a.txt', '\uFEFFa\nb\n');
    const view = await on().read(file);

    await on().splice(file, 1, 1, lf('A'));

    assert.deepEqual([view.encoding, view.lines(1, 1)], ['utf8bom', lf('a')]);
    assert.deepEqual(on().bytes('a.txt'), Buffer.from('\uFEFFA\nb\n'));
  });

  it('keeps UTF-16 with its byte order mark', async () => {
    const file = on().put('a.txt', Buffer.from('\uFEFFä\r\n😀\r\n', 'utf16le'));
    const view = await on().read(file);

    await on().splice(file, 1, 1, [{ text: 'ö€', eol: '\r\n' }]);

    assert.deepEqual([view.encoding, view.lines(2, 2)[0]?.text], ['utf16le', '😀']);
    assert.deepEqual(on().bytes('a.txt'), Buffer.from('\uFEFFö€\r\n😀\r\n', 'utf16le'));
  });

  it('fills an empty file', async () => {
    const file = on().put('a.txt', '');
    const view = await on().read(file);

    await on().splice(file, 1, 0, lf('a'));

    assert.equal(view.lineCount, 0);
    assert.equal(on().text('a.txt'), 'a\n');
  });

  it('empties a file', async () => {
    const file = on().put('a.txt', 'a\nb\n');

    await on().splice(file, 1, 2, []);

    assert.equal(on().bytes('a.txt').length, 0);
  });

  it('gives the view that a fresh read gives', async () => {
    const file = on().put('a.txt', 'a\nb\nc\n');

    const { view } = await on().splice(file, 2, 1, lf('B', 'ß😀'));

    const fresh = await on().read(file);
    assert.equal(textOf(view), 'a\nB\nß😀\nc\n');
    assert.equal(textOf(fresh), textOf(view));
    assert.equal(fresh.version, view?.version);
    assert.deepEqual([view?.size, view?.dirty, view && eolName(view.eol)], [13, false, 'LF']);
  });
}
