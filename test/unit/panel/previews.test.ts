import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Preview } from '../../../src/protocol/diff.ts';
import { numbered } from '../../fakes/workbench.ts';
import { panelBenchEach } from './panelBench.ts';

const lines = 'one\ntwo\nthree\nfour\nfive\n';
const lost = 'a text that took long to write and must not be lost\n';

const codes = ({ warnings }: Preview): string[] => warnings.map(({ code }) => code);

describe('a replay', () => {
  const on = panelBenchEach();

  it('is shown as a diff without warnings where nothing speaks against it, and then made as one edit', async () => {
    const file = on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2-3');

    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });
    const before = on().text('a.txt');
    const { event, warnings } = await on().page.ask('preview/apply', { preview: preview.id });

    const [shown] = preview.files;
    assert.deepEqual(
      [shown?.file, shown?.shown, shown?.change, shown?.added, shown?.removed],
      [file, 'a.txt', 'changed', 2, 0],
    );
    assert.deepEqual(preview.warnings, []);
    assert.equal(before, 'one\nfour\nfive\n');
    assert.equal(on().text('a.txt'), lines);
    assert.deepEqual(warnings, []);
    assert.match(event ?? '', /^[0-9a-f]{8}$/);
    assert.notEqual((await on().store.chip(id))?.replayed, undefined);
  });

  it('can be taken back and made again by its event', async () => {
    const file = on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2-3');
    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });
    const { event = '' } = await on().page.ask('preview/apply', { preview: preview.id });

    const back = await on().page.ask('event/preview', { event, action: 'rollback' });
    await on().page.ask('preview/apply', { preview: back.id });
    const taken = on().text('a.txt');
    const again = await on().page.ask('event/preview', { event, action: 'redo' });
    await on().page.ask('preview/apply', { preview: again.id });

    assert.deepEqual([back.files[0]?.removed, again.files[0]?.added], [2, 2]);
    assert.equal(taken, 'one\nfour\nfive\n');
    assert.equal(on().text('a.txt'), lines);
  });

  it('makes a failed call again, with what the person changed', async () => {
    on().put('a.txt', lines);
    const id = await on().failed('be-replace', { file: 'a.txt:9', content: lost });

    const wrong = await on().page.refused('range-out-of-bounds', 'replay/preview', {
      id,
      as: 'call',
    });
    const preview = await on().page.ask('replay/preview', {
      id,
      as: 'call',
      with: { file: 'a.txt:5' },
    });
    await on().page.ask('preview/apply', { preview: preview.id });

    assert.match(wrong, /9/);
    assert.deepEqual(codes(preview), []);
    assert.equal(on().text('a.txt'), `one\ntwo\nthree\nfour\n${lost}`);
  });

  it('is refused once the file is not as it was shown, and nothing is done', async () => {
    const file = on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2');
    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });
    writeFileSync(file, 'one\nthree\nfour\nfive\nsix\n');

    const message = await on().page.refused('changed-since', 'preview/apply', {
      preview: preview.id,
    });

    assert.match(message, /a\.txt has changed/);
    assert.equal(on().text('a.txt'), 'one\nthree\nfour\nfive\nsix\n');
    assert.equal((await on().store.chip(id))?.replayed, undefined);
  });

  it('is made once: the preview is gone after it', async () => {
    const file = on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2');
    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });
    await on().page.ask('preview/apply', { preview: preview.id });

    await on().page.refused('preview-gone', 'preview/apply', { preview: preview.id });

    assert.equal(on().text('a.txt'), lines);
  });

  it('needs a file in the workspace, and a place', async () => {
    on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2');
    const file = `${on().root}/outside.txt`;
    writeFileSync(file, lines);

    await on().page.refused('no-place', 'replay/preview', { id, as: 'content' });
    await on().page.refused('outside-workspace', 'replay/preview', {
      ...{ id, as: 'content', file, line: 1 },
    });
    await on().page.refused('chip-not-found', 'replay/preview', { id: 'abcdef', as: 'call' });

    assert.equal(readFileSync(file, 'utf8'), lines);
  });

  it('is refused in a workspace that is not trusted', async () => {
    const file = on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2');
    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });
    on().workspace.setTrusted(false);

    await on().page.refused('untrusted-workspace', 'preview/apply', { preview: preview.id });

    assert.equal(on().text('a.txt'), 'one\nthree\nfour\nfive\n');
  });
});

