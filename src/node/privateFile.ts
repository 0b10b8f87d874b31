import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './errorCode.ts';

/**
 * Writes a text file in one step: a reader sees the whole text or the old file. Its mode is 0600 unless another is
 * given.
 */
export async function writePrivate(file: string, text: string, mode?: number): Promise<void> {
  const temp = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await fs.writeFile(temp, text, { mode: 0o600, flag: 'wx' });
  if (mode !== undefined) {
    await fs.chmod(temp, mode);
  }
  await fs.rename(temp, file);
}

/**
 * The text of a file that all processes agree on: what is there, else `text`, written with mode 0600. Of several
 * processes that make it at once one wins, and all get its text.
 */
export async function agreedPrivate(file: string, text: string): Promise<string> {
  const present = await fs.readFile(file, 'utf8').catch(() => undefined);
  if (present !== undefined && present !== '') {
    return present;
  }
  await fs.mkdir(dirname(file), { recursive: true });
  const temp = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await fs.writeFile(temp, text, { mode: 0o600, flag: 'wx' });
  try {
    // A link, unlike a rename, fails where another process was first.
    await fs.link(temp, file).catch(async (error: unknown) => {
      // Some file systems know no links; there the last one wins.
      if (codeOf(error) !== 'EEXIST') {
        await fs.rename(temp, file);
      }
    });
  } finally {
    await fs.rm(temp, { force: true });
  }
  return fs.readFile(file, 'utf8');
}
