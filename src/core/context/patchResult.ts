import type { PatchRecord } from './journalEvent.ts';
import type { Rejection } from './operations.ts';

/** What came of a patch. */
export interface PatchResult {
  readonly ok: boolean;
  /** Operations done: all or none. */
  readonly applied: number;
  readonly rejections: readonly Rejection[];
  /** Tokens that the view lost by it, at least 0. */
  readonly freedTokens: number;
  /** Tokens of the view after it, less those before. */
  readonly delta: number;
  readonly created: readonly string[];
  readonly patch?: PatchRecord;
}

/** Nothing was done, for these reasons. */
export function refusedResult(rejections: readonly Rejection[]): PatchResult {
  return { ok: false, applied: 0, rejections, freedTokens: 0, delta: 0, created: [] };
}

/** There was nothing to do. */
export const nothingDone: PatchResult = { ...refusedResult([]), ok: true };

/** All of a patch was done. */
export function doneResult(patch: PatchRecord): PatchResult {
  const delta = patch.after.tokens - patch.before.tokens;
  return {
    ok: true,
    applied: patch.operations.length,
    rejections: [],
    freedTokens: Math.max(0, -delta),
    delta,
    created: patch.created,
    patch,
  };
}
