import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';
import { caseArguments } from './caseBench.ts';
import { warnings } from './encoding.cases.ts';

/** Field cases JS-*: arguments that were escaped twice, cut, or given other types on their way. */
export function argumentCases(make: MakeCaseBench): void {
  describe('argument cases', () => {
    let bench: CaseBench;
    const on = (): CaseBench => bench;

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(() => bench.dispose());

    escapes(on);
    paths(on);
    partialTexts(on);
    types(on);
  });
}

/** The arguments in a file of `args/`. */
function read(bench: CaseBench, name: string): Record<string, unknown> {
  return JSON.parse(caseArguments(bench, name)) as Record<string, unknown>;
}

function escapes(on: () => CaseBench): void {
  const meant = 'class C:\n    def f(self):\n        return 1\n';

  it('JS-01 writes a text that was escaped twice as it was meant, says so, and keeps what was sent', async () => {
    const args = read(on(), 'js01-escaped-newlines.json');

    const answer = await on().good('be-write', args);

    assert.equal(on().text('out.py'), meant);
    assert.match(warnings(answer), /escaped twice/);
    const from = answer.structured['chip'];
    await on().good('be-write', { file: 'sent.txt', content: 'first\n' });
    await on().good('be-insert-chip', { from, to: `${on().path('sent.txt')}:1`, as: 'content' });
    assert.equal(on().text('sent.txt'), `first\n${String(args['content'])}\n`);
  });

  it('JS-01 writes it as it was sent where the caller says so', async () => {
    const args = read(on(), 'js01-escaped-newlines.json');

    await on().good('be-write', { ...args, force: true });

    assert.equal(on().text('out.py'), args['content']);
  });

  it('JS-01 compares an `old` that was escaped twice with real line breaks', async () => {
    on().put('out.py', meant);

    const answer = await on().good('be-replace', {
      file: 'out.py:1-3',
      old: String(read(on(), 'js01-escaped-newlines.json')['content']),
      content: 'pass\n',
    });

    assert.match(warnings(answer), /`old` was escaped twice/);
    assert.equal(on().text('out.py'), 'pass\n');
  });

  for (const name of ['js01-legit-backslash-n.json', 'js01-legit-regex.json']) {
    it(`JS-01 writes ${name} as it was sent`, async () => {
      const args = read(on(), name);
      const [file] = String(args['file']).split(':');
      on().put(file ?? '', 'old\n');

      const answer = await on().good('be-replace', args);

      assert.equal(on().text(file ?? ''), `${String(args['content'])}\n`);
      assert.equal(warnings(answer), '');
      assert.equal('chip' in answer.structured, false);
    });
  }

  it('JS-01 takes an `old` of one line with a real \\n in it as it is', async () => {
    on().put('a.c', 'puts("a\\nb\\n");\n');
    const edit = { file: 'a.c:1', old: 'puts("a\\nb\\n");', content: 'puts("c\\nd\\n");' };

    await on().good('be-replace', edit);

    assert.equal(on().text('a.c'), 'puts("c\\nd\\n");\n');
  });

  it('JS-02 repairs nothing in arguments that are valid', async () => {
    const args = read(on(), 'js02-valid-colon-newline.raw.json');

    await on().good('be-write', args);

    assert.equal(on().text('o.py'), args['content']);
    assert.equal(on().text('o.py').split('\n').length, 5);
  });

  it('JS-05 writes entities as they are', async () => {
    await on().good('be-replace', read(on(), 'js05-entities.json'));

    const line = on().text('js05.jsx').split('\n')[1];
    assert.equal(line, '  <p>It doesn&apos;t &lt;b&gt; &amp;amp;</p>');
  });
}

function paths(on: () => CaseBench): void {
  it('JS-04 refuses a path with backslashes, shows it as it came, and makes no folder', async () => {
    const before = readdirSync(on().root);
    const args = read(on(), 'js04-u-path-ok.json');
    const path = 'C:\\Users\\u0041dmin\\work\\a.txt';

    for (const [tool, call] of [
      ['be-read', { file: args['file'] }],
      ['be-replace', args],
      ['be-write', { file: path, content: 'x' }],
    ] as const) {
      const answer = await on().bad(['bad-arguments', 'outside-workspace'], tool, call);
      assert.ok(answer.text.includes(path), answer.text);
    }
    assert.deepEqual(readdirSync(on().root), before);
  });

  it('JS-04 refuses a path whose backslashes were decoded', async () => {
    const before = readdirSync(on().root);
    const decoded = JSON.parse('"src\\new\\table.txt"') as string;

    const answer = await on().bad('bad-arguments', 'be-write', { file: decoded, content: 'x' });

    assert.match(answer.text, /control character \(U\+000A\)/);
    assert.deepEqual(readdirSync(on().root), before);
  });
}

