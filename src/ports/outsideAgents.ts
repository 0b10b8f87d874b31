import type { Settings } from './settings.ts';

/** How an agent starts a server. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** A change of an agent's configuration. */
export interface ConfigChange {
  /** The text it was made for; undefined where there is no file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** What leads agents outside the editor to a window, and is on disk. */
export interface OutsideAgents {
  /** The user's home folder. */
  readonly home: string;
  /** Tells where this window's server is reached, or tells it anew. */
  announce(window: {
    readonly url: string;
    readonly token: string;
    readonly folders: readonly string[];
  }): Promise<void>;
  /** This window's server is not reached any more. */
  withdraw(): Promise<void>;
  /** Leaves the settings for servers without an editor. */
  shareSettings(settings: Settings): Promise<void>;
  /** Writes the program that agents start, where it is not as it should be. */
  installLauncher(): Promise<StdioCommand>;
  /** The text of an agent's configuration; undefined if there is none. */
  readConfig(file: string): Promise<string | undefined>;
  /** Changes an agent's configuration. Answers the path of a copy of what was there. */
  writeConfig(file: string, change: ConfigChange): Promise<string | undefined>;
}
