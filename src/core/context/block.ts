import type { TokenFamily } from '../../ports/tokens.ts';

/*
 * Blocks hold metadata only. Their texts are artifacts: `<block id>@v<version>`, kept apart as payloads, so that a
 * block that leaves the view costs nothing and one text is stored once.
 */

/** Who a block speaks for. `runtime` blocks are made by Chipboard itself. */
export type BlockRole = 'user' | 'assistant' | 'tool' | 'runtime';

/** What a block is. */
export type BlockKind =
  | 'system_prompt'
  | 'user_message'
  | 'assistant_message'
  | 'reasoning_trace'
  | 'tool_result'
  | 'summary'
  | 'task_state'
  | 'budget_report';

/**
 * `model`: in the window. `archived`: out of it, named in the manifest, can be taken back. `hidden`: out, not named.
 * `api_required`: carried only as a field of its parent's message, never to be patched.
 */
export type Visibility = 'model' | 'archived' | 'hidden' | 'api_required';

/** How long a block is meant to stay: for one request, for the session, or always. */
export type Retention = 'ephemeral' | 'session' | 'persistent';

/**
 * Key of a block's text within its session: `<block id>@v<version>`, with `#calls` for the arguments of its calls and
 * `#stub<number of the patch>` for what stands in place of the text.
 */
export type ArtifactKey = string;

/** The text itself is in the view, or a stub stands for it. */
export type BlockContent =
  | { readonly form: 'inline'; readonly artifact: ArtifactKey }
  | {
      readonly form: 'offloaded';
      readonly artifact: ArtifactKey;
      /** What was said about the text (see stubText.ts). A text too, so that it can be erased together with that one. */
      readonly stub: ArtifactKey;
    };

/** Tokens of what a block adds to a request as it is rendered now. */
export interface TokenCount {
  /** Fast estimate; always there. At least 1. */
  readonly estimate: number;
  /** Exact count in a vocabulary, once it is known; for models of another one an estimate too. */
  readonly exact?: number;
  /** That vocabulary. */
  readonly family?: TokenFamily;
}

/** A tool call of an assistant block; its arguments are an artifact. */
export interface BlockCall {
  /** The model API's id of the call. */
  readonly id: string;
  readonly name: string;
  /** What it is about, in a few words for people: a path, an address, a search. See callTarget.ts. */
  readonly target?: string;
}

/** What makes a block the head of a chain of tool calls. */
export interface BlockCalls {
  readonly list: readonly BlockCall[];
  /** Artifact with the arguments: a JSON array of texts, one per call, each JSON as the model wrote it. */
  readonly artifact: ArtifactKey;
}

/**
 * Stands for the call in a result that no tool gave: what the user attached to a question. Its `name` says where it is
 * from.
 */
export const attachmentCall = 'attachment';

/** What makes a block a member of a chain. */
export interface BlockResult {
  /** The model API's id of the call that it answers; or `attachmentCall`. */
  readonly call: string;
  /** The tool's name. */
  readonly name: string;
  /** The block that made the call; absent for a result that nothing in the session asked for. */
  readonly head?: string;
  readonly failed?: boolean;
}

/** Where a reasoning trace stands and what the provider wants back with it. */
export interface BlockReasoning {
  /** The assistant block it belongs to. */
  readonly parent: string;
  /** The provider's seal on it, where it gave one; sent back unchanged. */
  readonly signature?: string;
}

/** One addressable piece of a context. Immutable: a change makes another block of the same id. */
export interface Block {
  /** `<prefix>_<NNN>`, counted per session. */
  readonly id: string;
  readonly role: BlockRole;
  readonly kind: BlockKind;
  readonly content: BlockContent;
  /** One line about it, shown in the manifest. */
  readonly description: string;
  readonly tokens: TokenCount;
  readonly visibility: Visibility;
  readonly retention: Retention;
  /** May not be hidden or replaced: system prompt and user messages. */
  readonly protected: boolean;
  /** Must survive: no patch of agent or runtime may take it or its text out of the view. */
  readonly pinned: boolean;
  /** From 1; grows when the text itself is changed (redact, replace). */
  readonly version: number;
  /** For a summary: the blocks it stands for. */
  readonly sources: readonly string[];
  /** Number of model requests made before it came in. */
  readonly turn: number;
  readonly calls?: BlockCalls;
  readonly result?: BlockResult;
  readonly reasoning?: BlockReasoning;
  /** Number of the patch that offloaded it; 0 while its text is in view. Orders the generational layout. */
  readonly generation: number;
}

/** The tokens to reckon with: exact where known, in whatever vocabulary: each is nearer to any other than an estimate. */
export function tokensOf(block: Block): number {
  return block.tokens.exact ?? block.tokens.estimate;
}

/** Whether a block's tokens were counted in a vocabulary; no model's are exact without one. */
export function isExactIn({ tokens }: Block, family: TokenFamily | undefined): boolean {
  return tokens.exact !== undefined && family !== undefined && tokens.family === family;
}

/** Whether the block's text itself stands in the view. */
export function isInline(block: Block): boolean {
  return block.content.form === 'inline';
}

/** The address under which `artifact-get` gives a text. */
export function uriOf(artifact: ArtifactKey): string {
  return `artifact://${artifact}`;
}

/** The key in an address, or in what is a key already. */
export function artifactOf(address: string): ArtifactKey {
  const text = address.trim();
  return text.startsWith('artifact://') ? text.slice('artifact://'.length) : text;
}

/** Longest description, in characters, before its ellipsis. */
const descriptionLength = 110;

/** How much of a text is looked at for its first words: some begin with blanks. */
const looksAt = descriptionLength * 8;

const blanks = /\s/;

/** Whether a UTF-16 unit is white space. */
function isBlank(unit: number): boolean {
  return (
    unit === 32 ||
    (unit >= 9 && unit <= 13) ||
    (unit > 127 && blanks.test(String.fromCharCode(unit)))
  );
}

/** Room for the longest description, in UTF-16 units. */
const units = new Uint16Array(2 * descriptionLength + 1);
const ellipsis = '…'.charCodeAt(0);

/**
 * The first words of a text on one line, after a prefix. Takes the same time however long the text, and keeps nothing of
 * it: a slice would keep it all.
 */
export function describe(prefix: string, text: string): string {
  const looked = Math.min(text.length, looksAt);
  let length = 0;
  let count = 0;
  let isGap = false;
  let at = 0;
  for (; at < looked; at += 1) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit)) {
      isGap = count > 0;
      continue;
    }
    if (count + (isGap ? 1 : 0) >= descriptionLength) {
      break;
    }
    if (isGap) {
      units[length] = 32;
      length += 1;
      count += 1;
      isGap = false;
    }
    units[length] = unit;
    length += 1;
    count += 1;
    if (unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) ?? 0) > 0xffff) {
      // A pair is one character.
      at += 1;
      units[length] = text.charCodeAt(at);
      length += 1;
    }
  }
  if (at < text.length) {
    units[length] = ellipsis;
    length += 1;
  }
  // To spread an array of another sort takes ten times as long.
  return (
    prefix + String.fromCharCode.apply(undefined, units.subarray(0, length) as unknown as number[])
  );
}
