import type { MessagePort } from 'node:worker_threads';
import type { TranscriptSource, TranscriptState } from '../../ports/transcripts.ts';

/** What the worker does. */
export type TranscriptMethod = Exclude<keyof TranscriptSource, 'onDidChange' | 'dispose'>;

/** What the worker is started with. */
export interface TranscriptsWorkerData {
  /** What names of open transcripts begin with. */
  readonly prefix: string;
  /** Where to ask for what is remembered; absent where nothing is. */
  readonly memory?: MessagePort;
  /** Where to ask for what is kept; absent where nothing is. */
  readonly kept?: MessagePort;
}

/** A call, or the end of one that is not wanted any more. */
export type TranscriptsRequest =
  | {
      readonly id: number;
      readonly method: TranscriptMethod;
      /** Without the signal. */
      readonly args: readonly unknown[];
    }
  | { readonly cancel: number };

/** The answer to a call, or a state that is told. Answers come when they are ready, in any order. */
export type TranscriptsReply =
  { readonly id: number; readonly value: unknown } | { readonly state: TranscriptState };