describe('a preview warns', () => {
  const on = panelBenchEach();

  it('where the text is there already, and where its old neighbours are not', async () => {
    const file = on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2');
    writeFileSync(file, 'zero\none\ntwo\nthree\n');

    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });

    assert.deepEqual(codes(preview), ['changed-since', 'already-there']);
    assert.match(preview.warnings[1]?.message ?? '', /from line 3 on/);
  });

  it('of no moved neighbours in another file than the one the text is from', async () => {
    on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2');
    const file = on().put('b.txt', 'x\ny\n');

    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });

    assert.deepEqual(codes(preview), []);
  });

  it('where line ends differ', async () => {
    on().put('a.txt', 'one\r\ntwo\r\nthree\r\n');
    const id = await on().deleted('a.txt:2');
    const file = on().put('b.txt', lines);

    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });
    await on().page.ask('preview/apply', { preview: preview.id });

    assert.deepEqual(codes(preview), ['already-there', 'line-ends']);
    assert.match(preview.warnings[1]?.message ?? '', /CRLF.*b\.txt \(LF\)/);
    assert.equal(on().text('b.txt'), 'one\ntwo\ntwo\nthree\nfour\nfive\n');
  });

  it('where the encoding of the file may lack a character', async () => {
    on().put('a.txt', 'one\nπ\n');
    const id = await on().deleted('a.txt:2');
    on().encoding = 'windows1252';
    const file = on().put('b.txt', Buffer.from('caf\xe9\n', 'latin1'));

    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });
    await on().page.refused('bad-text', 'preview/apply', { preview: preview.id });

    assert.deepEqual(codes(preview), ['encoding']);
    assert.match(preview.warnings[0]?.message ?? '', /windows1252.*"π"/);
  });

  it('where a new file gets another encoding than the old one had', async () => {
    const file = on().put('a.txt', Buffer.from('\ufeffone\ntwo\n', 'utf16le'));
    const id = await on().deleted('a.txt:2');
    rmSync(file);

    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 0 });

    assert.deepEqual(codes(preview), ['encoding']);
    assert.equal(preview.files[0]?.change, 'created');
  });

  it('where the chip has expired, and where nothing would change', async () => {
    const text = `${lost}${lines}`;
    on().put('a.txt', text);
    const id = await on().failed('be-write', { file: '../a.txt', content: text });
    on().clock.time += 31 * 86_400_000;

    const preview = await on().page.ask('replay/preview', {
      ...{ id, as: 'call', with: { file: 'a.txt' } },
    });

    assert.deepEqual(codes(preview), ['no-change', 'expired']);
  });

  it('where the file was edited after the call failed', async () => {
    on().put('a.txt', lines);
    const id = await on().failed('be-replace', { file: 'a.txt:9', content: lost });
    on().clock.time += 1000;
    await on().call('be-insert', { file: 'a.txt:0', content: 'zero' });

    const preview = await on().page.ask('replay/preview', {
      ...{ id, as: 'call', with: { file: 'a.txt:2' } },
    });

    assert.deepEqual(codes(preview), ['changed-since']);
    assert.match(preview.warnings[0]?.message ?? '', /by 1 edit/);
  });
});

describe('the rows of a preview', () => {
  const on = panelBenchEach();

  it('stand folded and can be unfolded, and the editor shows them all', async () => {
    const file = on().put('a.txt', numbered(40));
    const id = await on().deleted('a.txt:20');
    const preview = await on().page.ask('replay/preview', { id, as: 'content', file, line: 19 });
    const fold = preview.files[0]?.rows.find((row) => row.kind === 'folded');
    assert.ok(fold);

    const { rows } = await on().page.ask('preview/unfold', {
      preview: preview.id,
      file,
      before: fold.before,
      count: 2,
    });
    await on().page.ask('preview/diff', { preview: preview.id, file });

    assert.deepEqual(rows, [
      { kind: 'same', before: 1, after: 1, text: 'line 1' },
      { kind: 'same', before: 2, after: 2, text: 'line 2' },
    ]);
    const [, diff] = on().actions.asked.find(([name]) => name === 'showDiff') ?? [];
    const { before, after, title } = diff as { before: string; after: string; title: string };
    assert.equal(after, numbered(40));
    assert.notEqual(before, after);
    assert.match(title, /a\.txt/);
  });

  it('are forgotten with the oldest of many previews', async () => {
    const file = on().put('a.txt', lines);
    const id = await on().deleted('a.txt:2');
    const ask = () => on().page.ask('replay/preview', { id, as: 'content', file, line: 1 });
    const first = await ask();
    for (let times = 0; times < 19; times++) {
      await ask();
    }
    await on().page.ask('preview/diff', { preview: first.id, file });

    await ask();

    await on().page.refused('preview-gone', 'preview/diff', { preview: first.id, file });
  });
});

describe('the place of a replay', () => {
  const on = panelBenchEach();

  it('is chosen among files, the own one of the chip first if it has the words', async () => {
    const own = on().put('src/a.txt', lines);
    const other = on().put('src/b.txt', lines);
    const id = await on().deleted('src/a.txt:2');
    on().actions.files = [other, own];

    const all = await on().page.ask('replay/files', { words: 'SRC', chip: id });
    const some = await on().page.ask('replay/files', { words: 'b.txt', chip: id });

    assert.deepEqual(
      all.files.map(({ shown }) => shown),
      ['src/a.txt', 'src/b.txt'],
    );
    assert.equal(some.files[0]?.file, other);
  });

  it('is shown with the lines around it', async () => {
    const file = on().put('a.txt', numbered(40));

    const middle = await on().page.ask('replay/lines', { file, line: 20 });
    const top = await on().page.ask('replay/lines', { file, line: 0 });
    const beyond = await on().page.ask('replay/lines', { file, line: 1000 });
    const missing = await on().page.ask('replay/lines', { file: on().path('no.txt'), line: 3 });

    assert.deepEqual([middle.total, middle.first, middle.lines.length], [40, 16, 10]);
    assert.deepEqual([top.first, top.lines[0], top.lines.length], [1, 'line 1', 5]);
    assert.deepEqual([beyond.lines.at(-1), beyond.lines.length], ['line 40', 5]);
    assert.deepEqual(missing, { total: 0, first: 1, lines: [] });
  });

  it('is never shown outside the workspace', async () => {
    const file = `${on().root}/secret.txt`;
    writeFileSync(file, 'secret\n');

    await on().page.refused('outside-workspace', 'replay/lines', { file, line: 1 });
  });
});
