import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Log } from '../ports/log.ts';
import { defaultStorage } from './headless/storage.ts';
import { listStorage } from './storageList.ts';

/** Where the extension and what it keeps are. */
export interface StoragePlaces {
  readonly distFolder: string;
  readonly storageFolder: string;
  readonly log: Log;
}

/** Lets the uninstall hook find the storage folder. Never rejects; failing is logged. */
export async function writeDownStorage(places: StoragePlaces): Promise<void> {
  const { distFolder, storageFolder, log } = places;
  const { env, platform } = process;
  const data = defaultStorage({ platform, home: homedir(), env });
  try {
    await listStorage(data, storageFolder, dirname(distFolder));
  } catch (cause) {
    log.error('Uninstalling will not find what is kept.', cause);
  }
}
