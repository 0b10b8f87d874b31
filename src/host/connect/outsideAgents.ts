import type { StdioCommand } from '../../core/connect/agents.ts';
import type { Settings } from '../../ports/settings.ts';

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
  writeConfig(
    file: string,
    change: { readonly before: string | undefined; readonly after: string },
  ): Promise<string | undefined>;
}