function partialTexts(on: () => CaseBench): void {
  it('JS-07 refuses a text with placeholders for most of a file', async () => {
    const before = on().text('js07.js');
    const args = read(on(), 'js07-placeholder.json');

    const answer = await on().bad('bad-text', 'be-write', args);
    assert.match(answer.text, /existing code .*41 → 3 lines/);
    assert.match(answer.text, /be-replace/);
    assert.equal(on().text('js07.js'), before);

    await on().good('be-write', { ...args, force: true });
    assert.equal(on().text('js07.js'), args['content']);
    await on().good('be-trx', { action: 'rollback' });
    assert.equal(on().text('js07.js'), before);
  });

  it('JS-07 warns of a placeholder that replaces lines', async () => {
    const content = 'a();\n// ... rest of the code ...\n';

    const answer = await on().good('be-replace', { file: 'js07.js:1-5', content });

    assert.match(warnings(answer), /rest of the code/);
  });

  it('JS-07 refuses a fence around code, and keeps it in a Markdown file', async () => {
    const before = on().text('js07.js');
    const args = read(on(), 'js07-fence.json');

    await on().bad('bad-text', 'be-write', args);
    await on().bad('bad-text', 'be-write', { ...args, file: 'new.js' });
    await on().good('be-write', { ...args, file: 'new.md' });

    assert.equal(on().text('js07.js'), before);
    assert.equal(existsSync(on().path('new.js')), false);
    assert.equal(on().text('new.md'), args['content']);
  });

  it("JS-09 refuses a reader's notice in a text", async () => {
    const before = on().text('js07.js');

    await on().bad('bad-text', 'be-write', read(on(), 'js09-notice.json'));
    assert.equal(on().text('js07.js'), before);
  });

  it('JS-09 refuses a line that be-read cut', async () => {
    const long = 'x'.repeat(3000);
    on().put('long.txt', `${long}\nb\n`);
    const read = await on().good('be-read', { file: 'long.txt:1' });
    const content = String(read.structured['content']).split('\t')[1];

    const answer = await on().bad('bad-text', 'be-replace', { file: 'long.txt:1', content });

    assert.match(answer.text, /notice/);
    assert.equal(on().text('long.txt'), `${long}\nb\n`);
  });

  it('JS-09 takes such a line where the file has it already', async () => {
    on().put('notes.md', 'Showing lines 1-20 of 60\nb\n');
    const content = 'Showing lines 1-20 of 60\nB\n';

    await on().good('be-write', { file: 'notes.md', content });

    assert.equal(on().text('notes.md'), content);
  });

  it('JS-07 refuses to take most of a large file away', async () => {
    const before = on().text('lg03-app.html');
    const content = before.split('\n').slice(0, 16).join('\n');

    const answer = await on().bad('bad-text', 'be-write', { file: 'lg03-app.html', content });
    assert.match(answer.text, /3001 → 16 lines/);
    assert.equal(on().text('lg03-app.html'), before);

    await on().good('be-write', { file: 'lg03-app.html', content, force: true, brief: true });
    await on().good('be-trx', { action: 'rollback', brief: true });
    assert.equal(on().text('lg03-app.html'), before);
  });
}

function types(on: () => CaseBench): void {
  it('JS-10 names fields that are not there and one correct call', async () => {
    const args = JSON.parse(caseArguments(on(), 'js10-types.raw.json')) as unknown;

    const answer = await on().bad('bad-arguments', 'be-replace', args);

    assert.match(answer.text, /"start", "end"/);
    assert.match(answer.text, /"content"/);
    assert.match(answer.text, /"file":"src\/app\.ts:5-6"/);
  });

  it('JS-10 takes numbers and booleans as texts, and null as absent', async () => {
    const preview = await on().good('be-replace', {
      file: 'st02-steps.js',
      lines: 2,
      content: 'x',
      old: null,
      preview: 'true',
    });
    await on().good('be-delete', { file: 'st02-steps.js', lines: '2', preview: 'false' });
    await on().good('be-trx', { action: 'rollback', step: '1', event: null });

    assert.equal(preview.structured['preview'], true);
    assert.match(on().text('st02-steps.js'), /^step\("one"\);\nstep\("two"\);\n/);
  });

  for (const args of ['', {}]) {
    it(`JS-10 answers ${JSON.stringify(args)} with what is missing`, async () => {
      const answer = await on().bad('bad-arguments', 'be-replace', args);

      assert.match(answer.text, /"file"/);
      assert.match(answer.text, /"file":"src\/app\.ts:5-6"/);
    });
  }
}
