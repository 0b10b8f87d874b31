import type { ContentSeed } from '../anthropicContent.ts';
import type { BlockSeed } from '../blockSeed.ts';
import type { CoverageSum } from '../coverage.ts';
import type { Place } from '../transcriptFormat.ts';

/** A message of `api_conversation_history.json`. */
export interface HistoryMessage {
  readonly role: 'user' | 'assistant';
  /** When it was put into the history. */
  readonly at?: number;
  readonly model: string;
  readonly blocks: readonly ContentSeed[];
  /** The question in it, if it has one: its first words. */
  readonly question?: string;
  /** It stands for the messages that name its id as their parent; an id may be missing in old files. */
  readonly stands?: 'summary' | 'truncation';
  readonly id: string;
  /** Ids of the summary and of the truncation that hide it; empty if none. */
  readonly condenseParent: string;
  readonly truncationParent: string;
}

/** Messages from the first to the last index, both included. */
export type MessageRange = readonly [number, number];

/** A request to the model, as `ui_messages.json` tells of it. */
export interface UiRequest {
  readonly at: number;
  /** Index of the last message of the history before its question. */
  readonly before?: number;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly cacheReads?: number;
  readonly cacheWrites?: number;
  /** Whether `tokensIn` has the cached parts, where the file says it by the API's name. */
  readonly protocol: string;
  readonly outcome: 'cancelled' | 'failed' | 'unknown';
  readonly model: string;
  /** What was left out of the request. */
  readonly deleted?: MessageRange;
}

/** A condensation or truncation, as `ui_messages.json` tells of it. */
export interface UiCut {
  readonly id: string;
  readonly at: number;
  readonly before?: number;
  readonly after?: number;
}

/** A text that is sent in the place of another, of `context_history.json`. */
export interface HistoryEdit {
  readonly message: number;
  readonly part: number;
  /** It is sent in requests after this time. */
  readonly at: number;
  readonly seed: BlockSeed;
}

/** The models used, of `task_metadata.json`. */
export interface ModelUse {
  readonly at: number;
  readonly model: string;
}

/** What one file tells. */
export type TaskFile =
  | {
      readonly kind: 'history';
      readonly place: Place;
      readonly messages: readonly HistoryMessage[];
      readonly folder: string;
    }
  | {
      readonly kind: 'ui';
      readonly requests: readonly UiRequest[];
      readonly cuts: readonly UiCut[];
      readonly started?: number;
      readonly updated?: number;
    }
  | { readonly kind: 'edits'; readonly edits: readonly HistoryEdit[] }
  | { readonly kind: 'metadata'; readonly models: readonly ModelUse[] }
  | {
      readonly kind: 'item';
      readonly title: string;
      readonly folder: string;
      readonly deleted?: MessageRange;
    };

/** All that a reader of a task's folder knows. May be cloned. */
export interface TaskState {
  /** By kind: the newest file of each. */
  readonly files: Partial<{
    [Kind in TaskFile['kind']]: Extract<TaskFile, { readonly kind: Kind }>;
  }>;
  /** The task's id: the name of its folder. */
  id: string;
  readonly coverage: CoverageSum;
}
