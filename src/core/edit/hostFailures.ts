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

/** The failure for a file whose encoding is not known, or not the one that the settings name. */
export function unknownEncoding(path: string, tried = 'utf8'): Failure {
  const what =
    tried === 'utf8'
      ? 'is not UTF-8, and its encoding is not known'
      : `can not be read for sure as ${tried}, the encoding that is set for it`;
  return failure(
    'unknown-encoding',
    `${path} ${what}, so it is left alone.`,
    'Ask the user to set "files.encoding" for it in VS Code (for example "gbk"), then call again.',
  );
}
