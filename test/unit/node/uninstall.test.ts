import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, link, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eraseStorage, isStillInstalled } from '../../../src/node/eraseStorage.ts';
import { defaultStorage } from '../../../src/node/headless/storage.ts';
import { listedStorages, listStorage } from '../../../src/node/storageList.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/, '');

const own = [
  ...['chipboard.db', 'chipboard.db-wal', 'chipboard.db-shm', 'chipboard.db.lock'],
  ...['chipboard.db.corrupt-1', 'chipboard.key', 'settings.json', 'mcp.token'],
  ...['windows/12-0a1b2c3d.json', 'bin/chipboard-mcp', 'bin/chipboard-mcp.mjs'],
];

describe('uninstalling', () => {
  let folder: string;
  let env: Record<string, string>;
  let data: string;

  /** A folder with files, each of which holds its own name. */
  async function fill(name: string, files: readonly string[]): Promise<string> {
    for (const file of files) {
      const path = join(folder, name, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, file);
    }
    return join(folder, name);
  }

  function uninstall(): string {
    const hook = join(root, 'src', 'uninstall.ts');
    const done = spawnSync(process.execPath, [hook], { encoding: 'utf8', env });
    return done.stderr + done.stdout;
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chipboard-uninstall-'));
    env = { HOME: folder, USERPROFILE: folder, XDG_DATA_HOME: folder, LOCALAPPDATA: folder };
    data = defaultStorage({ platform: process.platform, home: folder, env });
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('erases every storage folder that was used, and leaves no list', async () => {
    const [one, two] = [await fill('one', own), await fill('two', own)];
    await listStorage(data, one, root);
    await listStorage(data, two, root);
    await listStorage(data, two, root);

    const said = uninstall();

    assert.equal(said, '');
    assert.deepEqual([existsSync(one), existsSync(two), existsSync(data)], [false, false, false]);
  });

  it('leaves alone what Chipboard did not make', async () => {
    const others = [
      ...['notes.txt', 'chipboard.dbx', 'settings.json.bak', 'windows/mine.json', 'bin/other'],
    ];
    const storage = await fill('storage', [...own, ...others]);
    await listStorage(data, storage, root);

    uninstall();

    const left = await readdir(storage, { recursive: true });
    assert.deepEqual(left.sort(), [...others, 'bin', 'windows'].sort());
  });

  it('leaves alone a folder that has no database and no key', async () => {
    const storage = await fill('storage', ['settings.json', 'bin/chipboard-mcp']);
    await listStorage(data, storage, root);

    uninstall();

    assert.deepEqual((await readdir(storage)).sort(), ['bin', 'settings.json']);
  });

  it('leaves alone the storage of another editor, which stays in the list', async () => {
    const storage = await fill('storage', own);
    await listStorage(data, storage, join(folder, 'other', 'extensions', 'chipboard-1.0.0'));

    uninstall();

    assert.equal((await readdir(storage)).includes('chipboard.db'), true);
    assert.equal((await readdir(join(data, 'storages'))).length, 1);
  });

  it('reads nothing but entries, whatever is in the list', async () => {
    const storage = await fill('storage', own);
    await listStorage(data, storage, root);
    const write = (name: string, text: string): Promise<void> =>
      writeFile(join(data, 'storages', name), text);
    await write('0123456789abcdef.json', '{');
    await write('0123456789abcdee.json', '{"storage":"relative","extensions":"x"}');
    await write('0123456789abcded.json', 'null');
    await write('other.json', JSON.stringify({ storage: folder, extensions: dirname(root) }));

    const listed = await listedStorages(data, root);

    assert.deepEqual(
      listed.map((one) => one.storage),
      [storage],
    );
  });

  it('overwrites the key, so that a copy of its bytes on the disk is of no use', async () => {
    const storage = await fill('storage', own);
    const twin = join(folder, 'twin');
    await link(join(storage, 'chipboard.key'), twin);

    const erased = await eraseStorage(storage);

    const bytes = await readFile(twin);
    assert.equal(erased, true);
    assert.equal(bytes.length, 'chipboard.key'.length);
    assert.notEqual(bytes.toString(), 'chipboard.key');
  });

  it('follows no link out of the storage folder', async () => {
    const elsewhere = await fill('elsewhere', ['12-0a1b2c3d.json']);
    const target = join(elsewhere, '12-0a1b2c3d.json');
    const storage = await fill('storage', ['chipboard.db']);
    await symlink(elsewhere, join(storage, 'windows'));
    await symlink(target, join(storage, 'chipboard.key'));

    await eraseStorage(storage);

    assert.equal(await readFile(target, 'utf8'), '12-0a1b2c3d.json');
    assert.deepEqual(await readdir(storage), ['windows']);
  });

  it('erases nothing where another version is installed that is not to go too', async () => {
    const extensions = await fill('extensions', [
      ...['chipboard.chipboard-1.0.0/x', 'chipboard.chipboard-1.1.0/x', 'other.chipboard-2.0.0/x'],
    ]);
    const removed = join(extensions, 'chipboard.chipboard-1.0.0');

    const updated = await isStillInstalled(removed);
    await writeFile(join(extensions, '.obsolete'), '{"chipboard.chipboard-1.1.0":true}');
    const gone = await isStillInstalled(removed);

    assert.deepEqual([updated, gone], [true, false]);
  });
});
