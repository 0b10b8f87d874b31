import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { numbered, textField, warningsOf, workbenchEach } from '../../fakes/workbench.ts';

describe('be-replace', () => {
  const on = workbenchEach();

  it('replaces lines and shows what came of it', async () => {
    on().put('a.txt', numbered(9));

    const answer = await on().good('be-replace', {
      file: 'a.txt:5',
      content: 'five\nfive and a half\n',
    });

    assert.equal(
      on().bytes('a.txt').toString(),
      numbered(9).replace('line 5', 'five\nfive and a half'),
    );
    const { viewed_code_id: id, event_id: event, diff, ...fields } = answer.structured;
    assert.match(String(id), /^v[0-9a-f]{8}$/);
    assert.match(String(event), /^[0-9a-f]{8}$/);
    assert.match(String(diff), /^@@ -2,7 \+2,8 @@\n line 2\n/);
    assert.deepEqual(fields, {
      status: 'ok',
      file: 'a.txt',
      start: 2,
      end: 9,
      total: 10,
      shift: 'lines after 5 moved by +1',
      content:
        '2\tline 2\n3\tline 3\n4\tline 4\n5\tfive\n6\tfive and a half\n7\tline 6\n8\tline 7\n9\tline 8',
    });
  });

  it('takes content with any line ends, with or without the last, and keeps those of the file', async () => {
    on().put('a.txt', 'a\r\nb\r\nc');

    await on().good('be-replace', { file: 'a.txt:1', content: 'A\nA2' });
    await on().good('be-replace', { file: 'a.txt:3', content: 'B\r\n' });
    await on().good('be-replace', { file: 'a.txt:4', content: 'C\n' });

    assert.equal(on().bytes('a.txt').toString(), 'A\r\nA2\r\nB\r\nC');
  });

  it('compares the old text by lines, whatever its line ends are', async () => {
    on().put('a.cs', '\tif\r\n\t{\r\n\t}\r\n');

    for (const old of ['\tif\n\t{\n', '\tif\n\t{', '\tif\r\n\t{\r\n']) {
      const args = { file: 'a.cs:1-2', old, content: old };
      await on().good('be-replace', args);
    }

    assert.equal(on().bytes('a.cs').toString(), '\tif\r\n\t{\r\n\t}\r\n');
  });

  it('refuses an old text that differs, names the character, and shows the present lines', async () => {
    on().put('a.go', 'func\n\tif x {\n');
    const args = { file: 'a.go:2', old: '    if x {', content: '\tif y {' };

    const answer = await on().bad('old-mismatch', 'be-replace', args);

    assert.match(
      textField(answer, 'message'),
      /line 2, column 1 it has a space, the file has a tab/,
    );
    assert.equal(answer.structured['content'], '2\t\tif x {');
    assert.equal(on().bytes('a.go').toString(), 'func\n\tif x {\n');
  });

  it('writes dollar signs, escapes and entities as they are', async () => {
    on().put('a.txt', 'a\n');
    const content = "a $& $$ $` $' $1 $<n> \\1 \\n &apos; &amp;amp; <<<<<<< @@";

    await on().good('be-replace', { file: 'a.txt:1', content });

    assert.deepEqual(on().bytes('a.txt'), Buffer.from(`${content}\n`));
  });

  it('removes lines by an empty text', async () => {
    on().put('a.txt', 'a\nb\nc\n');

    await on().good('be-replace', { file: 'a.txt:2', content: '' });

    assert.equal(on().bytes('a.txt').toString(), 'a\nc\n');
  });

  it('says so when nothing changes, leaves the file alone, and makes no event', async () => {
    on().put('a.txt', numbered(100));

    const answer = await on().good('be-replace', { file: 'a.txt:50', content: 'line 50' });

    assert.match(warningsOf(answer), /^No change/);
    assert.equal(answer.structured['event_id'], undefined);
    assert.match(textField(answer, 'content'), /^50\tline 50$/m);
    assert.deepEqual(on().host.plans, []);
  });

  it('shows the diff and changes nothing in a preview', async () => {
    on().put('a.txt', 'a\nb\n');

    const answer = await on().good('be-replace', { file: 'a.txt:2', content: 'B', preview: true });

    assert.equal(on().bytes('a.txt').toString(), 'a\nb\n');
    assert.equal(answer.structured['preview'], true);
    assert.equal(answer.structured['diff'], '@@ -1,2 +1,2 @@\n a\n-b\n+B');
    assert.deepEqual(on().host.plans, []);
    assert.deepEqual(await on().store.snapshots({}), []);
  });

  it('leaves the diff out when it is to be brief', async () => {
    on().put('a.txt', 'a\n');

    const answer = await on().good('be-replace', { file: 'a.txt:1', content: 'b', brief: true });

    assert.equal('diff' in answer.structured, false);
    assert.doesNotMatch(answer.text, /diff/);
  });

  it('follows lines that moved, by the id they were shown under', async () => {
    on().put('a.txt', numbered(5));
    const { structured } = await on().good('be-read', { file: 'a.txt' });
    const { viewed_code_id } = structured;
    await on().good('be-insert', { file: 'a.txt:1', content: 'x\ny\n' });

    const answer = await on().good('be-replace', {
      file: 'a.txt:4',
      content: 'four',
      viewed_code_id,
    });

    assert.match(warningsOf(answer), /shown as 4-4 are now 6-6/);
    assert.equal(on().bytes('a.txt').toString(), 'line 1\nx\ny\nline 2\nline 3\nfour\nline 5\n');
  });

  it('refuses an id whose lines were edited, changed, or never shown, and shows the lines', async () => {
    on().put('a.txt', numbered(9));
    const { structured } = await on().good('be-read', { file: 'a.txt:3-6' });
    const { viewed_code_id } = structured;
    const args = { file: 'a.txt:4', content: 'X', viewed_code_id };
    const edit = await on().good('be-replace', args);

    const used = await on().bad('already-applied', 'be-replace', args);
    const other = await on().bad('stale-view', 'be-replace', { ...args, file: 'a.txt:1' });
    on().put('a.txt', numbered(9).replace('line 6', 'user'));
    const stale = await on().bad('stale-view', 'be-replace', { ...args, file: 'a.txt:6' });
    const unknown = await on().bad('view-not-found', 'be-replace', {
      ...args,
      viewed_code_id: 'v0',
    });

    assert.ok(textField(used, 'message').includes(textField(edit, 'event_id')));
    assert.equal(used.structured['content'], '4\tX');
    assert.equal(other.structured['content'], '1\tline 1');
    assert.equal(stale.structured['content'], '6\tuser');
    assert.equal(unknown.structured['content'], '4\tline 4');
    assert.equal(on().bytes('a.txt').toString(), numbered(9).replace('line 6', 'user'));
  });

  it('goes on from a refusal by the fresh id it gives', async () => {
    on().put('a.txt', numbered(3));
    const args = { file: 'a.txt:2', content: 'X' };
    const refused = await on().bad('view-not-found', 'be-replace', {
      ...args,
      viewed_code_id: 'v0',
    });
    const { viewed_code_id } = refused.structured;

    await on().good('be-replace', { ...args, viewed_code_id });

    assert.equal(on().bytes('a.txt').toString(), 'line 1\nX\nline 3\n');
  });

  it('takes ALL together with the id of the whole file', async () => {
    on().put('a.txt', numbered(3));
    const { structured } = await on().good('be-read', { file: 'a.txt' });
    const { viewed_code_id } = structured;

    await on().good('be-replace', { file: 'a.txt:ALL', content: 'new', viewed_code_id });

    assert.equal(on().bytes('a.txt').toString(), 'new\n');
  });

  it('edits the same lines whether or not the file was touched since', async () => {
    on().put('a.json', '{\n  "a": 1\n}\n');
    const { structured } = await on().good('be-read', { file: 'a.json' });
    const { viewed_code_id } = structured;
    on().put('a.json', '{\n  "a": 1\n}\n');

    await on().good('be-replace', { file: 'a.json:2', content: '  "a": 2', viewed_code_id });

    assert.equal(on().bytes('a.json').toString(), '{\n  "a": 2\n}\n');
  });

  it('refuses what it cannot edit', async () => {
    on().put('a.txt', 'a\n');
    chmodSync(on().put('fixed.txt', 'a\n'), 0o444);
    const content = 'x';

    await on().bad('bad-arguments', 'be-replace', { file: 'a.txt', content });
    await on().bad('bad-arguments', 'be-replace', { file: 'a.txt:1' });
    await on().bad('bad-arguments', 'be-replace', { file: 'a.txt:1', content, what: 1 });
    await on().bad('bad-text', 'be-replace', { file: 'a.txt:1', content: 'ok\n\ud83d' });
    await on().bad('range-out-of-bounds', 'be-replace', { file: 'a.txt:1-2', content });
    await on().bad('range-out-of-bounds', 'be-replace', { file: 'a.txt:0', content });
    await on().bad('target-not-found', 'be-replace', { file: 'a.txt', target: 'tag:b', content });
    await on().bad('file-not-writable', 'be-replace', { file: 'fixed.txt:1', content });
    await on().bad('file-not-found', 'be-replace', { file: 'none.txt:1', content });
    await on().bad('outside-workspace', 'be-replace', { file: '/etc/hosts:1', content });

    assert.equal(on().bytes('a.txt').toString(), 'a\n');
  });
});
