import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Settings } from '../ports/settings.ts';
import { readConfig, writeConfig } from './configFile.ts';
import type { ConfigChange } from './configFile.ts';
import type { Announced } from './discovery.ts';
import { WindowAnnouncement } from './discovery.ts';
import { shareSettings } from './headless/settings.ts';
import { installLauncher } from './launcher.ts';
import type { StdioCommand } from './launcher.ts';

/** What the files for agents outside the editor are made for. */
export interface OutsidePlace {
  /** Folder of the extension's bundles. */
  readonly distFolder: string;
  /** The extension's global storage. */
  readonly storageFolder: string;
  readonly version: string;
}

/** Everything on disk that leads agents outside the editor to this window. */
export function outsideAgents({ distFolder, storageFolder, version }: OutsidePlace): {
  readonly home: string;
  announce(window: Announced): Promise<void>;
  withdraw(): Promise<void>;
  shareSettings(settings: Settings): Promise<void>;
  installLauncher(): Promise<StdioCommand>;
  readConfig(file: string): Promise<string | undefined>;
  writeConfig(file: string, change: ConfigChange): Promise<string | undefined>;
} {
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
