import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { CaseAnswer, CaseBench, MakeCaseBench } from './caseBench.ts';

const doc = 'rb01-doc.txt';

/** Field cases RB-*: what was removed comes back, and nothing of the user's is lost for it. */
export function recoveryCases(make: MakeCaseBench): void {
  describe('recovery cases', () => {
    let bench: CaseBench;
    const eventOf = (answer: CaseAnswer): string => String(answer.structured['event_id']);
    const rollback = (over: object = {}): Promise<CaseAnswer> =>
      bench.good('be-trx', { action: 'rollback', ...over });
    const status = async (): Promise<readonly Record<string, unknown>[]> => {
      const { structured } = await bench.good('be-trx', { action: 'status' });
      return structured['events'] as Record<string, unknown>[];
    };

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    it('RB-01 takes only our line back where the user edited another one', async () => {
      const lines = bench.text(doc).split('\n');
      await bench.good('be-replace', { file: `${doc}:2`, content: 'ours' });
      bench.put(doc, [lines[0], 'ours', 'by the user', ...lines.slice(3)].join('\n'));

      await rollback();

      assert.equal(
        bench.text(doc),
        [...lines.slice(0, 2), 'by the user', ...lines.slice(3)].join('\n'),
      );
    });

    it('RB-01 refuses where the user edited our line, and shows what is there', async () => {
      const lines = bench.text(doc).split('\n');
      const edit = await bench.good('be-replace', { file: `${doc}:2`, content: 'ours' });
      bench.put(doc, [lines[0], 'ours, by the user', ...lines.slice(2)].join('\n'));
      const before = bench.text(doc);

      const answer = await bench.bad('changed-after', 'be-trx', { action: 'rollback' });

      assert.equal(bench.text(doc), before);
      assert.match(answer.text, /ours, by the user/);
      const event = (await status()).find((one) => one['event_id'] === eventOf(edit));
      assert.equal(event?.['changed_since'], true);
      assert.equal(event['state'], 'applied');
    });

    it('RB-02 removes a file that it made, as long as it is unchanged', async () => {
      await bench.good('be-write', { file: 'n.txt', content: 'one\n' });
      await rollback();
      const gone = !fs.existsSync(bench.path('n.txt'));
      await bench.good('be-write', { file: 'n.txt', content: 'one\n' });
      bench.put('n.txt', 'one\ntwo\n');

      await bench.bad('changed-after', 'be-trx', { action: 'rollback' });

      assert.ok(gone);
      assert.equal(bench.text('n.txt'), 'one\ntwo\n');
    });

    it('RB-02 brings back all lines of a file, byte for byte', async () => {
      const before = bench.bytes(doc);
      await bench.good('be-delete', { file: `${doc}:ALL` });
      const emptied = bench.text(doc);

      await rollback();

      assert.equal(emptied, '');
      assert.deepEqual(bench.bytes(doc), before);
    });

    for (const [what, prepare, edit] of [
      ['emptied by be-delete', 'a\r\nb\r\nc', ['be-delete', ':ALL']],
      ['with a mark, edited in the middle', '\uFEFFa\r\nb\r\nc', ['be-replace', ':2']],
    ] as const) {
      it(`RB-02 makes a file again that the user deleted: ${what}`, async () => {
        const path = bench.put('plain/x.sh', prepare);
        fs.chmodSync(path, 0o750);
        const before = bench.bytes('plain/x.sh');
        const content = edit[0] === 'be-replace' ? { content: 'B\nB2' } : {};
        await bench.good(edit[0], { file: `plain/x.sh${edit[1]}`, ...content });
        fs.rmSync(bench.path('plain'), { recursive: true });

        await rollback();

        assert.deepEqual(bench.bytes('plain/x.sh'), before);
        assert.equal(fs.statSync(path).mode & 0o777, 0o750);
        await bench.good('be-trx', { action: 'redo' });
        assert.ok(!fs.existsSync(path));
      });
    }

    it('RB-02 makes a deleted file again from several edits, newest first', async () => {
      const before = bench.bytes(doc);
      await bench.good('be-replace', { file: `${doc}:1`, content: 'first' });
      await bench.good('be-insert', { file: `${doc}:1`, content: 'second' });
      await bench.good('be-delete', { file: `${doc}:3` });
      fs.rmSync(bench.path(doc));

      await rollback({ step: 3 });

      assert.deepEqual(bench.bytes(doc), before);
    });

    it('RB-02 says so where a deleted file can not be known', async () => {
      bench.put('big.txt', `${'x'.repeat(99)}\n`.repeat(4000));
      await bench.good('be-replace', { file: 'big.txt:2', content: 'y' });
      fs.rmSync(bench.path('big.txt'));

      const answer = await bench.bad('changed-after', 'be-trx', { action: 'rollback' });

      assert.match(answer.text, /not there any more, and its whole text was not kept/);
    });

    it('RB-03 touches no file but its own, nor the index and the stash of git', async () => {
      bench.put('repo/a.txt', 'one\n');
      bench.put('repo/staged.txt', 'one\n');
      bench.put('repo/.gitignore', '.env\n');
      const git = (...args: readonly string[]): string =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
          cwd: bench.path('repo'),
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], HOME: bench.path('repo') },
        });
      git('init', '-q');
      git('add', '.');
      git('commit', '-q', '-m', 'first');
      bench.put('repo/staged.txt', 'stashed\n');
      git('stash', '-q');
      bench.put('repo/staged.txt', 'staged\n');
      git('add', 'staged.txt');
      bench.put('repo/out/data.bin', 'untracked');
      bench.put('repo/.env', 'ignored');
      const state = (): string =>
        [
          git('status', '--porcelain', '--ignored'),
          git('stash', 'list'),
          git('diff', '--cached'),
        ].join();
      const before = state();

      await bench.good('be-replace', { file: 'repo/a.txt:1', content: 'ONE' });
      await rollback();
      await bench.good('be-trx', { action: 'commit' });

      assert.equal(state(), before);
      assert.equal(bench.text('repo/out/data.bin'), 'untracked');
    });

    it('RB-05 takes back all of three edits or none, and they can be tried again', async () => {
      for (const name of ['a', 'b', 'c']) {
        bench.put(`${name}.txt`, `${name}\n`);
        await bench.good('be-replace', { file: `${name}.txt:1`, content: 'edited' });
      }
      const texts = (): string[] => ['a', 'b', 'c'].map((name) => bench.text(`${name}.txt`));
      fs.chmodSync(bench.path('b.txt'), 0o444);

      const refused = await bench.bad('file-not-writable', 'be-trx', {
        action: 'rollback',
        step: 3,
      });
      const between = texts();
      fs.chmodSync(bench.path('b.txt'), 0o644);
      await rollback({ step: 3 });

      assert.match(refused.text, /b\.txt/);
      assert.deepEqual(between, ['edited\n', 'edited\n', 'edited\n']);
      assert.deepEqual(texts(), ['a\n', 'b\n', 'c\n']);
    });

    it('RB-07 puts deleted lines back so that the file is the same again', async () => {
      const before = bench.bytes('rb07-block.txt');
      const { structured } = await bench.good('be-delete', { file: 'rb07-block.txt:2-4' });
      const to = `${pathToFileURL(bench.path('rb07-block.txt')).href}:1`;

      await bench.good('be-insert-chip', { from: structured['chip'], to });

      assert.deepEqual(bench.bytes('rb07-block.txt'), before);
    });

    it('RB-07 puts the text of a failed call at a corrected place', async () => {
      const content = 'a text that is long enough to be worth keeping\nand a second line of it';
      const failed = await bench.call('be-replace', { file: `${doc}:900-901`, content });
      const to = `${pathToFileURL(bench.path(doc)).href}:0`;

      await bench.good('be-insert-chip', { from: failed.structured['chip'], to });

      assert.ok(bench.text(doc).startsWith(`${content}\n`));
    });

    it('RB-07 refuses an id that is none, and a line that is none', async () => {
      const { structured } = await bench.good('be-delete', { file: 'rb07-block.txt:2-4' });
      const file = pathToFileURL(bench.path(doc)).href;
      const from = structured['chip'];

      for (const id of ['../../x', 'chip://../../x', 'chip://zzzzzz', 'event://../x']) {
        await bench.bad('bad-arguments', 'be-insert-chip', { from: id, to: `${file}:0` });
      }
      await bench.bad(['bad-arguments', 'range-out-of-bounds'], 'be-insert-chip', {
        from,
        to: `${file}:-1`,
      });
      await bench.bad('range-out-of-bounds', 'be-insert-chip', { from, to: `${file}:9999` });
    });

    it('RB-07 drops the oldest chip above the limit, says which, and never the one just made', async () => {
      await bench.setting('chipboard.chips.max', 30);
      bench.put('many.txt', Array.from({ length: 40 }, (_, index) => `l${index}\n`).join(''));
      let last: CaseAnswer | undefined;
      const chips: string[] = [];
      for (let index = 0; index < 31; index++) {
        last = await bench.good('be-delete', { file: 'many.txt:1' });
        chips.push(String(last.structured['chip']).replace('chip://', ''));
      }
      const listed = await bench.good('be-insert-chip', { file: 'many.txt' });
      const ids = (listed.structured['chips'] as { id: string }[]).map(({ id }) => id);

      assert.match(last?.text ?? '', /oldest chips were dropped/);
      assert.ok(ids.includes(chips.at(-1) ?? ''));
      assert.ok(!ids.includes(chips[0] ?? ''));
    });

    it('RB-07 marks the chip of a delete that is taken back as put back', async () => {
      await bench.good('be-delete', { file: 'rb07-block.txt:2-4' });
      await rollback();

      const { structured } = await bench.good('be-insert-chip', { file: 'rb07-block.txt' });

      const [chip] = (structured['chips'] as Record<string, unknown>[]).slice(-1);
      assert.equal(typeof chip?.['replayed_at'], 'string');
    });

    it('RB-09 finds text that was replaced and overwritten, after commit and 40 more edits too', async () => {
      const lines = bench.text(doc).split('\n');
      const replaced = await bench.good('be-replace', { file: `${doc}:1-3`, content: 'one line' });
      await bench.good('be-write', { file: doc, content: 'all new\n' });
      await bench.good('be-trx', { action: 'commit' });
      bench.put('other.txt', 'x\n');
      for (let index = 0; index < 40; index++) {
        await bench.good('be-replace', { file: 'other.txt:1', content: `n${index}`, brief: true });
      }
      const from = `event://${eventOf(replaced)}`;
      const event = await bench.good('be-trx', { action: 'status', event: eventOf(replaced) });
      const [entry] = event.structured['events'] as Record<string, unknown>[];

      assert.equal(entry?.['removed_lines'], 3);
      assert.ok(String(entry['removed']).startsWith((lines[0] ?? '').slice(0, 10)));
      assert.match(String(entry['created_at']), /^\d{4}-/);
      assert.match(JSON.stringify(entry['files']), /rb01-doc\.txt/);
      const to = `${pathToFileURL(bench.path('back.txt')).href}:0`;
      await bench.good('be-insert-chip', { from, to });
      assert.equal(bench.text('back.txt'), `${lines.slice(0, 3).join('\n')}\n`);
    });
  });
}
