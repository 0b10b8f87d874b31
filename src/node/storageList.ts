/*
 * Which storage folders the extension used, written down where its uninstall hook finds them: the hook is told of none.
 * Each folder has a file of its own, so that windows that start at once do not overwrite one another's.
 */
import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { writePrivate } from './privateFile.ts';

/** A storage folder, and the installation that uses it. */
export interface UsedStorage {
  readonly storage: string;
  /** Folder in which the editor has its extensions: another editor on this machine has others. */
  readonly extensions: string;
}

/** A folder in the list, with the file that says so. */
export interface ListedStorage extends UsedStorage {
  readonly file: string;
}

const folderName = 'storages';

/**
 * Writes a storage folder down.
 *
 * @param data the platform's folder for Chipboard's data
 * @param extension folder in which the extension is installed
 */
export async function listStorage(data: string, storage: string, extension: string): Promise<void> {
  const used: UsedStorage = { storage, extensions: dirname(extension) };
  const name = createHash('sha256').update(JSON.stringify(used)).digest('hex').slice(0, 16);
  await fs.mkdir(join(data, folderName), { recursive: true, mode: 0o700 });
  await writePrivate(join(data, folderName, `${name}.json`), `${JSON.stringify(used)}\n`);
}

/** The storage folders that an installation used; what is no entry is left out. */
export async function listedStorages(data: string, extension: string): Promise<ListedStorage[]> {
  const folder = join(data, folderName);
  const names = await fs.readdir(folder).catch(() => []);
  const listed: ListedStorage[] = [];
  for (const name of names.filter((one) => /^[0-9a-f]{16}\.json$/.test(one))) {
    const file = join(folder, name);
    const used = parse(await fs.readFile(file, 'utf8').catch(() => ''));
    if (used?.extensions === dirname(extension)) {
      listed.push({ ...used, file });
    }
  }
  return listed;
}

/** Takes folders off the list, and removes the list's own folder where nothing else is in it. */
export async function unlistStorages(
  data: string,
  listed: readonly ListedStorage[],
): Promise<void> {
  for (const { file } of listed) {
    await fs.rm(file, { force: true });
  }
  for (const folder of [join(data, folderName), data]) {
    await fs.rmdir(folder).catch(() => undefined);
  }
}

function parse(text: string): UsedStorage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const given = typeof value === 'object' && value !== null ? value : {};
  const fields = new Map<string, unknown>(Object.entries(given));
  const [storage, extensions] = [fields.get('storage'), fields.get('extensions')];
  return typeof storage === 'string' && isAbsolute(storage) && typeof extensions === 'string'
    ? { storage, extensions }
    : undefined;
}
