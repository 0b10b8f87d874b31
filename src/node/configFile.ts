import { promises as fs } from 'node:fs';
import { dirname } from 'node:path';
import type { ConfigChange } from '../ports/outsideAgents.ts';
import { codeOf } from './errorCode.ts';
import { writePrivate } from './privateFile.ts';

/** The text of a configuration file; undefined if there is none. Rejects when it is no UTF-8 or cannot be read. */
export async function readConfig(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await fs.readFile(file),
    );
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/**
 * Writes a configuration file in one step and keeps the old one beside it. Links are followed and the mode stays; a new
 * file is for its owner only. Refuses when the file is not what the change was made for.
 * @returns The path of the copy, if there was a file.
 */
export async function writeConfig(file: string, change: ConfigChange): Promise<string | undefined> {
  if ((await readConfig(file)) !== change.before) {
    throw new Error(`${file} was changed in the meantime; run the command again.`);
  }
  if (change.before === undefined) {
    await fs.mkdir(dirname(file), { recursive: true });
    await fs.writeFile(file, change.after, { mode: 0o600, flag: 'wx' });
    return undefined;
  }
  const real = await fs.realpath(file);
  const mode = (await fs.stat(real)).mode & 0o7777;
  const copy = `${real}.before-chipboard`;
  await writePrivate(copy, change.before, mode);
  await writePrivate(real, change.after, mode);
  return copy;
}
