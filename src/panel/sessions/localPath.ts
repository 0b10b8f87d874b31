import type { Paths } from '../../ports/paths.ts';

/** Characters of the longest path that Linux takes. */
const longestPath = 4096;

/** Names that are devices on Windows, in every folder and with every ending. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[. :].*)?$/i;

/**
 * The absolute path of a local file that a text names, `..` resolved; undefined if it is none: another scheme, another
 * computer (`\\server\share`, `//server/share`), a device, a stream beside a file, or no path at all. A relative one
 * is one of `folder`. Looks at nothing on disk.
 */
export function localPath(written: string, folder: string, paths: Paths): string | undefined {
  const path = fromUri(written);
  if (path === undefined || !isPlain(path) || (!paths.isAbsolute(path) && !isPlain(folder))) {
    return undefined;
  }
  if (!paths.isAbsolute(path) && !paths.isAbsolute(folder)) {
    return undefined;
  }
  const resolved = paths.isAbsolute(path) ? paths.resolve(path) : paths.resolve(folder, path);
  return isLocal(resolved, paths) ? resolved : undefined;
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
