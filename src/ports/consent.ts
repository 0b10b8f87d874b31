/** One file that needs the user's word, and what is to become of it. */
export interface GuardedChange {
  /** How the file is named to people. */
  readonly file: string;
  /** The change as a diff, cut where it is long. */
  readonly diff: string;
}

/** What the user is asked before guarded files are changed. */
export interface ConsentQuestion {
  readonly tool: string;
  /** The agent that wants the change, by the name it gave. */
  readonly client: string;
  readonly changes: readonly GuardedChange[];
}

/** `unavailable`: there is nobody who could be asked. */
export type ConsentAnswer = 'allowed' | 'refused' | 'unavailable';

/** Asks the user. The signal ends the question; an answer after that has no effect. */
export interface Consent {
  ask(question: ConsentQuestion, signal: AbortSignal): Promise<ConsentAnswer>;
}
