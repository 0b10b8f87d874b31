import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installLauncher, launcherFiles } from '../../../src/node/launcher.ts';
import type { LauncherPlace } from '../../../src/node/launcher.ts';
import { cleanUp, scratch } from './headlessRig.ts';

describe('the launcher', () => {
  let place: LauncherPlace;
  let extensions: string;

  /** Installs a version whose server prints its own name and its arguments. */
  async function install(name: string): Promise<string> {
    const dist = join(extensions, name, 'dist');
    await mkdir(dist, { recursive: true });
    const print = `console.log(JSON.stringify([${JSON.stringify(name)}, ...process.argv.slice(2)]))`;
    await writeFile(join(dist, 'headless.js'), print);
    return join(extensions, name);
  }

  function run(...args: string[]): { readonly printed: unknown; readonly errors: string } {
    const file = join(place.storageFolder, 'bin', 'chipboard-mcp');
    const { stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' });
    return { printed: stdout === '' ? undefined : JSON.parse(stdout), errors: stderr };
  }

  beforeEach(async () => {
    extensions = await scratch('extensions');
    place = {
      storageFolder: join(await scratch("storage it's"), 'deep'),
      extensionFolder: await install('chipboard.chipboard-1.9.0'),
      execPath: process.execPath,
      platform: process.platform,
    };
    await installLauncher(place);
  });

  afterEach(cleanUp);

  it('starts the installed server with the storage folder and the arguments', () => {
    const { printed } = run('--root', 'a b');

    assert.deepEqual(printed, [
      ...['chipboard.chipboard-1.9.0', '--storage', place.storageFolder],
      ...['--root', 'a b'],
    ]);
  });

  it('finds the newest version when the one it was made for is gone', async () => {
    await install('chipboard.chipboard-1.9.1');
    await install('chipboard.chipboard-1.10.0');
    await install('chipboard.chipboard-other-9.0.0');
    await rm(place.extensionFolder, { recursive: true });

    assert.equal((run().printed as string[])[0], 'chipboard.chipboard-1.10.0');
  });

  it('says in a sentence that nothing is installed any more', async () => {
    await rm(place.extensionFolder, { recursive: true });

    const { printed, errors } = run();

    assert.equal(printed, undefined);
    assert.match(errors, /not installed any more/);
  });

  it('takes any Node where the program of the editor is gone', async () => {
    await installLauncher({ ...place, execPath: '/no/such/node' });

    assert.equal((run().printed as string[])[0], 'chipboard.chipboard-1.9.0');
  });

  it('is written only where it differs', async () => {
    const file = join(place.storageFolder, 'bin', 'chipboard-mcp');
    const before = await stat(file, { bigint: true });

    const command = await installLauncher(place);

    const after = await stat(file, { bigint: true });
    assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
    assert.equal(after.mode & 0o777n, 0o755n);
    assert.deepEqual(command, { command: file, args: [] });
  });

  it('is a batch file on Windows', () => {
    const [script, batch] = launcherFiles({
      ...place,
      platform: 'win32',
      execPath: 'C:\\100%\\n.exe',
    });

    assert.match(script?.path ?? '', /chipboard-mcp\.mjs$/);
    assert.match(batch?.path ?? '', /chipboard-mcp\.cmd$/);
    assert.match(batch?.text ?? '', /C:\\100%%\\n\.exe/);
  });
}).timeout(30_000);
