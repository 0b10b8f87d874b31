import type { Failure } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';

/**
 * The failure for a path that names nothing and seems to be damaged: on a system whose separator is `/` backslashes
 * would become part of a new file's name, and control characters come of backslashes that were not escaped as JSON.
 */
export function pathProblem(written: string, gated: GatedPath): Failure | undefined {
  if (gated.stat !== undefined) {
    return undefined;
  }
  const control = /\p{Cc}/u.exec(written)?.[0];
  if (control !== undefined) {
    const code = (control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return failure(
      'bad-arguments',
      `The path ${JSON.stringify(written)} has a control character (U+${code}) in it, and there is no such file.`,
      'A backslash in JSON is written twice; better write the path with "/", e.g. {"file":"src/app.ts:1-20"}.',
    );
  }
  return gated.path.startsWith('/') && gated.path.includes('\\')
    ? failure(
        'bad-arguments',
        `There is no file "${written}"; its backslashes are part of a name here and part no folders.`,
        'Write the path with "/" and below the workspace folder, e.g. {"file":"src/app.ts:1-20"}.',
      )
    : undefined;
}
