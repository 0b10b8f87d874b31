import type { FilePlan } from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { givenBytes } from '../core/chips/chipText.ts';
import { bytesAsLines, bytesEncoding } from '../core/edit/bytesEncoding.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import { failure } from '../core/failures.ts';

/** The plan that makes a file of the bytes in a base64 text. Fails with `bad-text` if they are no base64, `file-exists` if the file is there. */
export function planBytes(base64: string, gated: GatedPath): Result<FilePlan> {
  const bytes = givenBytes(base64);
  if (bytes === undefined) {
    return fail(
      failure(
        'bad-text',
        'The text in `base64` is no base64: it has other characters than A-Z a-z 0-9 + / =, or was cut off.',
        'Nothing was written. Send the whole text again, or send `content` if the file is text.',
      ),
    );
  }
  return planFileOfBytes(bytes, gated);
}

/** The plan that makes a file of bytes. Fails with `file-exists` if the file is there. */
export function planFileOfBytes(bytes: Uint8Array, gated: GatedPath): Result<FilePlan> {
  if (gated.stat !== undefined) {
    return fail(
      failure(
        'file-exists',
        `${gated.shown} is there already; bytes make new files only.`,
        'Nothing was changed. Choose another name, or ask the user to remove the file first.',
      ),
    );
  }
  const lines = bytesAsLines(bytes);
  return ok({ kind: 'create', path: gated.path, lines, encoding: bytesEncoding });
}
