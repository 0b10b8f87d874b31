import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { withLock } from '../setup/lock.mjs';

/** Where a folder of that name lies in the user's cache, prepared or not. */
export function cacheFolder(name: string): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'chipboard', name);
}

/**
 * Makes sure that a folder with a fixed content is there. It is filled in a neighbouring folder and renamed when
 * complete: what has the final name is always whole, and stays until someone asks for a fresh one.
 * @param fill Fills the empty folder it is given.
 */
export async function ensurePrepared(
  target: string,
  fill: (draft: string) => Promise<void>,
  fresh = false,
): Promise<void> {
  if (!fresh && existsSync(target)) {
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  await withLock(`${target}.lock`, async () => {
    // Another process may have prepared it while this one waited for the lock.
    if (fresh || !existsSync(target)) {
      await prepare(target, fill);
    }
  });
}

async function prepare(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  await removeLeftovers(target);
  const draft = await mkdtemp(`${target}.draft-`);
  try {
    await fill(draft);
    if (existsSync(target)) {
      // A folder cannot be renamed onto a full one, so the old one steps aside under a leftover's name.
      await rename(target, join(await mkdtemp(`${target}.draft-`), 'old'));
    }
    await rename(draft, target);
  } finally {
    await removeLeftovers(target);
  }
}

async function removeLeftovers(target: string): Promise<void> {
  const parent = dirname(target);
  const leftovers = (await readdir(parent)).filter((name) =>
    name.startsWith(`${basename(target)}.draft-`),
  );
  await Promise.all(
    leftovers.map((name) => rm(join(parent, name), { recursive: true, force: true })),
  );
}
