import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';
import { warnings } from './encoding.cases.ts';

/** Field cases ST-*: calls at one time, and calls made from an old read. */
export function staleCases(make: MakeCaseBench): void {
  describe('stale and parallel cases', () => {
    let bench: CaseBench;
    const on = (): CaseBench => bench;

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    parallelEdits(on);
    movedLines(on);
    sameContent(on);
    wholeTexts(on);
    repeatedCalls(on);
  });
}

function parallelEdits(on: () => CaseBench): void {
  it('ST-01 makes two edits that are sent at one time', async () => {
    const lines = on().text('st01-hundred.txt').split('\n');

    await Promise.all([
      on().good('be-replace', { file: 'st01-hundred.txt:50', content: 'FIFTY' }),
      on().good('be-replace', { file: 'st01-hundred.txt:75', content: 'SEVENTYFIVE' }),
    ]);

    lines[49] = 'FIFTY';
    lines[74] = 'SEVENTYFIVE';
    assert.equal(on().text('st01-hundred.txt'), lines.join('\n'));
  });

  it('ST-01 makes 200 edits over two connections, whatever name each gives the file', async () => {
    const path = on().path('st01-hundred.txt');
    const count = on().text('st01-hundred.txt').trimEnd().split('\n').length;
    const names = ['./st01-hundred.txt', path, 'ws/../st01-hundred.txt', pathToFileURL(path).href];

    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const file = `${names[index % names.length] ?? ''}:${(index % count) + 1}`;
        const content = `${index < count ? 'first' : 'second'} ${(index % count) + 1}`;
        return on().good('be-replace', { file, content, brief: true }, index % 2 ? 'A' : 'B');
      }),
    );

    const wanted = Array.from({ length: count }, (_, index) => [
      `first ${index + 1}`,
      `second ${index + 1}`,
    ]);
    const now = on().text('st01-hundred.txt').trimEnd().split('\n');
    assert.equal(now.length, count);
    now.forEach((line, index) => assert.ok(wanted[index]?.includes(line), line));
    assert.equal(new Set(answers.map((one) => one.structured['event_id'])).size, 200);
  }).timeout(120_000);

  it('ST-01 makes 100 inserts at one place over two connections', async () => {
    const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
    const before = on().text('st01-hundred.txt').trimEnd().split('\n');

    await Promise.all(
      texts.map((content, index) =>
        on().good('be-insert', { file: 'st01-hundred.txt:0', content }, index % 2 ? 'A' : 'B'),
      ),
    );

    const now = on().text('st01-hundred.txt').trimEnd().split('\n');
    assert.deepEqual(now.slice(0, 100).toSorted(), texts.toSorted());
    assert.deepEqual(now.slice(100), before);
  }).timeout(120_000);
}

/** Reads the steps, then inserts two lines after the first; gives the id of the read. */
async function readAndInsert(bench: CaseBench): Promise<unknown> {
  const read = await bench.good('be-read', { file: 'st02-steps.js' });
  const inserted = await bench.good('be-insert', {
    file: 'st02-steps.js:1',
    content: 'step("1a");\nstep("1b");',
  });
  assert.equal(inserted.structured['shift'], 'lines after 1 moved by +2');
  assert.notEqual(inserted.structured['viewed_code_id'], read.structured['viewed_code_id']);
  return read.structured['viewed_code_id'];
}

function movedLines(on: () => CaseBench): void {
  const moved = ['step("one");', 'step("1a");', 'step("1b");', 'step("two");', 'step("three");'];
  const steps = (...rest: string[]): string => [...moved, ...rest, ''].join('\n');

  it('ST-02 finds the lines of an old read where they are now, and says so', async () => {
    const viewed_code_id = await readAndInsert(on());

    const edit = { file: 'st02-steps.js:4', viewed_code_id, content: 'X' };
    const answer = await on().good('be-replace', edit);

    assert.match(warnings(answer), /shown as 4-4 are now 6-6/);
    assert.equal(on().text('st02-steps.js'), steps('X', 'step("five");'));
  });

  it('ST-02 deletes and inserts at the lines of an old read too', async () => {
    const viewed_code_id = await readAndInsert(on());

    await on().good('be-insert', { file: 'st02-steps.js:4', viewed_code_id, content: 'NEW' });
    assert.equal(on().text('st02-steps.js'), steps('step("four");', 'NEW', 'step("five");'));
    await on().good('be-delete', { file: 'st02-steps.js:4', viewed_code_id });

    assert.equal(on().text('st02-steps.js'), steps('NEW', 'step("five");'));
  });

  it('ST-02 shows the text that a call without an id took away', async () => {
    await readAndInsert(on());

    const answer = await on().good('be-delete', { file: 'st02-steps.js:4' });

    assert.match(String(answer.structured['diff']), /^-step\("two"\);$/m);
    assert.match(String(answer.structured['chip']), /^chip:/);
    assert.equal(answer.structured['shift'], 'lines after 4 moved by -1');
  });

  it('ST-02 refuses an id whose lines somebody else changed', async () => {
    const read = await on().good('be-read', { file: 'st02-steps.js' });
    const { viewed_code_id } = read.structured;
    const path = on().path('st02-steps.js');
    writeFileSync(path, on().text('st02-steps.js').replace('"four"', '"FOUR"'));

    const edit = { file: 'st02-steps.js:4', viewed_code_id, content: 'X' };
    const answer = await on().bad('stale-view', 'be-replace', edit);

    assert.match(String(answer.structured['content']), /4\tstep\("FOUR"\);/);
    assert.match(on().text('st02-steps.js'), /"FOUR"/);
  });

  it('ST-08 takes an id whose lines are as they were, though the file grew', async () => {
    const read = await on().good('be-read', { file: 'st02-steps.js' });
    const { viewed_code_id } = read.structured;
    on().put('st02-steps.js', `${on().text('st02-steps.js')}// the user's\n`);

    const edit = { file: 'st02-steps.js:2', viewed_code_id, content: 'step("2");' };
    await on().good('be-replace', edit);

    assert.match(
      on().text('st02-steps.js'),
      /^step\("one"\);\nstep\("2"\);\n.*\/\/ the user's\n$/s,
    );
  });
}

