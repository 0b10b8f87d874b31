import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileEditHost } from '../../../src/node/fileEditHost.ts';
import { editHostContract } from '../../contract/editHost.contract.ts';
import { assertFails, creation, HostBench, lf, splicesIn, valueOf } from '../../fakes/hostBench.ts';

function temporaryFolder(): string {
  return fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'chipboard-host-')));
}

editHostContract('FileEditHost', () => {
  const folder = temporaryFolder();
  return {
    host: new FileEditHost(),
    folder,
    dispose: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
});

describe('FileEditHost', () => {
  let folder = '';
  let bench: HostBench;

  beforeEach(() => {
    folder = temporaryFolder();
    bench = new HostBench(new FileEditHost(), folder);
  });

  afterEach(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('keeps hard links together', async () => {
    const file = bench.put('a.md', 'a\nb\n');
    fs.linkSync(file, bench.path('twin.md'));

    await bench.splice(file, 1, 1, lf('A'));

    assert.equal(bench.text('twin.md'), 'A\nb\n');
    assert.equal(fs.statSync(file).ino, fs.statSync(bench.path('twin.md')).ino);
  });

  it('keeps a private file private, and writes it by a file that is no more readable', async () => {
    const file = bench.put('private.env', 'KEY=1\n'.repeat(1_000_000), 0o600);
    const modes: number[] = [];
    let done = false;

    const edit = bench.splice(file, 1, 1, lf('KEY=2')).finally(() => (done = true));
    while (!done) {
      const temporary = bench.names().filter((name) => name !== 'private.env');
      modes.push(...temporary.map((name) => modeIfThere(bench.path(name))));
      await nextTurn();
    }
    await edit;

    assert.equal(bench.mode('private.env'), 0o600);
    assert.ok(modes.length > 0);
    assert.ok(modes.every((mode) => mode === 0o600));
  });

  it('keeps the owner and the special bits', async () => {
    const file = bench.put('run.sh', 'a\n');
    fs.chmodSync(file, 0o2755);
    const before = fs.statSync(file);

    await bench.splice(file, 1, 1, lf('b'));

    const after = fs.statSync(file);
    assert.deepEqual([after.mode, after.uid, after.gid], [before.mode, before.uid, before.gid]);
  });

  it('replaces a file in one step, so that who has it open keeps reading the old one', async () => {
    const file = bench.put('a.txt', 'old\n');
    const handle = fs.openSync(file, 'r');

    await bench.splice(file, 1, 1, lf('new'));

    const seen = fs.readFileSync(handle, 'utf8');
    fs.closeSync(handle);
    assert.equal(seen, 'old\n');
    assert.equal(bench.text('a.txt'), 'new\n');
  });

  it('leaves no other files, whether the edit succeeds or fails', async () => {
    const view = await bench.read(bench.put('a.txt', 'a\n'));
    await bench.apply(splicesIn(view, { line: 1, count: 1, lines: lf('b') }));

    await bench.tryApply([splicesIn(view, { line: 1, count: 1, lines: lf('c') })]);

    assert.deepEqual(bench.names(), ['a.txt']);
  });

  it('puts every file back when the last one cannot be written', async () => {
    const a = await bench.read(bench.put('a.txt', 'a\n', 0o640));
    const b = await bench.read(bench.put('b.txt', 'b\n'));
    const target = bench.put('file.txt', 'in the way\n');

    const result = await bench.tryApply([
      splicesIn(a, { line: 1, count: 1, lines: lf('A') }),
      { kind: 'remove', path: b.path, version: b.version },
      creation(bench.path('new/folder/c.txt'), lf('c')),
      creation(join(target, 'below-a-file.txt'), lf('d')),
    ]);

    assertFails(result, 'write-failed');
    assert.deepEqual(bench.names(), ['a.txt', 'b.txt', 'file.txt']);
    assert.deepEqual([bench.text('a.txt'), bench.text('b.txt')], ['a\n', 'b\n']);
    assert.equal(bench.mode('a.txt'), 0o640);
  });

  it('leaves a file alone that a plan gives no splices for', async () => {
    const a = await bench.read(bench.put('a.txt', 'a\n'));
    const before = fs.statSync(a.path, { bigint: true });

    const [applied] = await bench.apply(splicesIn(a));

    const after = fs.statSync(a.path, { bigint: true });
    assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
    assert.equal(applied?.view?.version, a.version);
  });

  it('refuses encodings that it cannot write', async () => {
    const plan = creation(bench.path('a.txt'), lf('中'), { encoding: 'gbk' });

    assertFails(await bench.tryApply([plan]), 'unknown-encoding');
    assert.deepEqual(bench.names(), []);
  });

  it('refuses UTF-32 and damaged UTF-16', async () => {
    const utf32 = bench.put('a.txt', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]));
    const odd = bench.put('b.txt', Buffer.from([0xff, 0xfe, 0x61]));
    const half = bench.put('c.txt', Buffer.from([0xff, 0xfe, 0x3d, 0xd8, 0x61, 0]));

    assertFails(await bench.host.read(utf32), 'unknown-encoding');
    assertFails(await bench.host.read(odd), 'unknown-encoding');
    assertFails(await bench.host.read(half), 'unknown-encoding');
  });

  it('reads big-endian UTF-16 and keeps it', async () => {
    const bytes = Buffer.from('\uFEFFa\nb\n', 'utf16le').swap16();
    const file = bench.put('a.txt', bytes);

    await bench.splice(file, 2, 1, lf('ü'));

    assert.deepEqual(bench.bytes('a.txt'), Buffer.from('\uFEFFa\nü\n', 'utf16le').swap16());
  });

  it('refuses a folder as a file, and answers a path that is too long', async () => {
    assertFails(await bench.host.read(folder), 'file-not-writable');
    assert.equal(await bench.host.stat(bench.path('x'.repeat(300))), undefined);
  });

  it('notices a change of the same size made in the same tick of the clock, every time', async () => {
    const codes: string[] = [];
    for (let round = 0; round < 50; round++) {
      const view = await bench.read(bench.put('a.txt', 'a\n'));
      bench.put('a.txt', 'b\n');
      const result = await bench.tryApply([splicesIn(view, { line: 1, count: 1, lines: lf('c') })]);
      codes.push(result.ok ? 'ok' : result.failure.code);
    }

    assert.deepEqual([...new Set(codes)], ['changed-since']);
  });

  it('edits a file of 300,000 lines without decoding or moving the rest', async () => {
    const text = 'some words in a line\n'.repeat(300_000);
    const file = bench.put('big.txt', text);

    await bench.splice(file, 150_000, 1, lf('changed'));

    const expected = Buffer.from(text);
    const at = 149_999 * 21;
    const now = bench.bytes('big.txt');
    assert.equal(now.length, expected.length - 21 + 8);
    assert.ok(now.subarray(0, at).equals(expected.subarray(0, at)));
    assert.equal(now.subarray(at, at + 8).toString(), 'changed\n');
    assert.ok(now.subarray(at + 8).equals(expected.subarray(at + 21)));
  });

  it('splices a large UTF-16 file', async () => {
    const text = '\uFEFF' + 'ab\n'.repeat(200_000);
    const file = bench.put('big.txt', Buffer.from(text, 'utf16le'));

    await bench.splice(file, 200_000, 1, lf('end'));

    const expected = Buffer.from(`\uFEFF${'ab\n'.repeat(199_999)}end\n`, 'utf16le');
    assert.ok(bench.bytes('big.txt').equals(expected));
  });

  it('reads a view once more from memory while it is held', async () => {
    const view = valueOf(await bench.host.read(bench.put('a.txt', 'a\n')));
    fs.utimesSync(view.path, new Date(0), new Date(0));

    await bench.apply(splicesIn(view, { line: 1, count: 1, lines: lf('b') }));

    assert.equal(bench.text('a.txt'), 'b\n');
  });
});

function modeIfThere(path: string): number {
  try {
    return fs.statSync(path).mode & 0o777;
  } catch {
    return 0o600;
  }
}
