import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import nodePath from 'node:path';
import { pathToFileURL } from 'node:url';
import { PathGate } from '../../../src/core/edit/pathGate.ts';
import { FileEditHost } from '../../../src/node/fileEditHost.ts';
import type { FileStat } from '../../../src/ports/editHost.ts';
import { assertFails, valueOf } from '../../fakes/hostBench.ts';
import { FakeWorkspace, workbenchEach } from '../../fakes/workbench.ts';

describe('PathGate', () => {
  const on = workbenchEach();
  const gate = (): PathGate =>
    new PathGate({ workspace: on().workspace, host: new FileEditHost(), paths: nodePath });
  const pathOf = async (input: string): Promise<string> =>
    valueOf(await gate().resolve(input)).path;
  const refused = async (...inputs: readonly string[]): Promise<void> => {
    for (const input of inputs) {
      assertFails(await gate().resolve(input), 'outside-workspace');
    }
  };

  it('takes relative and absolute paths, and shows them relative to the folder', async () => {
    const path = on().put('src/a.ts', 'a');

    const gated = valueOf(await gate().resolve('src/../src/./a.ts'));

    assert.equal(await pathOf(path), path);
    assert.deepEqual([gated.path, gated.shown, gated.folder], [path, 'src/a.ts', on().folder]);
    assert.equal(gated.stat?.kind, 'file');
    assert.equal(valueOf(await gate().resolve('.')).shown, '.');
  });

  it('takes file URIs, decoded once', async () => {
    const odd = on().put('é %41 #1?.txt', 'a');

    assert.equal(await pathOf(pathToFileURL(odd).href), odd);
    assert.equal(await pathOf(`file://localhost${on().folder}/a.txt`), on().path('a.txt'));
    assert.equal(await pathOf(`FILE://${on().folder}/%2541.txt`), on().path('%41.txt'));
  });

  it('takes a # or ? that was not escaped in a file URI for a part of the name', async () => {
    assert.equal(await pathOf(`file://${on().folder}/c#.txt`), on().path('c#.txt'));
    assert.equal(await pathOf(`file://${on().folder}/a?b.txt`), on().path('a?b.txt'));
  });

  it('refuses file URIs that it cannot read, an empty path, and NUL', async () => {
    for (const input of ['file:///%zz', 'file://server/a.txt', '', 'a\0b', 'file:///a%00b']) {
      assertFails(await gate().resolve(input), 'bad-arguments');
    }
  });

  it('refuses what is outside, however it is written', async () => {
    mkdirSync(`${on().folder}-evil`);

    await refused('..', '../x', 'src/../../x', '/', '/etc/hosts', `${on().folder}-evil/a.txt`);
    await refused('../ws-evil/a.txt', `file://${on().folder}/%2e%2e/x`, 'file:///etc/hosts');
  });

  it('takes names that begin with two dots', async () => {
    on().put('..notes.txt', 'a');

    assert.equal(await pathOf('..notes.txt'), on().path('..notes.txt'));
    assert.equal(await pathOf('..new/a.txt'), on().path('..new/a.txt'));
    assert.equal(await pathOf('..\\odd'), on().path('..\\odd'));
  });

  it('follows links inside, and refuses links that lead out', async () => {
    const real = on().put('real/a.txt', 'a');
    symlinkSync('real', on().path('inner'));
    symlinkSync('/etc', on().path('outer'));
    symlinkSync('/etc/hosts', on().path('leak.txt'));

    assert.equal(await pathOf('inner/a.txt'), real);
    assert.equal(await pathOf('inner/new/b.txt'), on().path('real/new/b.txt'));
    await refused('leak.txt', 'outer/hosts', 'outer/new/b.txt', 'outer');
  });

  it('does not take a link to nothing for a new file', async () => {
    symlinkSync('/tmp/nowhere/at-all', on().path('link.txt'));

    assert.equal(valueOf(await gate().resolve('link.txt')).stat?.kind, 'other');
  });

  it('knows the workspace by its real path where it was opened through a link', async () => {
    on().put('a.txt', 'a');
    const link = nodePath.join(on().root, 'link');
    symlinkSync(on().folder, link);
    on().workspace.folders = [{ name: 'ws', path: link }];

    const gated = valueOf(await gate().resolve('a.txt'));

    assert.deepEqual([gated.path, gated.folder], [on().path('a.txt'), link]);
    assert.equal(await pathOf(on().path('a.txt')), on().path('a.txt'));
  });

  it('says when no folder is open', async () => {
    on().workspace.folders = [];

    const result = await gate().resolve('a.txt');

    assertFails(result, 'outside-workspace');
    assert.ok(!result.ok && result.failure.message.includes('No folder is open'));
  });
});

