import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, writeConfig } from '../../../src/node/configFile.ts';
import { cleanUp, scratch } from './headlessRig.ts';

describe('the configuration of an agent', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await scratch('config');
    file = join(folder, 'a.json');
  });

  afterEach(cleanUp);

  it('is written with its mode, and a copy of what was there stays', async () => {
    await writeFile(file, 'old');
    await chmod(file, 0o640);

    const copy = await writeConfig(file, { before: 'old', after: 'new' });

    assert.equal(await readFile(file, 'utf8'), 'new');
    assert.equal((await stat(file)).mode & 0o777, 0o640);
    assert.equal(await readFile(copy ?? '', 'utf8'), 'old');
    assert.deepEqual((await readdir(folder)).sort(), ['a.json', 'a.json.before-chipboard']);
  });

  it('is made for its owner only where there is none', async () => {
    const deep = join(folder, 'b', 'c.json');

    assert.equal(await readConfig(deep), undefined);
    assert.equal(await writeConfig(deep, { before: undefined, after: 'new' }), undefined);

    assert.equal((await stat(deep)).mode & 0o777, 0o600);
  });

  it('is left alone when it changed after the user saw the change', async () => {
    await writeFile(file, 'newer');

    await assert.rejects(
      writeConfig(file, { before: 'old', after: 'new' }),
      /changed in the meantime/,
    );
    await assert.rejects(writeConfig(file, { before: undefined, after: 'new' }), /meantime/);

    assert.equal(await readFile(file, 'utf8'), 'newer');
  });

  it('stays a link where it is one', async () => {
    await mkdir(join(folder, 'dotfiles'));
    await writeFile(join(folder, 'dotfiles', 'a.json'), 'old');
    await symlink(join(folder, 'dotfiles', 'a.json'), file);

    await writeConfig(file, { before: 'old', after: 'new' });

    assert.ok((await lstat(file)).isSymbolicLink());
    assert.equal(await readFile(join(folder, 'dotfiles', 'a.json'), 'utf8'), 'new');
  });

  it('is not read when it is no UTF-8', async () => {
    await writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));

    await assert.rejects(readConfig(file));
  });
});
