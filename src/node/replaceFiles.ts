import type { Stats } from 'node:fs';
import { promises as fs } from 'node:fs';
import { dirname } from 'node:path';
import type { FileView } from '../ports/editHost.ts';
import type { Failure } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { originalBytes } from './fileText.ts';
import { sweepLeftovers, temporaryName } from './leftovers.ts';

/** What is to become of one file. */
export interface FileChangeOnDisk {
  readonly path: string;
  /** The file as it is; undefined if it is to be made. */
  readonly before: { readonly view: FileView; readonly stats: Stats } | undefined;
  /** Its new bytes, part after part; undefined if it is to go. */
  readonly after: readonly Uint8Array[] | undefined;
  readonly mode?: number;
  /** Called while the disk is busy with the new content, if it is; for work that needs no disk. */
  readonly meanwhile?: () => unknown;
}

/** Parts that one `writev` is given: systems take at least 1024. */
const partsAtOnce = 1000;

/** A step that has been taken, and how to take it back. */
type Undo = () => Promise<void>;

/**
 * Makes all changes, or none: new contents are written beside the files first, then every file is replaced in one
 * step each; if one cannot be, those before it are put back. Answers what went wrong, or undefined.
 */
export async function replaceFiles(
  changes: readonly FileChangeOnDisk[],
): Promise<Failure | undefined> {
  const staged: { change: FileChangeOnDisk; temp: string | undefined }[] = [];
  const undo: Undo[] = [];
  const folders: Undo[] = [];
  let failed = true;
  try {
    for (const change of changes) {
      if (change.before === undefined) {
        folders.push(await makeFolder(dirname(change.path)));
      }
      await sweepLeftovers(dirname(change.path));
      staged.push({ change, temp: await stage(change) });
    }
    for (const one of staged) {
      undo.push(await finish(one.change, one.temp));
      if (one.change.before !== undefined) {
        // Renamed, so it is not there any more.
        one.temp = undefined;
      }
    }
    failed = false;
    return undefined;
  } catch (error) {
    const left: string[] = [];
    for (const back of undo.reverse()) {
      await back().catch((problem: unknown) => left.push(String(problem)));
    }
    if (left.length === 0 && isTaken(error)) {
      return failure(
        'file-exists',
        'Another program made the file at the same moment.',
        'Nothing was changed. Read the file, then edit it as it is.',
      );
    }
    return failure(
      'write-failed',
      `The disk refused the change: ${error instanceof Error ? error.message : String(error)}.`,
      left.length === 0
        ? 'Every file is as it was. Ask the user to look at the disk, then call again.'
        : `Some files could not be put back: ${left.join('; ')}. Use be-trx to look at the last event.`,
    );
  } finally {
    for (const { temp } of staged) {
      if (temp !== undefined) {
        await fs.rm(temp, { force: true });
      }
    }
    for (const remove of failed ? folders.reverse() : []) {
      await remove();
    }
  }
}

/** A file that was to be made was made by somebody else. */
function isTaken(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return code === 'EEXIST' && syscall === 'link';
}

/** Makes a folder and those above it; the answer removes again what was made, as far as it is empty. */
async function makeFolder(folder: string): Promise<Undo> {
  const topmost = await fs.mkdir(folder, { recursive: true });
  return async () => {
    let empty = topmost !== undefined;
    for (let path = folder; empty && topmost !== undefined; path = dirname(path)) {
      empty = await fs.rmdir(path).then(
        () => path !== topmost,
        () => false,
      );
    }
  };
}

/** Writes the new content beside the file; undefined where the file must be written in place, or goes. */
async function stage(change: FileChangeOnDisk): Promise<string | undefined> {
  const { path, before, after } = change;
  if (after === undefined) {
    return undefined;
  }
  // Replacing would split hard links; only writing in place keeps them.
  if (before !== undefined && before.stats.nlink > 1) {
    return undefined;
  }
  const temp = temporaryName(dirname(path));
  const mode = before === undefined ? (change.mode ?? 0o666) : before.stats.mode & 0o7777;
  let handle;
  try {
    // Never readable by more people than the file itself.
    handle = await fs.open(temp, 'wx', mode & 0o777);
  } catch (error) {
    if (before === undefined) {
      throw error;
    }
    return undefined;
  }
  try {
    await writeParts(handle, after);
    if (before !== undefined || change.mode !== undefined) {
      await handle.chmod(mode);
    }
    const keepsOwner = before === undefined || (await takeOwner(handle, before.stats));
    await Promise.all([handle.sync(), Promise.resolve().then(change.meanwhile)]);
    if (!keepsOwner) {
      await fs.rm(temp, { force: true });
      return undefined;
    }
  } catch (error) {
    await fs.rm(temp, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return temp;
}

async function takeOwner(handle: fs.FileHandle, stats: Stats): Promise<boolean> {
  const own = await handle.stat();
  if (own.uid === stats.uid && own.gid === stats.gid) {
    return true;
  }
  try {
    await handle.chown(stats.uid, stats.gid);
    await handle.chmod(stats.mode & 0o7777);
    return true;
  } catch {
    return false;
  }
}

async function finish(change: FileChangeOnDisk, temp: string | undefined): Promise<Undo> {
  const { path, before, after } = change;
  if (after === undefined) {
    await fs.rm(path);
    return () => restore(change);
  }
  if (temp === undefined) {
    await writeInPlace(path, after).catch(async (error: unknown) => {
      await restore(change);
      throw error;
    });
    return () => restore(change);
  }
  if (before === undefined) {
    // A link fails where a rename would overwrite a file that has just been made.
    await fs.link(temp, path).catch(async (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) {
        throw error;
      }
      await fs.rename(temp, path);
    });
    return () => fs.rm(path);
  }
  await fs.rename(temp, path);
  return () => restore(change);
}

async function restore({ path, before }: FileChangeOnDisk): Promise<void> {
  if (before !== undefined) {
    await writeInPlace(path, [originalBytes(before.view)]);
    await fs.chmod(path, before.stats.mode & 0o7777);
  }
}

async function writeInPlace(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await fs.open(path, 'w');
  try {
    await writeParts(handle, parts);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all parts; one `writev` may write less than it is given, and takes a limited number of them. */
async function writeParts(handle: fs.FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  let left = parts.filter((part) => part.length > 0);
  while (left.length > 0) {
    let { bytesWritten } = await handle.writev(left.slice(0, partsAtOnce));
    const whole = left.findIndex((part) => {
      const isWritten = part.length <= bytesWritten;
      bytesWritten -= isWritten ? part.length : 0;
      return !isWritten;
    });
    const [first, ...rest] = whole < 0 ? [] : left.slice(whole);
    left = first === undefined ? [] : [first.subarray(bytesWritten), ...rest];
  }
}
