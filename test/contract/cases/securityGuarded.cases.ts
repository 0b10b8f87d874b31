import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { CaseBench, MakeCaseBench } from './caseBench.ts';

/** Field case SEC-08: files that can make programs run are changed with the user's word only. */
export function guardedCases(make: MakeCaseBench): void {
  describe('guarded files', () => {
    let bench: CaseBench;
    const uri = (name: string, line: number): string =>
      `${pathToFileURL(bench.path(name)).href}:${line}`;

    beforeEach(async () => {
      bench = await make('ws');
    });

    afterEach(() => bench.dispose());

    it('SEC-08 asks before a guarded file is made, however its path is written', async () => {
      fs.rmSync(bench.path('.vscode'), { recursive: true });
      bench.answerQuestions('refuse');
      const names = [
        ...['.vscode/settings.json', '.VSCODE/Settings.json', '.vscode/./tasks.json'],
        ...['.vscode/mcp.json', '.git/hooks/pre-commit', 'x.code-workspace', 'X.Code-Workspace'],
        ...['.mcp.json', '.claude/settings.json', '.codex/config.toml'],
        ...['.gemini/settings.json', '.cursor/mcp.json', '.husky/pre-push', '.envrc'],
        ...['sub/.vscode/settings.json', '.vscode./tasks.json', '.git\u200c/config'],
      ];
      for (const [index, file] of names.entries()) {
        const answer = await bench.bad('not-allowed', 'be-write', { file, content: '{}\n' });

        assert.equal(bench.questions.length, index + 1, file);
        assert.match(bench.questions.at(-1) ?? '', /\+\{\}/);
        assert.match(answer.text, /user said no/);
        assert.ok(!fs.existsSync(bench.path(file)), file);
      }
      // Where a backslash is no separator it is refused as such.
      const backslash = { file: '.vscode\\settings.json', content: '{}\n' };
      await bench.bad(['not-allowed', 'bad-arguments'], 'be-write', backslash);
      assert.ok(!fs.existsSync(bench.path('.vscode')));
      assert.ok(!fs.existsSync(bench.path(backslash.file)));
    });

    it('SEC-08 asks for every way to change a file that is there, and writes nothing before the answer', async () => {
      const name = '.vscode/settings.json';
      bench.put(name, '{\n}\n');
      fs.symlinkSync('.vscode/settings.json', bench.path('harmless.json'));
      bench.put('source.txt', 'text\n');
      const source = pathToFileURL(bench.path('source.txt')).href;
      bench.answerQuestions('refuse', () => assert.equal(bench.text(name), '{\n}\n'));
      const ways: readonly (readonly [string, object])[] = [
        ['be-replace', { file: `${name}:1`, content: '{ "a": 1' }],
        ['be-replace', { file: 'harmless.json:1', content: '{ "a": 1' }],
        ['be-replace', { file: '.VSCODE/Settings.json:1', content: '{ "a": 1' }],
        ['be-insert', { file: `${name}:1`, content: '"a": 1' }],
        ['be-delete', { file: `${name}:1` }],
        ['be-write', { file: name, content: '{}\n' }],
        [
          'be-write',
          {
            files: [
              { file: 'ok.txt', content: 'a\n' },
              { file: name, content: '' },
            ],
          },
        ],
        ['be-insert-chip', { from: source, to: uri(name, 1) }],
        ['be-insert-chip', { from: source, to: uri('.vscode/tasks.json', 0) }],
      ];
      for (const [tool, args] of ways) {
        await bench.bad('not-allowed', tool, args);
      }

      assert.equal(bench.questions.length, ways.length);
      assert.equal(bench.text(name), '{\n}\n');
      assert.ok(!fs.existsSync(bench.path('ok.txt')));
      assert.deepEqual(fs.readdirSync(bench.path('.vscode')), ['settings.json']);
    });

    it('SEC-08 asks again for a rollback', async () => {
      const name = '.vscode/settings.json';
      bench.put(name, '{\n}\n');
      bench.answerQuestions('allow');
      await bench.good('be-replace', { file: `${name}:1-2`, content: '{ }' });
      bench.answerQuestions('refuse');

      await bench.bad('not-allowed', 'be-trx', { action: 'rollback' });
      const refused = bench.text(name);
      bench.answerQuestions('allow');
      await bench.good('be-trx', { action: 'rollback' });

      assert.equal(refused, '{ }\n');
      assert.equal(bench.text(name), '{\n}\n');
      assert.equal(bench.questions.length, 3);
    });

    it('SEC-08 shows a preview, and reads, without a question', async () => {
      bench.put('.vscode/settings.json', '{\n}\n');
      const file = '.vscode/settings.json';

      await bench.good('be-read', { file });
      await bench.good('be-replace', { file: `${file}:1`, content: '{ ', preview: true });
      await bench.good('be-replace', { file: `${file}:1`, content: '{' });

      assert.equal(bench.questions.length, 0);
    });

    it('SEC-08 does not ask for files that only look alike', async () => {
      bench.answerQuestions('refuse');
      for (const file of [
        'vscode/a.json',
        '.vscode-x/a.json',
        'git/config',
        'a.envrc',
        '.gitignore',
      ]) {
        await bench.good('be-write', { file, content: 'a\n' });
      }

      assert.equal(bench.questions.length, 0);
    });

    it('SEC-08 guards what the user adds by the setting', async () => {
      await bench.setting('chipboard.edit.guardedFiles', ['*.pem', 'ci/scripts', 'deploy.sh']);
      bench.answerQuestions('refuse');

      for (const file of ['a.pem', 'ci/scripts/x.sh', 'sub/Deploy.sh']) {
        await bench.bad('not-allowed', 'be-write', { file, content: 'a\n' });
      }
      await bench.good('be-write', { file: 'ci/other.sh', content: 'a\n' });
    });
  });
}
