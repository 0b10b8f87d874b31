import { promises as fs, constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import type { Failure, Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { codeOf } from './errorCode.ts';

/** Largest file that is read, in bytes: beyond it a file does not fit into one buffer comfortably. */
const largestFile = 1024 * 1024 * 1024;

/** Whether the path itself is a link. */
export async function isLink(path: string): Promise<boolean> {
  return fs.lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

/** What a file holds, and how it looks from outside. */
export interface DiskContent {
  /** Undefined where the bytes are those that were expected. */
  readonly bytes: Uint8Array | undefined;
  readonly stats: BigIntStats;
}

/** Bytes that are compared at once. */
const comparedAtOnce = 4 * 1024 * 1024;

/**
 * All bytes of a file.
 *
 * @param expected bytes that the file may well have; comparing takes a third of the time of reading, and no memory
 */
export async function readWhole(path: string, expected?: Uint8Array): Promise<Result<DiskContent>> {
  try {
    const handle = await fs.open(path, 'r');
    try {
      const stats = await handle.stat({ bigint: true });
      if (Number(stats.size) === expected?.length && (await holds(handle, expected))) {
        return ok({ bytes: undefined, stats });
      }
      if (Number(stats.size) > largestFile) {
        return fail(
          failure(
            'file-too-large',
            `${path} has ${stats.size} bytes; files up to ${largestFile} bytes can be read.`,
            'Use another tool for this file.',
            { size: Number(stats.size), limit: largestFile },
          ),
        );
      }
      return ok({ bytes: await readFrom(handle, Number(stats.size)), stats });
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(readFailure(path, error));
  }
}

/** Whether the file has those bytes and no more. */
async function holds(handle: fs.FileHandle, bytes: Uint8Array): Promise<boolean> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(bytes.length + 1, comparedAtOnce));
  let at = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    const next = at + bytesRead;
    if (bytesRead === 0 || !buffer.subarray(0, bytesRead).equals(bytes.subarray(at, next))) {
      return bytesRead === 0 && at === bytes.length;
    }
    at = next;
  }
}

/** All bytes, whatever the size has become since: reading by position does not depend on what was read before. */
async function readFrom(handle: fs.FileHandle, size: number): Promise<Uint8Array> {
  let buffer = Buffer.allocUnsafeSlow(size + 1);
  let used = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, used, buffer.length - used, used);
    used += bytesRead;
    if (bytesRead === 0) {
      return buffer.subarray(0, used);
    }
    if (used === buffer.length) {
      buffer = Buffer.concat([buffer, Buffer.allocUnsafeSlow(buffer.length)]);
    }
  }
}

/** The failure for a file that cannot be read. */
export function readFailure(path: string, error: unknown): Failure {
  return codeOf(error) === 'ENOENT'
    ? failure('file-not-found', `There is no file ${path}.`, 'Check the path.')
    : failure(
        'file-not-writable',
        `${path} can not be read (${codeOf(error)}).`,
        'Ask the user to look at its permissions.',
      );
}

/** Whether the system lets this process write the file. */
export async function writable(path: string): Promise<boolean> {
  return fs.access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}
