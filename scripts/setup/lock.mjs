import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from './progress.mjs';

const HEARTBEAT_MS = 2_000;
const STALE_MS = 20_000;

/**
 * Runs `work` while no other process on this machine runs work under the same lock. A lock whose holder died is taken
 * over after 20 s. The lock saves double work; the work must stay correct even if two processes hold it, because a
 * machine that slept can make a living holder look dead.
 * @template T
 * @param {string} path A folder that exists while the lock is held; its parent must exist.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, work) {
  await acquire(path);
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(path, { recursive: true, force: true });
  }
}

/** @param {string} path */
async function acquire(path) {
  let told = false;
  while (!(await tryMakeFolder(path))) {
    const held = await stat(path).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > STALE_MS) {
      await rm(path, { recursive: true, force: true });
      continue;
    }
    if (!told) {
      note('waiting for another process that prepares the same thing');
      told = true;
    }
    await sleep(500);
  }
}

/** @param {string} path */
async function tryMakeFolder(path) {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}
