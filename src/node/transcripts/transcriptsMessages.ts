import type { MessagePort } from 'node:worker_threads';
import type { TranscriptSource, TranscriptState } from '../../ports/transcripts.ts';
import type { KeptRead } from './keptReads.ts';

/** What the worker does. */
export type TranscriptMethod = Exclude<keyof TranscriptSource, 'onDidChange' | 'dispose'>;

/** What the worker is started with. */
export interface TranscriptsWorkerData {
  /** What names of open transcripts begin with. */
  readonly prefix: string;
  /** Where to ask for what is kept; absent where nothing is. */
  readonly kept?: MessagePort;
}

/** A question for what is kept. */
export interface KeptQuestion {
  /** Comes back with the answer. */
  readonly id: number;
  readonly read: KeptRead;
}

/** The answer to a question for what is kept. */
export type KeptAnswer =
  | { readonly id: number; readonly value: unknown }
  /** One phrase. */
  | { readonly id: number; readonly problem: string };

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
