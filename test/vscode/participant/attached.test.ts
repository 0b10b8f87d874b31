import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { attachmentsOf } from '../../../src/host/agent/attachedTexts.ts';
import { put, workspacePath } from '../workspaceFiles.ts';
import { ask, lastAnswer } from './chat.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { call, resultsOf, say, conversationOf } from './scriptedProvider.ts';

/** What the newest request says. */
function sent(): string {
  return conversationOf(provider.requests.at(-1));
}

/** A file that only the editor can read; be-read can not. */
function fileInMemory(text: string): { readonly uri: vscode.Uri; readonly end: vscode.Disposable } {
  const content = new TextEncoder().encode(text);
  const nothing = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const end = vscode.workspace.registerFileSystemProvider('memory', {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: content.length }),
    readFile: () => content,
    readDirectory: () => [],
    ...{ createDirectory: nothing, writeFile: nothing, delete: nothing, rename: nothing },
  });
  return { uri: vscode.Uri.parse('memory:/words.txt'), end };
}

describe('what a person attaches to a question', () => {
  const journal = new Journal();

  after(() => journal.close());

  it('reaches the model: a file and a selection, each as a block with its source', async () => {
    const whole = vscode.Uri.file(await put('whole.txt', 'all of it\nis short\n'));
    const part = vscode.Uri.file(await put('part.txt', 'one\ntwo\nthree\nfour\n'));
    const range = { startLineNumber: 2, startColumn: 1, endLineNumber: 3, endColumn: 6 };
    provider.script = () => say('Seen.');

    await ask('what is there?', 'wide', { attachFiles: [whole, { uri: part, range }] });

    const { state } = await journal.session();
    const sources = state.order.flatMap((id) => state.get(id)?.result?.name ?? []);
    assert.match(sent(), /Attached by the user:\n- whole\.txt: below\n- part\.txt:2-3: below/);
    assert.match(sent(), /\[attached by the user: whole\.txt\]\nall of it\nis short/);
    assert.match(sent(), /\[attached by the user: part\.txt:2-3\]\ntwo\nthree(?!\nfour)/);
    assert.deepEqual(sources.sort(), ['part.txt:2-3', 'whole.txt']);
  });

  it('is not put into the context a second time while it is the same', async () => {
    const file = vscode.Uri.file(await put('same.txt', 'it says heliotrope\n'));
    provider.script = () => say('Seen.');

    await ask('what is there?', 'wide', { attachFiles: [file] });
    await ask('and now?', 'wide', { attachFiles: [file] });

    assert.equal(sent().match(/it says heliotrope/g)?.length, 1);
    assert.match(
      sent(),
      /and now\?\n\nAttached by the user:\n- same\.txt: as it stands in tool_\d+/,
    );
  });

  it('is named and not sent where it is large or can not be read, and the model is told which', async () => {
    const large = vscode.Uri.file(await put('large.txt', 'a long line of words\n'.repeat(5000)));
    const binary = vscode.Uri.file(workspacePath('binary.dat'));
    await writeFile(workspacePath('binary.dat'), new Uint8Array([1, 0, 2]));
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [call('be-read', { file: 'large.txt:4999' })]
        : say('Read.');

    await ask('what is there?', 'wide', { attachFiles: [large, binary] });

    assert.match(
      sent(),
      /- large\.txt: too long to stand here \(105000 bytes\); read it with be-read/,
    );
    assert.match(sent(), /- binary\.dat: can not be read: it is not text \(3 bytes\)/);
    assert.match(resultsOf(provider.requests.at(-1))[0] ?? '', /a long line of words/);
  });

  it('can be read back by its address where a text is too long for the view', async () => {
    const text = `${'river stone lantern\n'.repeat(1500)}the word is heliotrope\n`;
    let address = '';
    provider.script = (request) => {
      address = /artifact:\/\/tool_\d+@v1/.exec(conversationOf(request))?.[0] ?? '';
      return resultsOf(request).length === 0
        ? [call('artifact-get', { uri: address, search: 'the word is' })]
        : say('It is heliotrope.');
    };

    const { uri, end } = fileInMemory(text);

    await ask('what is the word?', 'wide', { attachFiles: [uri] });
    end.dispose();

    assert.match(address, /^artifact:/, sent());
    assert.doesNotMatch(JSON.stringify(provider.requests[0]), /heliotrope/);
    assert.match(resultsOf(provider.requests.at(-1))[0] ?? '', /the word is heliotrope/);
  });

  it('says of texts, of pictures and of what is gone, what they are', async () => {
    const gone = vscode.Uri.file(workspacePath('gone.txt'));
    const range = new vscode.Range(0, 0, 1, 0);

    const attached = await attachmentsOf([
      { id: 'pasted', modelDescription: 'Pasted\ntext', value: 'some words' },
      { id: 'picture', value: { data: new Uint8Array(3) } },
      { id: 'nothing', value: undefined },
      { id: 'file', value: gone },
      { id: 'place', value: new vscode.Location(gone, range) },
      { id: 'folder', value: vscode.Uri.file(workspacePath('src')) },
    ]);

    assert.deepEqual(attached.slice(0, 3), [
      { source: 'Pasted text', text: 'some words' },
      { source: 'picture', note: 'can not be read here' },
      { source: 'gone.txt', note: 'can not be read (FileNotFound)' },
    ]);
    assert.match(attached[3]?.source ?? '', /^gone\.txt:1$/);
    assert.match(attached[3]?.note ?? '', /^can not be read \(/);
    assert.deepEqual(attached[4], { source: 'src', note: 'a folder' });
  });
});

describe('a tool that a person names in a question', () => {
  it('has to be called first, alone; after that the model has all tools', async () => {
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [call('scripted_weather', { place: 'Ghent' })]
        : say('It rains.');

    await ask('is it wet? #weather', 'wide', { toolIds: ['scripted_weather'] });

    const [first, second] = provider.requests;
    assert.deepEqual(
      [first?.tools.map(({ name }) => name), first?.required],
      [['scripted_weather'], true],
    );
    assert.match(resultsOf(second)[0] ?? '', /Rain in Ghent\./);
    assert.equal(second?.required, false);
    assert.ok(second.tools.some(({ name }) => name === 'be-read'));
    assert.match(await lastAnswer(), /It rains\./);
  });
});
