import type { Paths } from '../ports/paths.ts';
import type { Workspace, WorkspaceFolder } from '../ports/workspace.ts';

/** Where paths are shown. */
export interface ShownPlaces {
  readonly folders: readonly WorkspaceFolder[];
  readonly paths: Paths;
}

/** Where paths are shown in a window with this workspace, as it is now. */
export function shownPlaces(parts: {
  readonly workspace: Workspace;
  readonly paths: Paths;
}): ShownPlaces {
  return { folders: parts.workspace.folders, paths: parts.paths };
}

/**
 * A path as people read it: below its folder of the window, with the folder's name where there are several; else below
 * `home`, the folder whose server named it; else as it is. Always with `/` in the first two.
 */
export function shownPath(file: string, { folders, paths }: ShownPlaces, home?: string): string {
  const inside = folders
    .map((folder) => ({ folder, below: below(folder.path, file, paths) }))
    .filter((one) => one.below !== undefined)
    .sort((a, b) => b.folder.path.length - a.folder.path.length)[0];
  if (inside?.below !== undefined) {
    return folders.length > 1 ? `${inside.folder.name}/${inside.below}` : inside.below;
  }
  return (home === undefined || home === '' ? undefined : below(home, file, paths)) ?? file;
}

function below(folder: string, file: string, paths: Paths): string | undefined {
  const relative = paths.relative(folder, file);
  const segments = relative.split(paths.sep);
  return relative === '' || paths.isAbsolute(relative) || segments[0] === '..'
    ? undefined
    : segments.join('/');
}
