import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './isAlive.ts';

/** A younger file may belong to a program on another machine that shares the folder. */
const leastAge = 60_000;

/** An older file is nobody's, whatever program has its number now. */
const greatestAge = 24 * 3_600_000;

const pattern = /^\.chipboard-(?:(\d+)-)?[0-9a-f]{12}\.tmp$/;

/** When the leftovers of each folder were last looked for. */
const swept = new Map<string, number>();

/** A free name for a file that is to replace another one in the folder; it says which process made it. */
export function temporaryName(folder: string): string {
  return join(folder, `.chipboard-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}

/**
 * Removes what processes that died in the middle of a write left in the folder. Looks at most once a minute, and never
 * fails: a leftover is no reason to refuse an edit.
 */
export async function sweepLeftovers(folder: string, now: number = Date.now()): Promise<void> {
  if (now - (swept.get(folder) ?? 0) < leastAge) {
    return;
  }
  if (swept.size > 1000) {
    swept.clear();
  }
  swept.set(folder, now);
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names) {
    const match = pattern.exec(name);
    if (match !== null) {
      await removeIfLeft(join(folder, name), Number(match[1] ?? 0), now).catch(() => undefined);
    }
  }
}

async function removeIfLeft(path: string, pid: number, now: number): Promise<void> {
  const stats = await fs.lstat(path);
  const age = now - stats.mtimeMs;
  if (stats.isFile() && age > leastAge && (age > greatestAge || (pid > 0 && !isAlive(pid)))) {
    await fs.rm(path, { force: true });
  }
}
