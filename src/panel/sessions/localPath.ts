import type { Paths } from '../../ports/paths.ts';

/** Characters of the longest path that Linux takes. */
const longestPath = 4096;

/** Names that are devices on Windows, in every folder and with every ending. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[. :].*)?$/i;

/** What paths are taken to be on this computer. */
export interface LocalPlace {
  readonly paths: Paths;
  /** The user's home folder; empty if it is not known. */
  readonly home: string;
}

/**
 * The absolute path of a local file that a text names, `..` resolved; undefined if it is none: another scheme, another
 * computer (`\\server\share`, `//server/share`), a device, a stream beside a file, or no path at all. A relative one
 * is one of `folder`; `~/` is the home folder, also in `folder`. Looks at nothing on disk.
 */
export function localPath(
  written: string,
  folder: string,
  { paths, home }: LocalPlace,
): string | undefined {
  const path = fromUri(withoutTilde(written, home, paths));
  const base = withoutTilde(folder, home, paths);
  if (path === undefined || !isPlain(path) || (!paths.isAbsolute(path) && !isPlain(base))) {
    return undefined;
  }
  if (!paths.isAbsolute(path) && !paths.isAbsolute(base)) {
    return undefined;
  }
  const resolved = paths.isAbsolute(path) ? paths.resolve(path) : paths.resolve(base, path);
  return isLocal(resolved, paths) ? resolved : undefined;
}

/** The home folder in the place of `~` at the beginning; empty if that is not known. That of another user is left as it is. */
function withoutTilde(path: string, home: string, { sep }: Paths): string {
  const isBelow = path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`);
  return isBelow ? home && `${home}${path.slice(1)}` : path;
}

/** Whether an absolute path is one on this computer, and of no device: also of what links lead to. */
export function isLocal(path: string, { sep }: Pick<Paths, 'sep'>): boolean {
  if (!isPlain(path)) {
    return false;
  }
  if (sep !== '\\') {
    return !/^\/(?:dev|proc|sys)(?:\/|$)/.test(path);
  }
  const [drive = '', ...names] = path.split(/[\\/]/);
  return (
    /^[a-z]:$/i.test(drive) && names.every((name) => !name.includes(':') && !devices.test(name))
  );
}

/** Neither empty, nor of another computer or scheme, nor with characters that no file's name has. */
function isPlain(path: string): boolean {
  return (
    path !== '' &&
    path.length <= longestPath &&
    // eslint-disable-next-line no-control-regex -- the point is to find them
    !/[\u0000-\u001f\u007f]/.test(path) &&
    !/^[\\/]{2}/.test(path) &&
    // A single letter is a drive.
    !/^[a-z][a-z0-9+.-]+:/i.test(path)
  );
}

/** A `file:` URI of this computer as a path; what is no such URI as it is. */
function fromUri(written: string): string | undefined {
  if (!/^file:/i.test(written)) {
    return written;
  }
  try {
    const { host, pathname } = new URL(written.replaceAll('#', '%23').replaceAll('?', '%3F'));
    const path = decodeURIComponent(pathname);
    return host !== '' && host !== 'localhost'
      ? undefined
      : /^\/[a-z]:/i.test(path)
        ? path.slice(1)
        : path;
  } catch {
    return undefined;
  }
}
