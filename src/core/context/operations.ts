/** Who changes a context. */
export type PatchActor = 'agent' | 'runtime' | 'user' | 'client' | 'provider';

/** What stands for collapsed blocks. */
export interface CollapseOutput {
  readonly description: string;
  readonly content: string;
}

/** One step of a patch. `ids` are block ids. */
export type Operation =
  /** Archives blocks; one summary stands where the earliest stood. */
  | {
      readonly op: 'compact';
      readonly ids: readonly string[];
      readonly output: CollapseOutput;
      /** What the summary keeps; at least one entry. */
      readonly preserve: readonly string[];
      /** What it leaves out; may be empty. */
      readonly drop: readonly string[];
    }
  /** A stub stands for the text of a tool result or assistant message. */
  | {
      readonly op: 'payload_offload';
      readonly ids: readonly string[];
      readonly replaceWith: {
        readonly description: string;
        readonly summary: string;
        readonly hint: string;
      };
    }
  /** Offloaded texts come back; with `patch`: a whole patch is taken back. */
  | { readonly op: 'restore'; readonly ids: readonly string[]; readonly patch?: string }
  /** Like compact, for blocks that say the same or contradict each other. */
  | {
      readonly op: 'merge';
      readonly ids: readonly string[];
      readonly output: CollapseOutput;
      readonly resolution: string;
    }
  /** Like compact, for a run of blocks without gap. */
  | {
      readonly op: 'fold';
      readonly ids: readonly string[];
      readonly output: CollapseOutput;
      readonly scope: string;
    }
  | { readonly op: 'set_visibility'; readonly ids: readonly string[]; readonly visibility: string }
  /** Deletes top-level fields of a tool result that is a JSON object. */
  | {
      readonly op: 'redact';
      readonly ids: readonly string[];
      readonly dropFields: readonly string[];
    }
  /** Overwrites the text of one block. */
  | { readonly op: 'replace'; readonly ids: readonly string[]; readonly content: string };

/** Names of the operations. */
export type OperationName = Operation['op'];

/** All operations, in the order in which they are documented. */
export const operationNames: readonly OperationName[] = [
  'compact',
  'payload_offload',
  'restore',
  'merge',
  'fold',
  'set_visibility',
  'redact',
  'replace',
];

/** A change that somebody asks for: all of it is done, or nothing. */
export interface PatchRequest {
  readonly reason: string;
  readonly operations: readonly Operation[];
}

/** What a user's settings allow. */
export interface PatchPolicy {
  readonly redact: boolean;
  readonly replace: boolean;
  /** Whether the text before a redaction stays stored, so that it can be undone. */
  readonly keepRedacted: boolean;
}

/** Rules that a patch can break. The first 28 bear CPAT's names; the rest are ours. */
export const ruleNames = [
  'empty_ids',
  'unknown_id',
  'protected_kind',
  'protected_state',
  'protected_current_question',
  'hidden_target',
  'compact_output',
  'compact_policy',
  'offload_replacement',
  'offload_kind',
  'already_offloaded',
  'op_disabled',
  'redact_fields',
  'redact_kind',
  'redact_not_json',
  'visibility_missing',
  'protected_hidden',
  'replace_protected',
  'replace_content',
  'not_offloaded',
  'artifact_missing',
  'merge_output',
  'merge_arity',
  'merge_resolution',
  'fold_output',
  'fold_scope',
  'fold_range',
  'chain_atomicity',
  'duplicate_id',
  'visibility_unknown',
  'protected_pin',
  'chain_open',
  'patch_unknown',
  'patch_undone',
  'patch_overlaid',
  'patch_foreign',
] as const;

/** Name of a rule. */
export type RuleName = (typeof ruleNames)[number];

/** Why a patch was not done. */
export interface Rejection {
  /** Index of the operation; -1 for a rule about the whole patch. */
  readonly operation: number;
  readonly rule: RuleName;
  /** What is wrong, what is true now, what to do instead. */
  readonly message: string;
}
