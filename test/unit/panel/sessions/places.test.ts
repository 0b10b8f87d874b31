import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import nodePath, { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openNamedFile } from '../../../../src/panel/sessions/openFile.ts';
import { localPath } from '../../../../src/panel/sessions/localPath.ts';
import { RpcError } from '../../../../src/protocol/rpc.ts';
import { panelBenchEach } from '../panelBench.ts';

const sample = fileURLToPath(
  new URL('../../../fixtures/transcripts/claude-code/inline-sidechains-1.0.jsonl', import.meta.url),
);
/** A file that blocks of the sample are about, and the folder that it worked in. */
const [named, worked] = ['/path/to/Rile/CEHIZE.md', '/path/to/Rile'];

describe('paths that a session names', () => {
  const onPosix = { paths: nodePath.posix, home: '/home/me' };
  const onWindows = { paths: nodePath.win32, home: 'C:\\Users\\me' };

  it('are taken where they are those of local files, relative ones below the folder', () => {
    assert.equal(localPath('/ws/a.ts', '', onPosix), '/ws/a.ts');
    assert.equal(localPath('src/../a.ts', '/ws', onPosix), '/ws/a.ts');
    assert.equal(localPath('file:///ws/a%20b.ts', '/ws', onPosix), '/ws/a b.ts');
    assert.equal(localPath('C:\\ws\\a.ts', '', onWindows), 'C:\\ws\\a.ts');
    assert.equal(localPath('file:///c:/ws/a.ts', '', onWindows), 'c:\\ws\\a.ts');
    assert.equal(localPath('src/a.ts', 'C:\\ws', onWindows), 'C:\\ws\\src\\a.ts');
  });

  for (const path of [
    ...['', 'https://example.com/a', 'vscode-remote://host/ws/a', 'untitled:a', 'command:quit'],
    ...['file://server/share/a', '//server/share/a', '\\\\server\\share\\a', 'file:////server/a'],
    ...['/dev/zero', '/proc/self/environ', '/ws/../sys/kernel', '/ws/a\0.ts', '/ws/a\nb.ts'],
    `/${'a'.repeat(5000)}`,
  ]) {
    it(`are refused: ${JSON.stringify(path.slice(0, 40))}`, () => {
      assert.equal(localPath(path, '/ws', onPosix), undefined);
    });
  }

  for (const path of [
    ...['\\\\server\\share\\a', '//server/share/a', '\\\\?\\C:\\a', '\\\\.\\pipe\\a'],
    ...['C:\\ws\\CON', 'C:\\ws\\nul.txt', 'com1', 'sub/aux/a.txt', 'a.txt:stream'],
    'file://server/share/a',
  ]) {
    it(`are refused on Windows: ${JSON.stringify(path)}`, () => {
      assert.equal(localPath(path, 'C:\\ws', onWindows), undefined);
    });
  }

  it('are below the home folder where they begin with a tilde, and so is the folder', () => {
    assert.equal(localPath('~/a.ts', '/ws', onPosix), '/home/me/a.ts');
    assert.equal(localPath('~/../you/a.ts', '', onPosix), '/home/you/a.ts');
    assert.equal(localPath('a.ts', '~/ws', onPosix), '/home/me/ws/a.ts');
    assert.equal(localPath('~', '/ws', onPosix), '/home/me');
    assert.equal(localPath('~\\a.ts', 'C:\\ws', onWindows), 'C:\\Users\\me\\a.ts');
    assert.equal(localPath('~/a.ts', '', onWindows), 'C:\\Users\\me\\a.ts');
  });

  it('have no home folder where a tilde is part of a name', () => {
    assert.equal(localPath('~you/a.ts', '/ws', onPosix), '/ws/~you/a.ts');
    assert.equal(localPath('a~/b.ts', '/ws', onPosix), '/ws/a~/b.ts');
    assert.equal(localPath('~\\a.ts', '/ws', onPosix), '/ws/~\\a.ts');
    assert.equal(localPath('file:///~/a.ts', '/ws', onPosix), '/~/a.ts');
  });

  it('are refused in a home folder that is not known, or on another computer', () => {
    const { posix, win32 } = nodePath;
    assert.equal(localPath('~/a.ts', '/ws', { paths: posix, home: '' }), undefined);
    const home = '\\\\server\\me';
    assert.equal(localPath('~/a.ts', 'C:\\ws', { paths: win32, home }), undefined);
  });

  it('are refused where the folder is on another computer, or not known', () => {
    assert.equal(localPath('a.ts', '\\\\server\\share', onWindows), undefined);
    assert.equal(localPath('a.ts', 'vscode-remote://host/ws', onPosix), undefined);
    assert.equal(localPath('a.ts', '', onPosix), undefined);
  });
});

