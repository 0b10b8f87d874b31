/**
 * The outcome of something that is expected to fail now and then. Expected failures are values, so that no caller
 * can forget one; only programming faults are thrown.
 */
export type Result<T, F = Failure> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

/** Every way a call can fail as expected. What each one means for the caller is said in `core/failures.ts`. */
export type FailureCode =
  | 'already-applied'
  | 'ambiguous-path'
  | 'ambiguous-target'
  | 'ambiguous-session'
  | 'apply-refused'
  | 'artifact-not-found'
  | 'bad-arguments'
  | 'bad-text'
  | 'binary-file'
  | 'cancelled'
  | 'changed-after'
  | 'changed-since'
  | 'chip-not-found'
  | 'event-not-found'
  | 'file-exists'
  | 'file-not-found'
  | 'file-not-writable'
  | 'file-too-large'
  | 'internal'
  | 'not-allowed'
  | 'nothing-kept'
  | 'old-mismatch'
  | 'outside-workspace'
  | 'patch-refused'
  | 'range-out-of-bounds'
  | 'session-conflict'
  | 'session-not-found'
  | 'stale-view'
  | 'target-not-found'
  | 'tool-not-found'
  | 'unknown-encoding'
  | 'untrusted-workspace'
  | 'view-not-found'
  | 'write-failed';

/** An expected failure, told so that a model or a person can go on from it. */
export interface Failure {
  readonly code: FailureCode;
  /** What happened, in one sentence. */
  readonly message: string;
  /** What to do next, with one correct example where a call is to be repeated. */
  readonly advice: string;
  /** What is true now, as plain data: present lines, sizes, names. Goes to the agent as fields of the answer. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A success. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A failure. */
export function fail<F>(failure: F): { readonly ok: false; readonly failure: F } {
  return { ok: false, failure };
}
