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

/** All bytes of a file, and how it looks from outside. */
export async function readWhole(
  path: string,
): Promise<Result<{ bytes: Uint8Array; stats: BigIntStats }>> {
  try {
    const handle = await fs.open(path, 'r');
    try {
      const stats = await handle.stat({ bigint: true });
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
      return ok({ bytes: await handle.readFile(), stats });
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fail(readFailure(path, error));
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
