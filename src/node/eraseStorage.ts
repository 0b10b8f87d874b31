import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Files of a storage folder that Chipboard makes: the database with what lies beside it, and drafts of them. */
const ownFiles = [
  /^chipboard\.db(?:[-.].*)?$/,
  /^settings\.json(?:\.[0-9a-f]{12}\.tmp)?$/,
  /^mcp\.token(?:\.[0-9a-f]{12}\.tmp)?$/,
];

const keyFiles = /^chipboard\.key(?:\.[0-9a-f]{12})?$/;

/** Folders that Chipboard makes, and its files in them. */
const ownFolders: readonly (readonly [string, RegExp])[] = [
  ['windows', /^\d+-[0-9a-f]+\.json(?:\.[0-9a-f]{12}\.tmp)?$/],
  ['bin', /^chipboard-mcp(?:\.mjs|\.cmd)?(?:\.[0-9a-f]{12}\.tmp)?$/],
];

/**
 * Removes everything that Chipboard made in a storage folder and nothing else; then the folder, if that leaves it empty.
 * The key goes first, and is overwritten: without it the rest can not be read. A folder without Chipboard's database
 * and key is left alone. Answers whether it was one of Chipboard's; throws if something of it could not be removed.
 */
export async function eraseStorage(storage: string): Promise<boolean> {
  const names: readonly string[] = await fs.readdir(storage).catch(() => []);
  if (!names.includes('chipboard.db') && !names.includes('chipboard.key')) {
    return false;
  }
  for (const name of names.filter((one) => keyFiles.test(one))) {
    await eraseKey(join(storage, name));
  }
  // The database itself goes last of all: by it an erasure that was cut off is known for one.
  const others = names.filter((one) => ownFiles.some((form) => form.test(one)));
  const isDatabase = (name: string): number => (name === 'chipboard.db' ? 1 : 0);
  await eraseFolders(storage);
  for (const name of others.sort((a, b) => isDatabase(a) - isDatabase(b))) {
    await eraseFile(join(storage, name));
  }
  await fs.rmdir(storage).catch(() => undefined);
  return true;
}

/**
 * Whether another version of the extension is installed beside this one: then what is removed is an old version. The
 * editor lists versions that are to go in `.obsolete`.
 */
export async function isStillInstalled(extension: string): Promise<boolean> {
  const family = /^(.+?-)\d+\.\d+\.\d+/.exec(basename(extension))?.[1];
  if (family === undefined) {
    return false;
  }
  const extensions = dirname(extension);
  const obsolete = await fs.readFile(join(extensions, '.obsolete'), 'utf8').catch(() => '{}');
  const names = await fs.readdir(extensions).catch(() => []);
  return names.some(
    (name) =>
      name !== basename(extension) &&
      name.startsWith(family) &&
      /^\d/.test(name.slice(family.length)) &&
      !obsolete.includes(JSON.stringify(name)),
  );
}

async function eraseFolders(storage: string): Promise<void> {
  for (const [folder, form] of ownFolders) {
    const path = join(storage, folder);
    // A link leads to files that are somebody else's.
    const stats = await fs.lstat(path).catch(() => undefined);
    const names = stats?.isDirectory() === true ? await fs.readdir(path) : [];
    for (const name of names.filter((one) => form.test(one))) {
      await eraseFile(join(path, name));
    }
    await fs.rmdir(path).catch(() => undefined);
  }
}

async function eraseFile(path: string): Promise<void> {
  const stats = await fs.lstat(path).catch(() => undefined);
  if (stats?.isDirectory() === false) {
    await fs.rm(path, { force: true });
  }
}

async function eraseKey(path: string): Promise<void> {
  const stats = await fs.lstat(path);
  if (stats.isFile()) {
    const handle = await fs.open(path, 'r+');
    try {
      await handle.write(randomBytes(stats.size), 0, stats.size, 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  await eraseFile(path);
}
