import type { Event } from './system.ts';

/** A folder of the workspace. */
export interface WorkspaceFolder {
  readonly name: string;
  /** Absolute path as the user opened it. */
  readonly path: string;
}

/** The folders agents may work in. */
export interface Workspace {
  readonly folders: readonly WorkspaceFolder[];
  /** False while the user has not said that they trust the code in the folders. */
  readonly trusted: boolean;
  /** Folders or trust changed. */
  readonly onDidChange: Event<void>;
}
