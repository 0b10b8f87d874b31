import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { Workspace } from '../../ports/workspace.ts';

/** Where the server was started. */
export interface Place {
  /** The current folder. */
  readonly cwd: string;
  /** The user's home folder. */
  readonly home: string;
}

/** The folders to serve, or why there are none. */
export type ServedFolders =
  | { readonly ok: true; readonly folders: readonly string[]; readonly warning?: string }
  | { readonly ok: false; readonly text: string };

/**
 * Real paths of the folders agents may work in. Without a word from the user that is the current one, but never the
 * whole home folder or disk: agents that are started there have no project, and get no file.
 */
export async function servedFolders(
  roots: readonly string[],
  { cwd, home }: Place,
): Promise<ServedFolders> {
  if (roots.length === 0) {
    const real = await fs.realpath(cwd);
    const tooMuch = real === (await fs.realpath(home).catch(() => home)) || isTop(real);
    return tooMuch
      ? { ok: true, folders: [], warning: `${real} is no project; name one with --root DIR.` }
      : { ok: true, folders: [real] };
  }
  const folders: string[] = [];
  for (const root of roots) {
    // An empty text, as an unset variable leaves it, would be the current folder, whatever that is.
    const real =
      root === '' ? undefined : await fs.realpath(path.resolve(cwd, root)).catch(() => undefined);
    if (real === undefined || !(await fs.stat(real)).isDirectory()) {
      return { ok: false, text: `--root ${JSON.stringify(root)} is no folder.\n` };
    }
    if (!folders.includes(real)) {
      folders.push(real);
    }
  }
  return { ok: true, folders };
}

/** A workspace that stays as it is; whoever starts the server on a folder trusts it. */
export function fixedWorkspace(folders: readonly string[]): Workspace {
  return {
    folders: folders.map((folder) => ({ name: path.basename(folder), path: folder })),
    trusted: true,
    onDidChange: () => ({ dispose: () => undefined }),
  };
}

function isTop(folder: string): boolean {
  return path.dirname(folder) === folder;
}
