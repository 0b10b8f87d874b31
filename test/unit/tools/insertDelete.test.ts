import assert from 'node:assert/strict';
import { chipOf, numbered, workbenchEach } from '../../fakes/workbench.ts';

describe('be-insert', () => {
  const on = workbenchEach();

  it('inserts after a line, at the top, and after a target', async () => {
    on().put('a.ts', 'function f() {\n}\nend\n');

    const answer = await on().good('be-insert', { file: 'a.ts:3', content: 'last' });
    await on().good('be-insert', { file: 'a.ts:0', content: 'top\n' });
    await on().good('be-insert', { file: 'a.ts', target: 'function:f', content: 'after f' });
    await on().good('be-insert', { file: 'a.ts', after_line: 1, content: '\n' });

    assert.equal(answer.structured['after'], 3);
    assert.equal(on().bytes('a.ts').toString(), 'top\n\nfunction f() {\n}\nafter f\nend\nlast\n');
  });

  it('inserts into an empty file, and after a last line without an end', async () => {
    on().put('empty.txt', '');
    on().put('open.txt', 'a\r\nb');

    await on().good('be-insert', { file: 'empty.txt:0', content: 'x' });
    await on().good('be-insert', { file: 'open.txt:2', content: 'x' });

    assert.equal(on().bytes('empty.txt').toString(), 'x\n');
    assert.equal(on().bytes('open.txt').toString(), 'a\r\nb\r\nx');
  });

  it('refuses a range, a line that is not there, an empty text, and no line', async () => {
    on().put('a.txt', 'a\nb\n');
    const content = 'x';

    await on().bad('bad-arguments', 'be-insert', { file: 'a.txt:1-2', content });
    await on().bad('range-out-of-bounds', 'be-insert', { file: 'a.txt:3', content });
    await on().bad('bad-arguments', 'be-insert', { file: 'a.txt:1', content: '' });
    await on().bad('bad-arguments', 'be-insert', { file: 'a.txt', content });
    await on().bad('file-not-found', 'be-insert', { file: 'none.txt:0', content });
    await on().bad('bad-text', 'be-insert', { file: 'a.txt:1', content: '\udc00' });

    assert.equal(on().bytes('a.txt').toString(), 'a\nb\n');
  });
});

describe('be-delete', () => {
  const on = workbenchEach();

  it('deletes lines and keeps their text, line ends and all, as a chip', async () => {
    on().put('a.txt', 'a\r\nb\nc\nd');

    const answer = await on().good('be-delete', { file: 'a.txt:1-2' });

    assert.equal(on().bytes('a.txt').toString(), 'c\nd');
    const chip = await on().store.chip(chipOf(answer));
    assert.deepEqual(
      [chip?.kind, chip?.tool, chip?.file, chip?.event, chip?.workspace],
      ['deleted', 'be-delete', on().path('a.txt'), answer.structured['event_id'], on().folder],
    );
    const kept = await on().store.payload(chip?.payload ?? '');
    assert.equal(Buffer.from(kept ?? []).toString(), '{"_content":"a\\r\\nb\\n"}');
  });

  it('has its chip and its event in the store before the file is changed', async () => {
    on().put('a.txt', 'a\nb\n');
    const seen: unknown[] = [];
    on().host.beforeApply = () => {
      seen.push(
        on()
          .store.writes.flat()
          .map((write) => write.op),
        on().bytes('a.txt').toString(),
      );
      return undefined;
    };

    await on().good('be-delete', { file: 'a.txt:1' });

    assert.deepEqual(seen, [['putChip', 'putSnapshot'], 'a\nb\n']);
  });

  it('follows an id, and refuses lines that changed under it', async () => {
    on().put('a.txt', numbered(5));
    const { structured } = await on().good('be-read', { file: 'a.txt' });
    const { viewed_code_id } = structured;
    await on().good('be-insert', { file: 'a.txt:0', content: 'top' });

    await on().good('be-delete', { file: 'a.txt:4', viewed_code_id });
    await on().bad('already-applied', 'be-delete', { file: 'a.txt:4', viewed_code_id });

    assert.equal(on().bytes('a.txt').toString(), `top\n${numbered(5).replace('line 4\n', '')}`);
  });

  it('empties a file, and refuses lines of an empty one', async () => {
    on().put('a.txt', 'a\n');

    const answer = await on().good('be-delete', { file: 'a.txt:ALL' });
    await on().bad('range-out-of-bounds', 'be-delete', { file: 'a.txt:ALL' });

    assert.equal(answer.structured['total'], 0);
    assert.equal(on().bytes('a.txt').length, 0);
  });

  it('makes no chip in a preview', async () => {
    on().put('a.txt', 'a\nb\n');

    await on().good('be-delete', { file: 'a.txt:1', preview: true });

    assert.equal(on().bytes('a.txt').toString(), 'a\nb\n');
    assert.deepEqual(await on().store.chips({}), []);
  });
});
