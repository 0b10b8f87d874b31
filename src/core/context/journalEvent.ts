import type { ArtifactKey, Block, TokenCount } from './block.ts';
import type { Operation, PatchActor, Rejection } from './operations.ts';

/** What a patch is, for the reader of a journal. `clear`, `truncate` and `rewind` are other programs' doing. */
export type PatchKind =
  | 'compact'
  | 'offload'
  | 'archive'
  | 'hide'
  | 'show'
  | 'restore'
  | 'undo'
  | 'merge'
  | 'fold'
  | 'redact'
  | 'replace'
  | 'clear'
  | 'truncate'
  | 'rewind'
  | 'mixed';

/** The fields of a block that a patch may change. */
export type BlockChange = { readonly id: string } & Partial<
  Pick<
    Block,
    'content' | 'description' | 'tokens' | 'visibility' | 'version' | 'generation' | 'calls'
  >
>;

/** A block that a patch puts into the order. */
export interface BlockInsertion {
  readonly block: Block;
  /** The block before which it stands; at the end if absent. */
  readonly before?: string;
}

/** A patch that was done. Everything needed to do it again without looking at rules or texts. */
export interface PatchRecord {
  /** `patch_<NNN>`, counted per session. */
  readonly id: string;
  /** Number of model requests made before it. */
  readonly requestIndex: number;
  readonly actor: PatchActor;
  readonly kind: PatchKind;
  readonly reason: string;
  /** As asked for, without the texts of their outputs: those are artifacts. */
  readonly operations: readonly Operation[];
  /** Blocks changed, in the order of the context. */
  readonly targets: readonly string[];
  /** Blocks made. */
  readonly created: readonly string[];
  readonly changes: readonly BlockChange[];
  readonly insertions: readonly BlockInsertion[];
  /** What takes it back: the former fields of the changed blocks; those made become hidden. */
  readonly reverse: readonly BlockChange[];
  /** The patches that this one took back. */
  readonly undoes: readonly string[];
  /** Artifacts whose text is deleted with it. */
  readonly erased: readonly ArtifactKey[];
  readonly before: PatchView;
  readonly after: PatchView;
  /** What made the runtime act, where it did. */
  readonly trigger?: PatchTrigger;
  /** What came of asking the user, where they were asked. */
  readonly decision?: PatchDecision;
  readonly reversible: 'yes' | 'until-cleanup' | 'no';
  /** Address or file that still has what left the view. */
  readonly recoverBy?: string;
  readonly cacheEffect?: CacheEffect;
  readonly provenance: 'recorded' | 'inferred';
}

/** The view beside a patch. */
export interface PatchView {
  /** Tokens of the visible blocks. */
  readonly tokens: number;
  /** Another one whenever the rendered view is another one. */
  readonly hash: string;
}

/** What came of asking about a patch before it was done, and who decided; nobody where there was no answer in time. */
export type PatchDecision =
  | { readonly answer: 'allowed' | 'refused'; readonly by: 'user' }
  | { readonly answer: 'late'; readonly by: 'nobody' };

/** What led to a patch besides its reason. */
export interface PatchCause {
  readonly trigger?: PatchTrigger;
  readonly decision?: PatchDecision;
}

/** What made the runtime act. */
export interface PatchTrigger {
  /** Used share of the room for input, from 0. */
  readonly pressure: number;
  /** The share at which it acts. */
  readonly threshold: number;
}

/** What a patch does to the provider's prompt cache. */
export interface CacheEffect {
  /** Index of the first rendered message that is another one. */
  readonly firstChangedIndex: number;
  /** Tokens of the former view from there on: they are read anew. */
  readonly invalidatedTokens: number;
  /** What the provider said about it. */
  readonly observedMissReason?: string;
}

/** What a provider reports; a field it does not report is absent. Tokens. */
export interface Usage {
  /** All of the input, cached parts included. */
  readonly input?: number;
  readonly output?: number;
  /** Part of the input that was read from the cache. */
  readonly cacheRead?: number;
  /** Part of the input that was written to the cache. */
  readonly cacheWritten?: number;
}

/** One model request and how it ended. */
export interface CallRecord {
  /** Pairs estimate and usage. */
  readonly request: string;
  readonly model: string;
  /** What it was for, if not for an answer. */
  readonly purpose?: 'maintenance' | 'summary';
  /** Estimate of the request before it was sent; not calibrated. */
  readonly estimate: number;
  /** Whether `input` is the provider's own number, or the sum of a tokenizer of the editor's. */
  readonly measured?: 'provider' | 'tokenizer';
  readonly usage?: Usage;
  readonly visibleBlocks: number;
  readonly outcome: 'ok' | 'failed' | 'cancelled';
  readonly viewHash: string;
  /** Tokens of the longest common start with the request before; what a cache could have read. */
  readonly commonPrefix?: number;
}

/** One line of a journal. Metadata and keys only: texts are artifacts, which the store keeps with their event. */
export type JournalEvent =
  /** A text that a later event refers to. */
  | { readonly type: 'artifact'; readonly artifact: ArtifactKey }
  | { readonly type: 'ingest'; readonly block: Block; readonly before?: string }
  | { readonly type: 'patch'; readonly patch: PatchRecord }
  | {
      readonly type: 'refused';
      readonly actor: PatchActor;
      readonly reason: string;
      readonly operations: readonly string[];
      /** Empty where it broke no rule, and `decision` is why. */
      readonly rejections: readonly Rejection[];
      readonly decision?: PatchDecision;
    }
  | { readonly type: 'call'; readonly call: CallRecord }
  /** Exact token counts that came in. */
  | { readonly type: 'count'; readonly counts: Readonly<Record<string, TokenCount>> }
  | {
      readonly type: 'pin';
      readonly ids: readonly string[];
      readonly pinned: boolean;
      readonly actor: PatchActor;
    }
  /** Numbers of the session so far (see metrics.ts). */
  | { readonly type: 'metrics'; readonly metrics: unknown };

/** Names of the events. */
export type JournalEventType = JournalEvent['type'];
