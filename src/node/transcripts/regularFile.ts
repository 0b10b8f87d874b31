import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import type {
  TranscriptFailure,
  TranscriptFailureCode,
  TranscriptResult,
} from '../../ports/transcripts.ts';
import { fail, ok } from '../../ports/result.ts';
import { codeOf } from '../errorCode.ts';

/** What tells whether a file is still the same, and as it was. */
export interface FileFacts {
  /** 0 where the file system has none. */
  readonly inode: number;
  readonly size: number;
  /** Milliseconds since the epoch, with fractions. */
  readonly modified: number;
}

/** A file that is open for reading; to be closed. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly facts: FileFacts;
}

// Not there on Windows, where neither pipes nor links are opened by accident.
const { O_NOFOLLOW, O_NONBLOCK } = constants as Partial<typeof constants>;
const flags = constants.O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/** A failure with its sentence. */
export function failed(
  code: TranscriptFailureCode,
  message: string,
): { readonly ok: false; readonly failure: TranscriptFailure } {
  return fail({ code, message });
}

/** The failure that an error of the file system is. */
export function fileFailure(error: unknown): TranscriptFailure {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? { code: 'not-found', message: 'The file is not there.' }
    : { code: 'not-readable', message: `The file can not be read (${code || 'unknown error'}).` };
}

/** What the path itself leads to, links not followed; undefined if it is no regular file. */
export async function fileFacts(path: string): Promise<FileFacts | undefined> {
  try {
    const { ino, size, mtimeMs, isFile } = bound(await lstat(path));
    return isFile ? { inode: ino, size, modified: mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}

function bound(stats: Awaited<ReturnType<typeof lstat>>): {
  ino: number;
  size: number;
  mtimeMs: number;
  isFile: boolean;
} {
  const { ino, size, mtimeMs } = stats;
  return { ino: Number(ino), size: Number(size), mtimeMs: Number(mtimeMs), isFile: stats.isFile() };
}

/**
 * Opens a regular file for reading. Links, pipes, devices and folders are `not-a-file`, and are not opened. `known`: it
 * was a regular file a moment ago.
 */
export async function openRegular(
  path: string,
  known = false,
): Promise<TranscriptResult<OpenFile>> {
  let handle: FileHandle | undefined;
  try {
    // Looked at before: to open a device may do something.
    if (known || (await lstat(path)).isFile()) {
      handle = await open(path, flags);
      const { ino, size, mtimeMs, isFile } = bound(await handle.stat());
      if (isFile) {
        return ok({ handle, facts: { inode: ino, size, modified: mtimeMs } });
      }
      await handle.close();
    }
    return failed('not-a-file', 'It is not a regular file.');
  } catch (error) {
    await handle?.close();
    return fail(fileFailure(error));
  }
}

/** Reads into a buffer until it is full or the file ends; answers the part that was filled. */
export async function fill(
  handle: FileHandle,
  buffer: Uint8Array,
  position: number,
): Promise<Uint8Array> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(
      buffer,
      length,
      buffer.length - length,
      position + length,
    );
    if (bytesRead === 0) {
      break;
    }
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** Bytes of a file; fewer where it ends before. */
export async function readRange(
  path: string,
  offset: number,
  bytes: number,
): Promise<TranscriptResult<Uint8Array>> {
  const opened = await openRegular(path);
  if (!opened.ok) {
    return opened;
  }
  const { handle, facts } = opened.value;
  try {
    const length = Math.max(0, Math.min(bytes, facts.size - offset));
    return ok(await fill(handle, new Uint8Array(length), offset));
  } catch (error) {
    return fail(fileFailure(error));
  } finally {
    await handle.close();
  }
}
