import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Log } from '../ports/log.ts';
import { defaultStorage } from './headless/storage.ts';
import { listStorage } from './storageList.ts';

/** Writes a window's storage folder down where the uninstall hook finds it; a failure is logged. Returns at once. */
export function noteStorage(options: {
  readonly distFolder: string;
  readonly storageFolder: string;
  readonly log: Log;
}): void {
  const { distFolder, storageFolder, log } = options;
  const { env, platform } = process;
  const data = defaultStorage({ platform, home: homedir(), env });
  listStorage(data, storageFolder, dirname(distFolder)).catch((cause: unknown) =>
    log.error('Uninstalling will not find what is kept.', cause),
  );
}
