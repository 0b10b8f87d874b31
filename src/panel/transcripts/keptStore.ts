import { StoreError } from '../../ports/store.ts';
import type { KeptSession, TranscriptStore, TranscriptWrite } from '../../ports/transcriptStore.ts';
import { storeFailure } from '../../tools/keeping.ts';

/** What keeping sessions needs of the store. Every method may throw `StoreError`. */
export interface KeptStore extends Pick<
  TranscriptStore,
  'keptSessions' | 'keptFiles' | 'keptBytes'
> {
  write(writes: readonly TranscriptWrite[]): Promise<unknown>;
}

/** Milliseconds after which a session that is not whole yet is one whose keeping was cut off. */
const longestKeeping = 3_600_000;

/** What `updated` is while a session is being kept: the time at which that began, below zero. */
export function beingKept(now: number): number {
  return -now;
}

/** Whether all of a session was kept: it is no session before. */
export function isWhole({ updated }: KeptSession): boolean {
  return updated >= 0;
}

/** By path, the one that was kept last of each, as far as all of it was. */
export function wholeByPath(sessions: readonly KeptSession[]): Map<string, KeptSession> {
  const whole = sessions.filter(isWhole).sort((a, b) => a.updated - b.updated);
  return new Map(whole.map((session) => [session.path, session]));
}

/** Whether keeping a session was cut off long ago, so that what there is of it can go. */
export function isLeftover(session: KeptSession, now: number): boolean {
  return !isWhole(session) && now + session.updated > longestKeeping;
}

/** One sentence on why the store can not be used for sessions; undefined if it is no error of the store. */
export function keptProblem(cause: unknown): string | undefined {
  return cause instanceof StoreError
    ? storeFailure(cause.code, 'Kept sessions').message
    : undefined;
}
