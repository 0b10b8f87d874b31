/** A part of a table of the store, as `ports/store.ts` describes it. */
export interface ChangesAsked {
  readonly after?: number;
  readonly before?: number;
  readonly limit: number;
}

/** Where a part of a table lies among its changes; see `Changes` in `ports/store.ts`. */
export interface ChangesGiven {
  readonly from: number;
  readonly to: number;
  readonly head: number;
  readonly more: boolean;
  readonly reset: boolean;
}

/** A chip as the list shows it. Times are milliseconds since the epoch. */
export interface ChipItem {
  readonly id: string;
  readonly kind: 'call' | 'deleted' | 'unwritten';
  readonly tool: string;
  readonly bytes: number;
  readonly excerpt: string;
  /** Folder whose server made it. */
  readonly workspace: string;
  /** Absolute path. */
  readonly file?: string;
  /** The path as people read it: below its workspace folder. */
  readonly shown?: string;
  readonly errorCode?: string;
  /** At most 300 characters. */
  readonly errorMessage?: string;
  /** The connection of the agent. */
  readonly session?: string;
  readonly event?: string;
  readonly created: number;
  readonly expires?: number;
  readonly pinned: boolean;
  readonly replayed?: number;
}

/** Chips that were stored, changed or removed. */
export interface ChipChanges extends ChangesGiven {
  readonly chips: readonly ChipItem[];
  readonly gone: readonly string[];
}

/** How a chip is put back: as a text, or by its call made again. */
export type ReplayForm = 'content' | 'annotated' | 'arguments' | 'call';

/** A JSON value whose long texts are cut: each cut text says how long it is. */
export type ShownValue =
  | null
  | boolean
  | number
  | string
  | { readonly cut: string; readonly characters: number }
  | { readonly list: readonly ShownValue[]; readonly left: number }
  | { readonly fields: readonly (readonly [string, ShownValue])[]; readonly left: number };

/** An edit that a chip or a call belongs to. */
export interface EventItem {
  readonly id: string;
  readonly tool: string;
  readonly state: 'pending' | 'applied' | 'rolled-back' | 'committed' | 'dropped';
  readonly created: number;
  readonly files: readonly { readonly file: string; readonly shown: string }[];
}

/** Everything about one chip. */
export interface ChipDetail {
  readonly chip: ChipItem;
  /** Why the text can not be shown: it was changed from outside, or is gone. Then nothing else of it is there. */
  readonly unreadable?: string;
  /** The one text the chip holds, its first 100,000 characters. */
  readonly text?: string;
  readonly textCharacters?: number;
  readonly textLines?: number;
  /** The chip holds bytes that are no text: their number. */
  readonly binaryBytes?: number;
  readonly arguments?: ShownValue;
  /** What the agent was told to do next. */
  readonly advice?: string;
  /** Forms it can be put back in, the usual one first. */
  readonly forms: readonly ReplayForm[];
  /** Line after which deleted text stood; 0 = top. */
  readonly origin?: number;
  readonly event?: EventItem;
  /** The calls that made it, newest first. */
  readonly calls: readonly {
    readonly id: string;
    readonly client: string;
    readonly started: number;
  }[];
}

/** What can be done with chips at once. */
export type ChipAction = 'pin' | 'unpin' | 'delete';
