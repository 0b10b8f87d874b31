import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as vscode from 'vscode';
import type { CaseBench, MakeCaseBench } from '../../contract/cases/caseBench.ts';
import { fileTabs, until } from '../workspaceFiles.ts';

/** Field cases DB-* that need an editor: unsaved typing, save participants, notebooks, conflicts. */
export function editorBufferCases(make: MakeCaseBench): void {
  describe('buffers of the editor', () => {
    let bench: CaseBench;
    const disposables: vscode.Disposable[] = [];
    const show = (name: string): Thenable<vscode.TextEditor> =>
      vscode.window.showTextDocument(vscode.Uri.file(bench.path(name)), { preview: false });
    const type = async (name: string, text: string): Promise<vscode.TextDocument> => {
      const editor = await show(name);
      const end = editor.document.lineAt(0).range.end;
      await editor.edit((edit) => edit.insert(end, text));
      return editor.document;
    };

    beforeEach(async () => {
      bench = await make();
    });

    afterEach(async () => {
      vscode.Disposable.from(...disposables.splice(0)).dispose();
      await bench.dispose();
    });

    it('DB-01 edits beside the user’s unsaved typing, keeps it, and does not save it', async () => {
      const disk = bench.text('db01-open.ts');
      const document = await type('db01-open.ts', ' // mine');
      const read = await bench.good('be-read', { file: 'db01-open.ts' });

      const edit = await bench.good('be-replace', {
        file: 'db01-open.ts:3',
        content: 'export const c = 4;',
      });

      assert.equal(read.structured['unsaved'], true);
      assert.match(String(read.structured['content']), /\/\/ mine/);
      assert.equal(edit.structured['saved'], false);
      assert.match(document.lineAt(0).text, / \/\/ mine$/);
      assert.equal(document.lineAt(2).text, 'export const c = 4;');
      assert.equal(bench.text('db01-open.ts'), disk);
    });

    it('DB-01 saves the user’s typing too where the user has set it so, and says it', async () => {
      await bench.setting('chipboard.edit.save', 'always');
      const document = await type('db01-open.ts', ' // mine');

      const edit = await bench.good('be-replace', { file: 'db01-open.ts:3', content: 'c' });

      assert.equal(document.isDirty, false);
      assert.match(edit.text, /were saved with the edit/);
      assert.equal(edit.structured['saved'], undefined);
      assert.equal(bench.text('db01-open.ts'), document.getText());
    });

    it('DB-01 saves nothing where the user has set it so, and says it', async () => {
      await bench.setting('chipboard.edit.save', 'never');
      const disk = bench.text('db01-open.ts');
      const { document } = await show('db01-open.ts');

      const edit = await bench.good('be-replace', { file: 'db01-open.ts:3', content: 'c' });
      const again = await bench.good('be-read', { file: 'db01-open.ts:3' });

      assert.equal(edit.structured['saved'], false);
      assert.equal(document.isDirty, true);
      assert.equal(again.structured['content'], '3\tc');
      assert.equal(bench.text('db01-open.ts'), disk);
    });

    it('DB-01 takes the text of a file that a diff editor has open and unsaved', async () => {
      const left = vscode.Uri.file(bench.path('rb01-doc.txt'));
      const right = vscode.Uri.file(bench.path('db01-open.ts'));
      await vscode.commands.executeCommand('vscode.diff', left, right, 'diff');
      const edit = new vscode.WorkspaceEdit();
      edit.insert(right, new vscode.Position(0, 0), '// mine\n');
      await vscode.workspace.applyEdit(edit);

      const read = await bench.good('be-read', { file: 'db01-open.ts:1' });

      assert.equal(read.structured['unsaved'], true);
      assert.equal(read.structured['content'], '1\t// mine');
    });

    it('DB-02 reports what a formatter did on save, with lines and an id of then, and takes it back', async () => {
      // Plain text has no formatter of its own beside this one.
      bench.put('db02.txt', bench.bytes('db02-unformatted.js'));
      const before = bench.bytes('db02.txt');
      const formatter = vscode.languages.registerDocumentFormattingEditProvider(
        { language: 'plaintext' },
        { provideDocumentFormattingEdits: formatted },
      );
      disposables.push(formatter);
      await bench.setting('editor.formatOnSave', true);
      const read = await bench.good('be-read', { file: 'db02.txt' });
      const id = read.structured['viewed_code_id'];

      const edit = await bench.good('be-replace', {
        file: 'db02.txt:1',
        content: 'const o={a:9,b:2}',
        viewed_code_id: id,
      });
      const now = bench.text('db02.txt');
      const second = await bench.call('be-replace', {
        file: 'db02.txt:3',
        content: 'module.exports={f,o}',
        viewed_code_id: id,
      });
      const between = bench.text('db02.txt');

      assert.match(edit.text, /Saving changed \d+ further lines/);
      assert.match(now, /^const o={a:9,b:2};\n/);
      assert.equal(edit.structured['total'], now.split('\n').length - 1);
      assert.match(String(edit.structured['content']), /1\tconst o={a:9,b:2};/);
      assert.equal(second.isError, true, second.text);
      assert.equal(between, now);
      formatter.dispose();
      await bench.good('be-trx', { action: 'rollback', event: edit.structured['event_id'] });
      assert.deepEqual(bench.bytes('db02.txt'), before);
    });

    it('DB-04 opens no tabs for thirty closed files', async function () {
      this.timeout(120_000);
      const before = fileTabs().length;
      for (let index = 0; index < 30; index++) {
        bench.put(`loop/${index}.ts`, 'a\nb\n');
        await bench.good('be-replace', { file: `loop/${index}.ts:1`, content: `a${index}` });
      }
      await bench.good('be-write', { file: 'loop/new.ts', content: 'a\n' });

      await until('the tabs are those of before', () => fileTabs().length === before);
      assert.ok(vscode.workspace.textDocuments.every((document) => !document.isDirty));
    });

    it('DB-04 leaves no tabs of files that one call takes long to save', async function () {
      this.timeout(120_000);
      const before = fileTabs().length;
      const names = Array.from({ length: 15 }, (_, index) => `many/${index}.ts`);
      names.forEach((name) => bench.put(name, 'a\nb\n'));

      await bench.good('be-write', { files: names.map((file) => ({ file, content: 'c\n' })) });

      await until('the tabs are those of before', () => fileTabs().length === before);
      assert.ok(names.every((name) => bench.text(name) === 'c\n'));
    });

    it('DB-05 gives an open file a whole new text, which is the document’s and the disk’s', async () => {
      const { document } = await show('db01-open.ts');

      await bench.good('be-write', { file: 'db01-open.ts', content: 'export const z = 0;\n' });

      assert.equal(document.getText(), 'export const z = 0;\n');
      assert.equal(document.isDirty, false);
      assert.equal(bench.text('db01-open.ts'), 'export const z = 0;\n');
    });

    it('DB-05 puts every file back when the last one can not be saved', async () => {
      bench.put('one.txt', 'one\n');
      bench.put('mixed.txt', 'a\r\nb\n');
      bench.put('two.txt', 'two\n');
      const two = bench.path('two.txt');
      disposables.push(
        vscode.workspace.onWillSaveTextDocument(({ document }) => {
          if (document.uri.fsPath === two && fs.statSync(two).isFile()) {
            fs.rmSync(two);
            fs.mkdirSync(two);
          }
        }),
      );

      const answer = await bench.bad('write-failed', 'be-write', {
        files: ['one.txt', 'mixed.txt', 'two.txt'].map((file) => ({ file, content: 'new\n' })),
      });

      assert.match(answer.text.split('\n')[0] ?? '', /two\.txt could not be saved/);
      assert.equal(bench.text('one.txt'), 'one\n');
      assert.equal(bench.text('mixed.txt'), 'a\r\nb\n');
      const { structured } = await bench.good('be-trx', { action: 'status' });
      assert.doesNotMatch(JSON.stringify(structured['events']), /mixed\.txt/);
    });

    it('DB-05 takes over a change on disk before it edits an open file', async () => {
      const { document } = await show('db01-open.ts');
      bench.put('db01-open.ts', 'from outside\ntwo\n');

      await bench.good('be-replace', { file: 'db01-open.ts:2', content: 'TWO' });

      const read = await bench.good('be-read', { file: 'db01-open.ts' });
      assert.equal(read.structured['content'], '1\tfrom outside\n2\tTWO');
      assert.equal(document.isDirty, false);
      assert.equal(bench.text('db01-open.ts'), 'from outside\nTWO\n');
    });

    it('DB-05 leaves the disk alone where the user’s unsaved text and the disk disagree', async () => {
      const document = await type('db01-open.ts', ' // mine');
      bench.put('db01-open.ts', 'from outside\n');

      const edit = await bench.good('be-replace', { file: 'db01-open.ts:2', content: 'ours' });

      assert.equal(edit.structured['saved'], false);
      assert.match(document.getText(), / \/\/ mine\nours\n/);
      assert.equal(bench.text('db01-open.ts'), 'from outside\n');
    });

    it('MCP-10 does not claim an edit that the editor does not take', async () => {
      const before = bench.bytes('db01-open.ts');
      const { applyEdit } = vscode.workspace;
      // The editor answers so where an edit cannot be made; there is no file with which it always does.
      Object.assign(vscode.workspace, { applyEdit: () => Promise.resolve(false) });
      disposables.push(
        new vscode.Disposable(() => void Object.assign(vscode.workspace, { applyEdit })),
      );

      const edit = await bench.bad('apply-refused', 'be-replace', {
        file: 'db01-open.ts:1',
        content: 'a line that took long to write and must not be lost, whatever comes',
      });
      const made = await bench.bad('apply-refused', 'be-write', { file: 'new.txt', content: 'x' });

      assert.match(edit.text.split('\n')[0] ?? '', /The editor did not take the edit/);
      assert.match(edit.text.split('\n')[1] ?? '', /^Next: /);
      assert.match(String(edit.structured['chip']), /^chip:/);
      assert.deepEqual(bench.bytes('db01-open.ts'), before);
      assert.ok(made.isError && !fs.existsSync(bench.path('new.txt')));
    });

    it('DB-07 refuses a notebook that is open as one, with a hint', async () => {
      const before = bench.bytes('db07-nb.ipynb');
      const uri = vscode.Uri.file(bench.path('db07-nb.ipynb'));
      const notebook = await vscode.workspace.openNotebookDocument(uri);
      await vscode.window.showNotebookDocument(notebook);

      const answer = await bench.bad('apply-refused', 'be-replace', {
        file: 'db07-nb.ipynb:1',
        content: '{',
      });

      assert.match(answer.text, /open as a notebook/);
      assert.deepEqual(bench.bytes('db07-nb.ipynb'), before);
    });
  });
}

/** Puts a semicolon at the end of every line that has none, and a blank line after the first. */
function formatted(document: vscode.TextDocument): vscode.TextEdit[] {
  const lines = document.getText().replace(/\n$/, '').split('\n');
  const closed = lines.map((line) =>
    /[;{}]$/.test(line) && !line.endsWith('}') ? line : `${line};`,
  );
  const [first = '', ...rest] = closed.map((line) => line.replace(/;+$/, ';'));
  const text = `${[first, ...(rest[0] === '' ? [] : ['']), ...rest].join('\n')}\n`;
  const end = document.lineAt(document.lineCount - 1).range.end;
  return [vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), end), text)];
}
