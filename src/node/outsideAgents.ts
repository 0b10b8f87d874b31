import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { OutsideAgents } from '../ports/outsideAgents.ts';
import { readConfig, writeConfig } from './configFile.ts';
import { WindowAnnouncement } from './discovery.ts';
import { shareSettings } from './headless/settings.ts';
import { installLauncher } from './launcher.ts';

/** What the files for agents outside the editor are made for. */
export interface OutsidePlace {
  /** Folder of the extension's bundles. */
  readonly distFolder: string;
  /** The extension's global storage. */
  readonly storageFolder: string;
  readonly version: string;
}

/** Everything on disk that leads agents outside the editor to this window. */
export function outsideAgents({ distFolder, storageFolder, version }: OutsidePlace): OutsideAgents {
  const announcement = new WindowAnnouncement(storageFolder, version);
  return {
    home: homedir(),
    announce: (window) => announcement.announce(window),
    withdraw: () => announcement.withdraw(),
    shareSettings: (settings) => shareSettings(storageFolder, settings),
    installLauncher: () =>
      installLauncher({
        storageFolder,
        extensionFolder: dirname(distFolder),
        execPath: process.execPath,
        platform: process.platform,
      }),
    readConfig,
    writeConfig,
  };
}