describe('files that a session names', () => {
  const on = panelBenchEach();
  const open = (path: string): Promise<void> => {
    const { actions, folder, host, root } = on();
    return openNamedFile(path, folder, {
      ...{ actions, host, paths: nodePath, home: root },
      folders: () => [folder],
    });
  };
  const refused = async (path: string): Promise<string> => {
    const cause: unknown = await open(path).then(
      () => assert.fail('It was opened.'),
      (error: unknown) => error,
    );
    assert.ok(cause instanceof RpcError);
    return cause.code;
  };

  it('are opened without a question in the folders of the window', async () => {
    const path = on().put('src/a.ts', 'a');

    await open('src/a.ts');

    assert.deepEqual(on().actions.asked, [['openFile', path]]);
  });

  it('are opened elsewhere only when the person says so, who sees the whole path', async () => {
    const outside = join(on().root, 'other.txt');
    writeFileSync(outside, 'text');
    on().actions.yes = false;
    await open('../other.txt');
    const before = on().actions.times('openFile');
    on().actions.yes = true;
    await open(outside);

    assert.equal(before, 0);
    assert.deepEqual(
      on().actions.asked.map(([name]) => name),
      ['confirm', 'confirm', 'openFile'],
    );
    assert.ok(String(on().actions.asked[0]?.[2]).startsWith(`${outside}\n`));
    assert.equal(on().actions.asked[0]?.[4], 'Do Not Open');
  });

  it('are not looked at outside before the person said so', async () => {
    let looks = 0;
    const { actions, folder, host } = on();
    actions.yes = false;
    await openNamedFile('/nowhere/at/all', folder, {
      ...{ actions, paths: nodePath, home: on().root, folders: () => [folder] },
      host: { stat: (path) => ((looks += 1), host.stat(path)) },
    });

    assert.equal(looks, 0);
  });

  it('are asked about where a link inside leads out', async () => {
    const outside = join(on().root, 'secret.txt');
    writeFileSync(outside, 'text');
    symlinkSync(outside, on().path('link.txt'));
    on().actions.yes = false;

    await open('link.txt');

    const [[name, , detail] = []] = on().actions.asked;
    assert.equal(name, 'confirm');
    assert.ok(String(detail).startsWith(`${outside}\n`));
    assert.equal(on().actions.times('openFile'), 0);
  });

  it('are refused where they are folders, pipes, devices by a link, or not there', async () => {
    on().put('folder/a.ts', 'a');
    execFileSync('mkfifo', [on().path('pipe')]);
    symlinkSync('/dev/null', on().path('null.txt'));
    symlinkSync('/proc/self/environ', on().path('environ.txt'));

    assert.equal(await refused('folder'), 'bad-path');
    assert.equal(await refused('pipe'), 'bad-path');
    assert.equal(await refused('null.txt'), 'bad-path');
    assert.equal(await refused('environ.txt'), 'bad-path');
    assert.equal(await refused('missing.ts'), 'no-file');
    assert.deepEqual(on().actions.asked, []);
  });

  it('are opened in the home folder too, when the person says so', async () => {
    const path = join(on().root, 'notes.md');
    writeFileSync(path, 'text');

    await open('~/notes.md');

    const [[, , detail] = [], opened] = on().actions.asked;
    assert.ok(String(detail).startsWith(`${path}\n`));
    assert.deepEqual(opened, ['openFile', path]);
  });

  it('can not make a question look like another one', async () => {
    on().actions.yes = false;

    await open('/tmp/a\u202egnp.exe\u2028Trusted by the editor');

    assert.doesNotMatch(
      String(on().actions.asked[0]?.[2]).split('\n\n')[0] ?? '',
      /[\u202e\u2028]/,
    );
  });

  it('are opened from the page by the index of a block', async () => {
    const { folder, page, actions } = on();
    const text = readFileSync(sample, 'utf8').replaceAll(worked, folder);
    const key = `file:${on().put('session.jsonl', text)}`;
    const path = on().put(named.slice(worked.length + 1), 'export {};\n');
    const { transcript, generation } = await page.ask('session/open', { key });
    const at = { transcript, generation, session: [] };
    const blocks = await page.ask('session/blocks', { at, range: { from: 0, limit: 500 } });
    const block = blocks.findIndex((row) => row.path === path);

    await page.ask('session/place', { at, block, what: 'file' });

    assert.deepEqual(actions.asked, [['openFile', path]]);
  });
});
