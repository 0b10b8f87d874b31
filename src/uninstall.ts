/*
 * Run by the editor, with Node, after the extension was removed: erases what it kept. Says nothing where all went well,
 * since nobody would read it.
 */
import { homedir } from 'node:os';
import * as path from 'node:path';
import { eraseStorage, isStillInstalled } from './node/eraseStorage.ts';
import { defaultStorage } from './node/headless/storage.ts';
import type { ListedStorage } from './node/storageList.ts';
import { listedStorages, unlistStorages } from './node/storageList.ts';

/** Bundled, this is `dist/uninstall.js`; run as it is, `src/uninstall.ts`. */
const extension = path.dirname(path.dirname(import.meta.filename));

async function uninstall(): Promise<void> {
  if (await isStillInstalled(extension)) {
    return;
  }
  const { env, platform } = process;
  const data = defaultStorage({ platform, home: homedir(), env });
  const done: ListedStorage[] = [];
  for (const one of await listedStorages(data, extension)) {
    try {
      await eraseStorage(one.storage);
      done.push(one);
    } catch (error) {
      process.stderr.write(`Chipboard: ${one.storage} could not be erased: ${String(error)}\n`);
      process.exitCode = 1;
    }
  }
  await unlistStorages(data, done);
}

void uninstall();
