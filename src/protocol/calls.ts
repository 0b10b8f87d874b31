import type { ChangesGiven, EventItem, ShownValue } from './chips.ts';

/** A tool call as the list shows it. */
export interface CallItem {
  readonly id: string;
  /** Place in the order in which calls were stored. */
  readonly number: number;
  readonly tool: string;
  readonly client: string;
  readonly session?: string;
  readonly workspace: string;
  readonly file?: string;
  readonly shown?: string;
  /** Lines read or changed, such as `12-40`. */
  readonly lines?: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Milliseconds. */
  readonly duration: number;
  /** `ok`, or the failure's code. */
  readonly outcome: string;
  readonly chip?: string;
  readonly event?: string;
}

/** A call that is being carried out. */
export interface RunningCall {
  readonly id: string;
  readonly tool: string;
  readonly client: string;
  readonly started: number;
}

/** Calls that were stored; those with a number below `oldest` are gone. */
export interface CallChanges extends ChangesGiven {
  readonly calls: readonly CallItem[];
  readonly oldest: number;
}

/** Everything about one call. */
export interface CallDetail {
  readonly call: CallItem;
  /** Absent where the record keeps none, or it was dropped. */
  readonly arguments?: ShownValue;
  readonly result?: string;
  readonly resultCharacters?: number;
  /** Texts were replaced by their lengths, secrets by `‹secret›`. */
  readonly redacted: boolean;
  readonly event?: EventItem;
  readonly unreadable?: string;
}
