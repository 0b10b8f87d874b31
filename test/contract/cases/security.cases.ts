import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';

const marker = 'MARKER-OUTSIDE';

/** Field cases SEC-*: modes, links, the one path gate. */
export function securityCases(make: MakeCaseBench): void {
  describe('security cases', () => {
    let bench: CaseBench;
    let outside: string;
    const mode = (name: string): number => fs.statSync(bench.path(name)).mode & 0o7777;

    beforeEach(async () => {
      bench = await make('ws');
      outside = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'chipboard-outside-')));
      fs.writeFileSync(join(outside, 'secret.txt'), `${marker}\n`);
    });

    afterEach(async () => {
      fs.rmSync(outside, { recursive: true, force: true });
      await bench.dispose();
    });

    for (const [name, bits] of [
      ['sec01-run.sh', 0o755],
      ['sec01-private.env', 0o600],
    ] as const) {
      it(`SEC-01 keeps mode ${bits.toString(8)} through replace, write, delete and rollback`, async () => {
        const before = bench.text(name);

        await bench.good('be-replace', { file: `${name}:1`, content: '#!/bin/sh -e' });
        const replaced = mode(name);
        await bench.good('be-write', { file: name, content: 'one\ntwo\nthree\n' });
        const written = mode(name);
        await bench.good('be-delete', { file: `${name}:2` });
        const deleted = mode(name);
        await bench.good('be-trx', { action: 'rollback', step: 3 });

        assert.deepEqual([replaced, written, deleted, mode(name)], [bits, bits, bits, bits]);
        assert.equal(bench.text(name), before);
      });
    }

    it('SEC-02 edits the file behind a link, keeps the link and names the real file', async () => {
      const answer = await bench.good('be-replace', { file: 'link.conf:2', content: 'b=3' });

      assert.equal(fs.readlinkSync(bench.path('link.conf')), 'real/target.conf');
      assert.equal(bench.text('real/target.conf').split('\n')[1], 'b=3');
      assert.match(String(answer.structured['file']), /real\/target\.conf$/);
    });

    it('SEC-04 keeps a pair of hard links together', async () => {
      await bench.good('be-replace', { file: 'hard-a.md:1', content: 'edited' });

      assert.equal(bench.text('hard-b.md').split('\n')[0], 'edited');
      assert.equal(
        fs.statSync(bench.path('hard-a.md')).ino,
        fs.statSync(bench.path('hard-b.md')).ino,
      );
    });

    it('SEC-05 refuses what is outside for every tool and every way to write it', async () => {
      fs.symlinkSync(join(outside, 'secret.txt'), bench.path('leak2.txt'));
      fs.symlinkSync(outside, bench.path('leakdir'));
      const secret = join(outside, 'secret.txt');
      const uri = pathToFileURL(secret).href;
      const dots = pathToFileURL(bench.root).href;
      const ways = [
        ...['leak2.txt', 'leakdir/secret.txt', 'leakdir/new.txt', secret, uri],
        ...[relative(bench.root, secret), `${dots}/${'%2e%2e/'.repeat(12)}etc/hosts`],
      ];
      for (const file of ways) {
        const answers = [
          await bench.bad('outside-workspace', 'be-read', { file }),
          await bench.bad('outside-workspace', 'be-replace', { file: `${file}:1`, content: 'x' }),
          await bench.bad('outside-workspace', 'be-insert', { file: `${file}:0`, content: 'x' }),
          await bench.bad('outside-workspace', 'be-delete', { file: `${file}:1` }),
          await bench.bad('outside-workspace', 'be-write', { file, content: 'x\n' }),
        ];
        assert.ok(!JSON.stringify(answers).includes(marker), file);
      }
      const to = `${pathToFileURL(bench.path('x.txt')).href}:0`;
      const from = [uri, pathToFileURL(bench.path('leak2.txt')).href];
      for (const source of from) {
        await bench.bad('outside-workspace', 'be-insert-chip', { from: source, to });
      }
      const chips = await bench.good('be-insert-chip', {});

      assert.ok(!chips.text.includes(marker));
      assert.ok(!fs.existsSync(bench.path('x.txt')));
      assert.deepEqual(fs.readdirSync(outside), ['secret.txt']);
      assert.equal(fs.readFileSync(secret, 'utf8'), `${marker}\n`);
    });

    it('SEC-05 does not roll back into a folder that has become a link to outside', async () => {
      bench.put('sub/a.txt', 'one\n');
      await bench.good('be-replace', { file: 'sub/a.txt:1', content: 'ONE' });
      fs.rmSync(bench.path('sub'), { recursive: true });
      fs.writeFileSync(join(outside, 'a.txt'), 'ONE\n');
      fs.symlinkSync(outside, bench.path('sub'));

      await bench.bad('outside-workspace', 'be-trx', { action: 'rollback' });

      assert.equal(fs.readFileSync(join(outside, 'a.txt'), 'utf8'), 'ONE\n');
    });

    it('SEC-07 refuses a folder whose name only begins like the workspace', async () => {
      const evil = `${fs.realpathSync(bench.workspaceFolder)}-evil2`;
      fs.mkdirSync(evil);
      fs.writeFileSync(join(evil, 'file.txt'), marker);
      try {
        const file = join(evil, 'file.txt');
        const answer = await bench.bad('outside-workspace', 'be-read', { file });
        await bench.bad('outside-workspace', 'be-read', { file: relative(bench.root, file) });

        assert.ok(!answer.text.includes(marker));
      } finally {
        fs.rmSync(evil, { recursive: true });
      }
    });

    it('SEC-07 takes a name that begins with two dots', async () => {
      bench.put('..notes.txt', 'one\n');

      await bench.good('be-replace', { file: '..notes.txt:1', content: 'ONE' });

      assert.equal(bench.text('..notes.txt'), 'ONE\n');
    });

    it('SEC-11 takes every spelling of a path for one file', async () => {
      bench.put('sub/a.txt', 'one\ntwo\n');
      fs.symlinkSync(bench.path('sub'), bench.path('way'));
      const read = await bench.good('be-read', { file: bench.path('way/a.txt') });
      const spellings = [
        ...['sub/a.txt', './sub/../sub/a.txt', bench.path('sub/a.txt'), bench.path('way/a.txt')],
        ...[pathToFileURL(bench.path('sub/a.txt')).href, 'way/a.txt'],
      ];
      const id = read.structured['viewed_code_id'];
      await bench.good('be-replace', { file: 'way/a.txt:2', content: '2', viewed_code_id: id });
      for (const [index, file] of spellings.entries()) {
        await bench.good('be-insert', { file: `${file}:1`, content: `n${index}` });
      }

      assert.equal(bench.text('sub/a.txt'), 'one\nn5\nn4\nn3\nn2\nn1\nn0\n2\n');
    });

    it('SEC-14 finds a file whose accent is composed otherwise, says so, and makes no twin', async () => {
      const composed = 'caf\u00e9.txt';
      const real = 'cafe\u0301.txt';
      const names = fs.readdirSync(bench.root).length;
      const read = await bench.good('be-read', { file: composed });
      const write = await bench.good('be-write', { file: composed, content: 'new\n' });

      assert.match(read.text, /NFC and NFD/);
      assert.match(write.text, /NFC and NFD/);
      assert.equal(bench.text(real), 'new\n');
      assert.equal(fs.readdirSync(bench.root).length, names);
    });

    it('SEC-14 reads a file whose name differs in case, and does not overwrite it unasked', async () => {
      bench.put('Notes.TXT', 'one\n');

      const read = await bench.good('be-read', { file: 'notes.txt' });
      const write = await bench.bad('file-exists', 'be-write', { file: 'notes.txt', content: 'x' });

      assert.match(read.text, /upper and lower case/);
      assert.match(write.text, /Notes\.TXT/);
      assert.equal(bench.text('Notes.TXT'), 'one\n');
      assert.ok(!fs.readdirSync(bench.root).includes('notes.txt'));
    });

    it('SEC-14 says that a file is not there where two others could be meant', async () => {
      bench.put('Notes.TXT', 'one\n');
      bench.put('NOTES.txt', 'two\n');

      await bench.bad('file-not-found', 'be-read', { file: 'notes.txt' });
    });
  });
}