function sameContent(on: () => CaseBench): void {
  it('ST-03 takes an id after the file was touched, and after the same bytes were written again', async () => {
    const path = on().path('st04-config.json');
    const read = await on().good('be-read', { file: 'st04-config.json' });
    const { viewed_code_id } = read.structured;

    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    const edit = { file: 'st04-config.json:3', viewed_code_id, content: '  "port": 2,' };
    await on().good('be-replace', edit);
    writeFileSync(path, on().bytes('st04-config.json'));
    await on().good('be-replace', {
      ...edit,
      file: 'st04-config.json:2',
      content: '  "host": "b",',
    });

    assert.equal(
      on().text('st04-config.json'),
      '{\n  "host": "b",\n  "port": 2,\n  "debug": false\n}\n',
    );
  });

  it('ST-07 reads and edits the same text right after the disk changed', async () => {
    await on().good('be-read', { file: 'st04-config.json' });
    on().put('st04-config.json', on().text('st04-config.json').replace('1', '7'));

    const read = await on().good('be-read', { file: 'st04-config.json' });
    const { viewed_code_id } = read.structured;
    const edit = { file: 'st04-config.json:3', viewed_code_id, old: '  "port": 7,' };
    await on().good('be-replace', { ...edit, content: '  "port": 8,' });

    assert.match(on().text('st04-config.json'), /"port": 8/);
  });
}

function wholeTexts(on: () => CaseBench): void {
  const name = 'st04-config.json';
  const mine = '{\n  "host": "a",\n  "port": 9,\n  "debug": false\n}\n';

  it('ST-05 refuses a whole text made from an old read', async () => {
    await on().good('be-read', { file: name }, 'A');
    await on().good('be-replace', { file: `${name}:2`, content: '  "host": "B",' }, 'B');

    const answer = await on().bad('stale-view', 'be-write', { file: name, content: mine });

    assert.match(answer.text, /changed since you saw it last/);
    assert.match(on().text(name), /"host": "B"/);
  });

  it('ST-05 writes it with the id of a new read, and what it overwrites comes back', async () => {
    await on().good('be-read', { file: name }, 'A');
    await on().good('be-replace', { file: `${name}:2`, content: '  "host": "B",' }, 'B');
    const read = await on().good('be-read', { file: `${name}:1` }, 'A');
    const { viewed_code_id } = read.structured;

    await on().good('be-write', { file: name, content: mine, viewed_code_id }, 'A');
    assert.equal(on().text(name), mine);
    await on().good('be-trx', { action: 'rollback' }, 'A');

    assert.match(on().text(name), /"host": "B"/);
  });

  it('ST-05 refuses an id that was given before the last change', async () => {
    const read = await on().good('be-read', { file: name }, 'A');
    const { viewed_code_id } = read.structured;
    on().put(name, on().text(name).replace('"a"', '"user"'));

    const args = { file: name, content: mine, viewed_code_id };
    await on().bad('stale-view', 'be-write', args);

    assert.match(on().text(name), /"user"/);
  });

  it('ST-05 knows the own edits of a connection, and no part of a file for all of it', async () => {
    await on().good('be-read', { file: name }, 'A');
    await on().good('be-replace', { file: `${name}:3`, content: '  "port": 2,' }, 'A');
    await on().good('be-write', { file: name, content: mine }, 'A');
    await on().good('be-replace', { file: `${name}:2`, content: '  "host": "B",' }, 'B');
    await on().good('be-replace', { file: `${name}:4`, content: '  "debug": true' }, 'A');

    await on().bad('stale-view', 'be-write', { file: name, content: mine });

    assert.match(on().text(name), /"host": "B"/);
  });

  it('ST-05 lets a connection write that has not seen the file, as nothing it knows is old', async () => {
    await on().good('be-write', { file: name, content: mine }, 'C');

    assert.equal(on().text(name), mine);
  });
}

function repeatedCalls(on: () => CaseBench): void {
  const insert = { file: 'st02-steps.js:2', content: 'step("x");' };

  it('MCP-05 makes an equal call once more, and warns', async () => {
    const first = await on().good('be-insert', insert);
    const second = await on().good('be-insert', insert);
    await on().good('be-trx', { action: 'rollback', step: 2 });
    const third = await on().good('be-insert', insert);

    assert.ok(warnings(second).includes(String(first.structured['event_id'])));
    assert.equal(warnings(first) + warnings(third), '');
  });

  it('MCP-05 refuses a call whose id is used up', async () => {
    const read = await on().good('be-read', { file: 'st02-steps.js' });
    const { viewed_code_id } = read.structured;
    const args = { file: 'st02-steps.js:2', viewed_code_id };
    const first = await on().good('be-delete', args);

    const answer = await on().bad('already-applied', 'be-delete', args);

    assert.ok(answer.text.includes(String(first.structured['event_id'])));
    assert.equal(on().text('st02-steps.js').split('\n').length, 5);
  });
}
