import { constants } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { fail, ok } from '../../ports/result.ts';
import { failed, fileFailure, type FileFacts, type OpenFile } from './transcriptFiles.ts';

// Not there on Windows, where neither pipes nor links are opened by accident.
const { O_NOFOLLOW, O_NONBLOCK } = constants as Partial<typeof constants>;
const flags = constants.O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/** What the path itself leads to, links not followed; undefined if it is no regular file. */
export async function fileFacts(path: string): Promise<FileFacts | undefined> {
  try {
    return factsOf(await lstat(path));
  } catch {
    return undefined;
  }
}

function factsOf(stats: Awaited<ReturnType<typeof lstat>>): FileFacts | undefined {
  const { ino, size, mtimeMs } = stats;
  return stats.isFile()
    ? { inode: Number(ino), size: Number(size), modified: Number(mtimeMs) }
    : undefined;
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
      const opened = await open(path, flags);
      handle = opened;
      const facts = factsOf(await opened.stat());
      if (facts !== undefined) {
        return ok({
          facts,
          fill: (buffer, position) => fill(opened, buffer, position),
          close: () => opened.close(),
        });
      }
      await handle.close();
    }
    return failed('not-a-file', 'It is not a regular file.');
  } catch (error) {
    await handle?.close();
    return fail(fileFailure(error));
  }
}

async function fill(handle: FileHandle, buffer: Uint8Array, position: number): Promise<Uint8Array> {
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