describe('PathGate in a workspace of several folders', () => {
  const on = workbenchEach(['one', 'two']);
  const gate = (): PathGate =>
    new PathGate({ workspace: on().workspace, host: new FileEditHost(), paths: nodePath });
  const two = (name: string): string => nodePath.join(on().root, 'two', name);

  it('takes the only file that is there, and names its folder', async () => {
    const path = on().put('a.txt', 'a');

    const gated = valueOf(await gate().resolve('a.txt'));

    assert.deepEqual([gated.path, gated.shown], [path, 'one/a.txt']);
  });

  it('asks which of two files is meant', async () => {
    on().put('a.txt', 'a');
    on().put('../two/a.txt', 'a');

    const there = await gate().resolve('a.txt');
    const none = await gate().resolve('new.txt');

    assertFails(there, 'ambiguous-path');
    assertFails(none, 'ambiguous-path');
    assert.deepEqual(!there.ok && there.failure.details?.['choices'], [
      on().path('a.txt'),
      two('a.txt'),
    ]);
  });

  it('takes the name of a folder before the path', async () => {
    assert.equal(valueOf(await gate().resolve('two/new.txt')).stat, undefined);
    on().put('../two/a.txt', 'a');

    assert.equal(valueOf(await gate().resolve('two/a.txt')).path, two('a.txt'));
  });
});

describe('PathGate by the rules of Windows', () => {
  const files = new Set(['C:\\work', 'C:\\work\\src', 'C:\\work\\src\\a.ts']);
  const host = {
    stat: (path: string): Promise<FileStat | undefined> => {
      const real = [...files].find((file) => file.toLowerCase() === path.toLowerCase());
      const kind = real?.endsWith('.ts') === true ? 'file' : 'folder';
      return Promise.resolve(
        real === undefined ? undefined : { path: real, kind, size: 0, mode: 0o666 },
      );
    },
    names: () => Promise.resolve([]),
  };
  const workspace = new FakeWorkspace([{ name: 'work', path: 'c:\\work' }]);
  const gate = new PathGate({ workspace, host, paths: nodePath.win32 });

  it('makes one path of every spelling', async () => {
    const spellings = [
      ...['src\\a.ts', 'src/a.ts', 'C:\\work\\src\\a.ts', 'c:/work/SRC/A.TS'],
      ...['file:///C:/work/src/a.ts', 'file:///c%3A/work/src/a.ts', '/c/work/src/a.ts'],
    ];
    for (const spelling of spellings) {
      const gated = valueOf(await gate.resolve(spelling));
      assert.deepEqual([gated.path, gated.shown], ['C:\\work\\src\\a.ts', 'src/a.ts'], spelling);
    }
  });

  it('lets new files through below the folder', async () => {
    const gated = valueOf(await gate.resolve('src\\new\\b.ts'));

    assert.deepEqual([gated.path, gated.shown], ['C:\\work\\src\\new\\b.ts', 'src/new/b.ts']);
  });

  it('refuses other drives, other folders and shares', async () => {
    for (const input of [
      ...['D:\\work\\src\\a.ts', 'C:\\work-evil\\a.ts', '..\\x.ts', '\\\\server\\share\\a.ts'],
      ...['C:\\', 'file:///D:/a.ts'],
    ]) {
      assertFails(await gate.resolve(input), 'outside-workspace');
    }
  });
});
