import type { EditHost } from '../../ports/editHost.ts';
import type { EditorActions } from '../../ports/editorActions.ts';
import type { Paths } from '../../ports/paths.ts';
import { RpcError } from '../../protocol/rpc.ts';
import { isLocal, localPath } from './localPath.ts';

/** What files are opened with. */
export interface FileParts {
  readonly actions: Pick<EditorActions, 'openFile' | 'confirm'>;
  readonly host: Pick<EditHost, 'stat'>;
  readonly paths: Paths;
  /** The user's home folder. */
  readonly home: string;
  /** Absolute paths of the window's folders. */
  readonly folders: () => readonly string[];
}

/**
 * Opens the file that a session names, for a person. What a session says is not to be trusted, so that only regular files
 * of this computer are opened, and those outside the window's folders only when the person says so: nothing there is
 * looked at before. A person who says no is answered as if it had been opened. Throws `RpcError`.
 */
export async function openNamedFile(
  written: string,
  folder: string,
  parts: FileParts,
): Promise<void> {
  const path = localPath(written, folder, parts);
  if (path === undefined) {
    throw notLocal(written);
  }
  const folders = parts.folders();
  const isInside = folders.some((each) => isBelow(each, path, parts.paths));
  if (!isInside && !(await isAllowed(path, parts))) {
    return;
  }
  const real = await regularFile(path, parts);
  // A link inside may lead out: then the person is asked about the place that it leads to.
  const roots = isInside ? await realFolders(folders, parts) : [];
  const staysInside = roots.some((root) => isBelow(root, real, parts.paths));
  const isKnown = staysInside || (!isInside && real === path);
  if (isKnown || (await isAllowed(real, parts))) {
    await parts.actions.openFile(real);
  }
}

/** Opens a file that was read as a session, at a line. Throws `RpcError` if it is no regular file of this computer now. */
export async function openReadFile(file: string, line: number, parts: FileParts): Promise<void> {
  const path = localPath(file, '', parts);
  if (path === undefined) {
    throw notLocal(file);
  }
  await regularFile(path, parts);
  await parts.actions.openFile(path, line);
}

/** The real path of a regular file, links resolved. Throws `RpcError`. */
async function regularFile(path: string, { host, paths }: FileParts): Promise<string> {
  const stat = await host.stat(path);
  if (stat === undefined) {
    throw new RpcError({ code: 'no-file', message: `There is no file ${shown(path)} any more.` });
  }
  if (stat.kind !== 'file') {
    throw new RpcError({ code: 'bad-path', message: `${shown(path)} is no regular file.` });
  }
  if (!isLocal(stat.path, paths)) {
    throw notLocal(stat.path);
  }
  return stat.path;
}

async function realFolders(
  folders: readonly string[],
  { host }: FileParts,
): Promise<readonly string[]> {
  return Promise.all(folders.map(async (folder) => (await host.stat(folder))?.path ?? folder));
}

function isBelow(folder: string, path: string, paths: Paths): boolean {
  const between = paths.relative(folder, path);
  return between !== '' && !paths.isAbsolute(between) && between.split(paths.sep)[0] !== '..';
}

function isAllowed(path: string, { actions }: FileParts): Promise<boolean> {
  return actions.confirm(
    'This session names a file outside the folders of this window. Open it?',
    `${shown(path)}\n\nThe session says so; nobody checked why. The file is only shown.`,
    'Open File',
    'Do Not Open',
  );
}

function notLocal(path: string): RpcError {
  return new RpcError({
    code: 'bad-path',
    message: `"${shown(path)}" is no file of this computer that can be opened from here.`,
  });
}

/** Nothing in a path may look like another line of a question, or turn its letters round. */
function shown(path: string): string {
  return path.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500);
}
