import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { bytesAsLines, bytesEncoding, linesAsBytes } from '../../src/core/edit/bytesEncoding.ts';
import { assertFails, creation, lf, splicesIn, textOf, valueOf } from '../fakes/hostBench.ts';
import type { HostBench } from '../fakes/hostBench.ts';

/** The bench of the test that runs. */
export type Bench = () => HostBench;

/** Making and removing files. */
export function createsAndRemoves(on: Bench): void {
  it('makes a file, and the folders it needs', async () => {
    const file = on().path('new/deep/a.txt');

    const [applied] = await on().apply(creation(file, lf('a', 'b')));

    assert.equal(on().text('new/deep/a.txt'), 'a\nb\n');
    assert.equal(textOf(applied?.view), 'a\nb\n');
    assert.deepEqual([applied?.path, applied?.saved], [file, true]);
  });

  it('makes an empty file, and one with the asked permission bits', async () => {
    await on().apply(creation(on().path('empty.txt'), []));
    await on().apply(creation(on().path('run.sh'), lf('#!/bin/sh'), { mode: 0o755 }));

    assert.equal(on().bytes('empty.txt').length, 0);
    assert.equal(on().mode('run.sh'), 0o755);
  });

  it('makes a file with a byte order mark', async () => {
    await on().apply(creation(on().path('a.txt'), lf('é'), { encoding: 'utf8bom' }));
    await on().apply(creation(on().path('b.txt'), lf('é'), { encoding: 'utf16le' }));

    assert.deepEqual(on().bytes('a.txt'), Buffer.from('\uFEFFé\n'));
    assert.deepEqual(on().bytes('b.txt'), Buffer.from('\uFEFFé\n', 'utf16le'));
  });

  it('makes, reads and removes a file of bytes that are no text', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0x0d, 0x0a, 0x0d, 0xff, 0x0a, 0x80]);
    const path = on().path('a.png');

    await on().apply(creation(path, bytesAsLines(bytes), { encoding: bytesEncoding }));
    const written = on().bytes('a.png');
    const view = valueOf(await on().host.read(path, 'bytes'));
    const asText = await on().host.read(path);
    await on().apply({ kind: 'remove', path, version: view.version });

    assert.deepEqual(written, bytes);
    assert.deepEqual(Buffer.from(linesAsBytes(view.lines(1, view.lineCount))), bytes);
    assert.equal(view.encoding, bytesEncoding);
    assert.equal(asText.ok, false);
    assert.deepEqual(on().names(), []);
  });

  it('removes no file of bytes that is not as it was read', async () => {
    const path = on().put('a.png', Buffer.from([0, 1]));
    const { version } = valueOf(await on().host.read(path, 'bytes'));
    on().put('a.png', Buffer.from([0, 2]));

    const result = await on().tryApply([{ kind: 'remove', path, version }]);

    assertFails(result, 'changed-since');
    assert.deepEqual(on().bytes('a.png'), Buffer.from([0, 2]));
  });

  it('removes a file', async () => {
    const { path, version } = await on().read(on().put('a.txt', 'a\n'));

    const [applied] = await on().apply({ kind: 'remove', path, version });

    assert.deepEqual(on().names(), []);
    assert.equal(applied?.view, undefined);
  });
}

