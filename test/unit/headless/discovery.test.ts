import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { findWindows, WindowAnnouncement } from '../../../src/node/discovery.ts';
import { cleanUp, scratch } from './headlessRig.ts';

const url = 'http://127.0.0.1:4321/mcp';

describe('the entry of a window', () => {
  let storage: string;
  let folder: string;

  beforeEach(async () => {
    [storage, folder] = await Promise.all([scratch('storage'), scratch('folder')]);
  });

  afterEach(cleanUp);

  /** Puts an entry there as another process would have left it. */
  async function leave(name: string, entry: Record<string, unknown>): Promise<void> {
    await new WindowAnnouncement(storage, '1').announce({ url, token: 't', folders: [] });
    const whole = {
      ...{ pid: process.pid, host: hostname(), url, token: 't', folders: [folder] },
      ...{ version: '1', started: 1 },
      ...entry,
    };
    await writeFile(join(storage, 'windows', name), JSON.stringify(whole));
  }

  it('is for its owner only, and gone when it is withdrawn', async () => {
    const announcement = new WindowAnnouncement(storage, '1.2.3');
    await announcement.announce({ url, token: 'secret', folders: [folder] });
    const [name = ''] = await readdir(join(storage, 'windows'));
    const file = join(storage, 'windows', name);
    const entry = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;

    assert.match(name, new RegExp(`^${process.pid}-[0-9a-f]{8}\\.json$`));
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(join(storage, 'windows'))).mode & 0o777, 0o700);
    assert.equal(entry['pid'], process.pid);
    assert.equal(entry['version'], '1.2.3');
    await announcement.withdraw();
    assert.deepEqual(await readdir(join(storage, 'windows')), []);
  });

  it('that is withdrawn while it is written is gone in the end', async () => {
    const announcement = new WindowAnnouncement(storage, '1');

    await Promise.all([
      announcement.announce({ url, token: 't', folders: [] }),
      announcement.withdraw(),
    ]);

    assert.deepEqual(await readdir(join(storage, 'windows')), []);
  });

  it('is found by the real path of its folder', async () => {
    const link = `${folder}-link`;
    await symlink(folder, link);
    await new WindowAnnouncement(storage, '1').announce({ url, token: 't', folders: [link] });

    const [found] = findWindows(storage, [folder]);

    assert.equal(found?.url, url);
    assert.deepEqual(findWindows(storage, [link]), []);
  });

  it('needs every folder that is asked for, and is nothing to one who asks for none', async () => {
    await new WindowAnnouncement(storage, '1').announce({ url, token: 't', folders: [folder] });

    assert.deepEqual(findWindows(storage, [folder, storage]), []);
    assert.deepEqual(findWindows(storage, []), []);
  });

  it('that was started last comes first', async () => {
    await leave('1-a.json', { started: 1, token: 'older' });
    await leave('1-b.json', { started: 2, token: 'newer' });

    const found = findWindows(storage, [folder]);

    assert.deepEqual(
      found.map(({ token }) => token),
      ['newer', 'older'],
    );
  });

  it('of a process that is no more is removed', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    await leave('dead.json', { pid: gone });

    assert.deepEqual(findWindows(storage, [folder]), []);
    assert.ok(!(await readdir(join(storage, 'windows'))).includes('dead.json'));
  });

  it('of another machine is left alone', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    await leave('far.json', { pid: gone, host: 'another-machine' });

    assert.deepEqual(findWindows(storage, [folder]), []);
    assert.ok((await readdir(join(storage, 'windows'))).includes('far.json'));
  });

  it('that names another machine in its address is not used', async () => {
    await leave('odd.json', { url: 'http://example.com:80/mcp' });
    await leave('trick.json', { url: 'http://127.0.0.1:80@example.com/mcp' });

    assert.deepEqual(findWindows(storage, [folder]), []);
  });

  it('that can not be read is passed over', async () => {
    await leave('odd.json', { folders: 'all' });
    await writeFile(join(storage, 'windows', 'broken.json'), '{');

    assert.deepEqual(findWindows(storage, [folder]), []);
  });
});
