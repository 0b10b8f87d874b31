import { objectAt, textAt, timeAt, type JsonObject } from '../json.ts';

/*
 * The file of a fork, and of a subagent that was given its parent's history, begins with the parent's records, copied
 * with their turns' ids; times are the parent's or that of the copy. Ids of sessions and turns are UUIDs of version 7,
 * which begin with their time: a turn that is older than its session was copied. (openai/codex, reports of doubled
 * counts in getagentseal/codeburn#1383, farion1231/cc-switch#5433, ccusage/ccusage#1370.)
 */

/** Whether records are the parent's: plain data. */
export interface ForkState {
  /** The parent's id. */
  readonly parent: string;
  /** When the session began. Milliseconds since the epoch. */
  readonly since: number;
  inherited: boolean;
  /** An id of a turn told the time. */
  dated: boolean;
  /** A turn of the session's own was seen: nothing after it is copied. */
  over: boolean;
}

/** Time between a copy and the first record of the session's own, at least, where no ids tell. Milliseconds. */
const pause = 2000;

/** Time in a UUID of version 7; undefined for other texts. Milliseconds since the epoch. */
export function uuidTime(id: string): number | undefined {
  const match = /^([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-/i.exec(id);
  return match === null ? undefined : Number.parseInt(`${match[1] ?? ''}${match[2] ?? ''}`, 16);
}

/** Of a session's header: undefined if the session is nobody's child. */
export function startFork(meta: JsonObject, at: number | undefined): ForkState | undefined {
  const spawned = objectAt(objectAt(objectAt(meta, 'source'), 'subagent'), 'thread_spawn');
  const parent =
    textAt(meta, 'forked_from_id') ||
    textAt(meta, 'parent_thread_id') ||
    textAt(spawned, 'parent_thread_id');
  const since = uuidTime(textAt(meta, 'id')) ?? timeAt(meta, 'timestamp') ?? at;
  return parent === '' || since === undefined
    ? undefined
    : { parent, since, inherited: true, dated: false, over: false };
}

/** Takes the turn and the time of the next record. Either may be missing. */
export function passRecord(fork: ForkState, turn: string, at: number | undefined): void {
  if (fork.over) {
    return;
  }
  const begun = uuidTime(turn);
  if (begun !== undefined) {
    fork.dated = true;
    fork.inherited = begun < fork.since;
    fork.over = !fork.inherited;
  } else if (!fork.dated && at !== undefined && at > fork.since + pause) {
    fork.inherited = false;
    fork.over = true;
  }
}
