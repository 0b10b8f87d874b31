import type { Failure, FailureCode } from '../ports/result.ts';

const longestText = 600;

/**
 * Makes a failure. What the codes mean to an agent:
 *
 * - `already-applied`: the lines were changed by the event named; nothing is to be repeated.
 * - `ambiguous-path`, `ambiguous-target`: several things fit; the answer lists them.
 * - `ambiguous-session`: several conversations are open; the answer lists them.
 * - `apply-refused`: the editor did not take the edit; the file is as it was.
 * - `artifact-not-found`: the conversation has no text of this address; nothing else is read.
 * - `bad-arguments`: a field is missing or of the wrong form; the answer has one correct example.
 * - `bad-text`: the text cannot be written as it is (for example, half a surrogate pair).
 * - `binary-file`, `unknown-encoding`, `file-too-large`: the file's text cannot be known for sure, so it is left alone.
 * - `cancelled`: the call was cancelled before anything was changed.
 * - `changed-after`: an event can not be taken back, because its lines were changed after it.
 * - `changed-since`: the file changed between reading and writing; read again.
 * - `chip-not-found`, `event-not-found`, `view-not-found`, `tool-not-found`: no such thing; the answer lists what is there.
 * - `file-exists`, `file-not-found`, `file-not-writable`, `outside-workspace`: the path cannot be used like this.
 * - `internal`: a fault of ours, logged.
 * - `not-allowed`: the file is guarded, and the user did not say yes.
 * - `nothing-kept`: the store could not keep something that had to be kept.
 * - `old-mismatch`, `stale-view`: the lines are not what the caller thinks; the answer shows the present ones.
 * - `patch-refused`: a change of the context breaks rules, so nothing of it was done; the answer lists them all.
 * - `range-out-of-bounds`, `target-not-found`: no such lines.
 * - `session-not-found`: no conversation with a managed context is open, or none of this id.
 * - `session-conflict`: the conversation was continued in another window.
 * - `untrusted-workspace`: the user has not trusted the workspace, so only reading is allowed.
 * - `write-failed`: the disk refused; the file is as it was.
 *
 * A failing call that changes files keeps its arguments as a chip whatever the code, if they are long enough.
 */
export function failure(
  code: FailureCode,
  message: string,
  advice: string,
  details?: Readonly<Record<string, unknown>>,
): Failure {
  const told = { code, message: clipped(message), advice: clipped(advice) };
  return details === undefined ? told : { ...told, details };
}

/** A message may quote what the caller sent, which may be of any length. */
function clipped(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}… [cut]`.toWellFormed();
}

/** The failure for arguments that do not fit; `example` is one call that would. */
export function badArguments(message: string, example: unknown): Failure {
  return failure('bad-arguments', message, `Call again like this: ${JSON.stringify(example)}`);
}

/** The failure for a call that was cancelled before anything was changed. */
export function cancelled(): Failure {
  return failure(
    'cancelled',
    'The call was cancelled; nothing was changed.',
    'Call again if the edit is still wanted.',
  );
}