/** What must not be edited. */
export function refusals(on: Bench): void {
  it('refuses to make a file that is there', async () => {
    const result = await on().tryApply([creation(on().put('a.txt', 'old\n'), lf('new'))]);

    assertFails(result, 'file-exists');
    assert.equal(on().text('a.txt'), 'old\n');
  });

  it('refuses a file that was changed since it was read, even in the same moment and size', async () => {
    const view = await on().read(on().put('a.txt', 'a\nb\n'));
    on().put('a.txt', 'a\nB\n');

    const result = await on().tryApply([splicesIn(view, { line: 1, count: 1, lines: lf('X') })]);

    assertFails(result, 'changed-since');
    assert.equal(on().text('a.txt'), 'a\nB\n');
  });

  it('refuses to remove a file that was changed since it was read', async () => {
    const { path, version } = await on().read(on().put('a.txt', 'a\n'));
    on().put('a.txt', 'other\n');

    assertFails(await on().tryApply([{ kind: 'remove', path, version }]), 'changed-since');
    assert.equal(on().text('a.txt'), 'other\n');
  });

  it('accepts a file that was written again with the same content', async () => {
    const view = await on().read(on().put('a.txt', 'a\nb\n'));
    on().put('a.txt', 'a\nb\n');

    await on().apply(splicesIn(view, { line: 1, count: 1, lines: lf('X') }));

    assert.equal(on().text('a.txt'), 'X\nb\n');
  });

  it('refuses a file that is gone', async () => {
    const view = await on().read(on().put('a.txt', 'a\n'));
    fs.rmSync(view.path);

    const result = await on().tryApply([splicesIn(view, { line: 1, count: 1, lines: lf('X') })]);

    assertFails(result, 'file-not-found');
    assert.deepEqual(on().names(), []);
  });

  it('refuses a file without any write permission, whoever asks', async () => {
    const view = await on().read(on().put('a.txt', 'a\n', 0o444));

    const result = await on().tryApply([splicesIn(view, { line: 1, count: 1, lines: lf('X') })]);

    assertFails(result, 'file-not-writable');
    assert.deepEqual([on().text('a.txt'), on().mode('a.txt')], ['a\n', 0o444]);
  });

  it('changes nothing when the call was cancelled before', async () => {
    const view = await on().read(on().put('a.txt', 'a\n'));
    const files = [
      splicesIn(view, { line: 1, count: 1, lines: lf('X') }),
      creation(on().path('b.txt'), lf('b')),
    ];

    assertFails(await on().tryApply(files, AbortSignal.abort()), 'cancelled');
    assert.equal(on().text('a.txt'), 'a\n');
    assert.deepEqual(on().names(), ['a.txt']);
  });

  it('lets only one of two edits through that were planned for the same version', async () => {
    const view = await on().read(on().put('a.txt', 'a\nb\n'));

    const results = await Promise.all([
      on().tryApply([splicesIn(view, { line: 1, count: 1, lines: lf('A') })]),
      on().tryApply([splicesIn(view, { line: 2, count: 1, lines: lf('B') })]),
    ]);

    assert.deepEqual(
      results.map((result) => (result.ok ? 'ok' : result.failure.code)),
      ['ok', 'changed-since'],
    );
    assert.equal(on().text('a.txt'), 'A\nb\n');
  });
}

/** Plans for several files. */
export function allOrNothing(on: Bench): void {
  it('edits, makes and removes several files in one plan', async () => {
    const a = await on().read(on().put('a.txt', 'a\n'));
    const b = await on().read(on().put('b.txt', 'b\n'));

    await on().apply(
      splicesIn(a, { line: 1, count: 1, lines: lf('A') }),
      { kind: 'remove', path: b.path, version: b.version },
      creation(on().path('c.txt'), lf('c')),
    );

    assert.deepEqual(on().names(), ['a.txt', 'c.txt']);
    assert.deepEqual([on().text('a.txt'), on().text('c.txt')], ['A\n', 'c\n']);
  });

  it('changes no file when one of them was changed since', async () => {
    const a = await on().read(on().put('a.txt', 'a\n'));
    const b = await on().read(on().put('b.txt', 'b\n'));
    on().put('b.txt', 'other\n');

    const result = await on().tryApply([
      splicesIn(a, { line: 1, count: 1, lines: lf('A') }),
      creation(on().path('c.txt'), lf('c')),
      splicesIn(b, { line: 1, count: 1, lines: lf('B') }),
    ]);

    assertFails(result, 'changed-since');
    assert.deepEqual(on().names(), ['a.txt', 'b.txt']);
    assert.deepEqual([on().text('a.txt'), on().text('b.txt')], ['a\n', 'other\n']);
  });
}

/** What a file is besides its bytes. */
export function keptFiles(on: Bench): void {
  it('edits the file behind a link and leaves the link', async () => {
    on().put('real.txt', 'a\nb\n');
    fs.symlinkSync('real.txt', on().path('link.txt'));

    await on().splice(on().path('link.txt'), 2, 1, lf('B'));

    assert.equal(fs.readlinkSync(on().path('link.txt')), 'real.txt');
    assert.equal(fs.lstatSync(on().path('real.txt')).isFile(), true);
    assert.equal(on().text('real.txt'), 'a\nB\n');
  });

  it('keeps the permission bits', async () => {
    const file = on().put('run.sh', '#!/bin/sh\necho\n', 0o755);

    await on().splice(file, 2, 1, lf('ls'));

    assert.equal(on().mode('run.sh'), 0o755);
  });
}

/** Edits at the same time and one after another. */
export function manyEdits(on: Bench): void {
  it('makes 20 edits to 20 files at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `f${index}.txt`);
    const files = names.map((name) => on().put(name, `first\n${name}\n`));

    await Promise.all(files.map((file, index) => on().splice(file, 1, 1, lf(`new ${index}`))));

    assert.deepEqual(
      names.map((name) => on().text(name)),
      names.map((name, index) => `new ${index}\n${name}\n`),
    );
  });

  it('makes one edit after another, each from the view that the one before gave', async () => {
    let view = await on().read(on().put('a.txt', 'a\n'));

    for (const text of ['b', 'c', 'd']) {
      const [applied] = await on().apply(splicesIn(view, { line: 1, count: 0, lines: lf(text) }));
      assert.ok(applied?.view);
      view = applied.view;
    }

    assert.equal(on().text('a.txt'), 'd\nc\nb\na\n');
  });
}
