import type { Failure } from '../../ports/result.ts';
import { failure } from '../failures.ts';

/** The file is not what the plan was made for. */
export function changedSince(path: string): Failure {
  return failure(
    'changed-since',
    `${path} was changed while the edit was being made.`,
    'Nothing was written. Read the file and call again.',
  );
}

/** A file to be made is there already. */
export function fileExists(path: string): Failure {
  return failure(
    'file-exists',
    `${path} is there already.`,
    'Read it, then edit it with be-replace, or give it a whole new text with be-write.',
  );
}

/** The file's permissions do not allow writing. */
export function readOnly(path: string): Failure {
  return failure(
    'file-not-writable',
    `${path} is read-only.`,
    'Ask the user to make it writable; the text of this call is kept as a chip.',
  );
}
