/*
 * Which reasoning a model's API wants back. Rendering sends what the view holds; so the runtime hides, by a journalled
 * patch, what nobody wants any more, and these rules say what that is.
 */
import type { Block } from './block.ts';

/**
 * `replay-always`: in every later request. `replay-in-tool-turns`: in every later request, where the turn had calls;
 * else it is ignored. `replay-within-tool-loop`: until the user speaks again. `never`: ignored at once. `unknown`: kept,
 * since the cost of a trace too many is tokens, and that of one too few may be a refused request.
 */
export type ReasoningRule =
  'replay-always' | 'replay-in-tool-turns' | 'replay-within-tool-loop' | 'never' | 'unknown';

/** How a model treats reasoning that comes back. */
export interface ReasoningPolicy {
  readonly rule: ReasoningRule;
  /**
   * A trace counts only behind the very request that led to it: after a change of anything before it, the API refuses
   * the request, or drops the trace and all traces after it.
   */
  readonly bound: boolean;
}

/** A trace in the view, and what stands around it. */
export interface TraceState {
  /** Id of the reasoning block. */
  readonly id: string;
  /** The assistant block that it belongs to. */
  readonly parent: string;
  readonly parentHasCalls: boolean;
  /** Whether any assistant message between the same two user messages has calls. */
  readonly turnHasCalls: boolean;
  readonly laterUser: boolean;
  readonly laterAssistant: boolean;
  /** Something before it is not what the model was shown when it made it. Counts for bound traces only. */
  readonly prefixChanged?: boolean;
  /** Made by a model whose traces the present one cannot read. */
  readonly foreign?: boolean;
}

/** By parts of the model's name, in lower case; the first that fits counts. Claude is decided by its version. */
const families: readonly (readonly [RegExp, ReasoningRule])[] = [
  // The first generation answers 400 to any reasoning that comes back.
  [/deepseek-r1/, 'never'],
  [/deepseek|kimi/, 'replay-in-tool-turns'],
  [/minimax|grok|glm-?(?:4\.[7-9]|[5-9])/, 'replay-always'],
  [/gemini|\bgpt-(?:[5-9]|oss)|\bo[134](?:-|$)|codex|qwen|glm/, 'replay-within-tool-loop'],
  [/\bgpt-[34]|llama|gemma/, 'never'],
];

/** How the API of a model treats reasoning, by the model's id or family, with or without a provider before it. */
export function reasoningPolicy(model: string): ReasoningPolicy {
  const name = model.toLowerCase();
  if (name.includes('claude')) {
    return claudePolicy(name);
  }
  const rule = families.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown';
  return { rule, bound: false };
}

/**
 * Up to Opus 4.1, Sonnet 4.5 and Haiku 4.5 the API itself drops what is before the current tool loop; later models read
 * all of it. From 5.1 on traces are bound to what came before them.
 */
function claudePolicy(name: string): ReasoningPolicy {
  const match = /(?:(opus|sonnet|haiku)-)?(\d)(?:[-.](\d{1,2})(?!\d))?/.exec(name);
  if (!match) {
    return { rule: 'replay-always', bound: false };
  }
  const version = Number(match[2]) + Number(match[3] ?? 0) / 100;
  const lastForgetful = { opus: 4.01, sonnet: 4.05, haiku: 4.05 }[match[1] ?? ''] ?? 3.99;
  return {
    rule: version <= lastForgetful ? 'replay-within-tool-loop' : 'replay-always',
    bound: version >= 5.01,
  };
}

/**
 * Ids of the traces that need not go back any more, in the order given. While the results of its parent's calls are
 * what the model answers next, a trace that is wanted within a tool loop stays, even if the user added something.
 */
export function tracesToRelease(traces: readonly TraceState[], policy: ReasoningPolicy): string[] {
  return traces.filter((trace) => isReleased(trace, policy)).map((trace) => trace.id);
}

function isReleased(trace: TraceState, policy: ReasoningPolicy): boolean {
  if (trace.foreign === true || (policy.bound && trace.prefixChanged === true)) {
    return true;
  }
  switch (policy.rule) {
    case 'never':
      return true;
    case 'replay-within-tool-loop':
      return trace.laterUser && (trace.laterAssistant || !trace.parentHasCalls);
    case 'replay-in-tool-turns':
      return trace.laterUser && !trace.turnHasCalls;
    case 'replay-always':
    case 'unknown':
      return false;
  }
}

/**
 * The traces among blocks in the order of the context, with what stands around them. Only blocks in the view count: the
 * API sees no others. A trace whose parent is not among them is left out.
 */
export function traceStates(blocks: readonly Block[]): TraceState[] {
  const shown = blocks.filter(isShown);
  const turns = turnNumbers(shown);
  const lastUser = shown.findLastIndex((block) => block.kind === 'user_message');
  const lastAssistant = shown.findLastIndex((block) => block.kind === 'assistant_message');
  const places = new Map(shown.map((block, index) => [block.id, index]));
  const withCalls = new Set(turns.filter((_, index) => hasCalls(shown[index])));
  return shown.flatMap((block): TraceState[] => {
    const place = places.get(block.reasoning?.parent ?? '') ?? -1;
    const parent = shown[place];
    if (block.kind !== 'reasoning_trace' || !parent) {
      return [];
    }
    return [
      {
        id: block.id,
        parent: parent.id,
        parentHasCalls: hasCalls(parent),
        turnHasCalls: withCalls.has(turns[place] as number),
        laterUser: lastUser > place,
        laterAssistant: lastAssistant > place,
      },
    ];
  });
}

function isShown(block: Block): boolean {
  return block.visibility === 'model' || block.visibility === 'api_required';
}

/** For each block, how many user messages stand before it or are it. */
function turnNumbers(blocks: readonly Block[]): number[] {
  let turn = 0;
  return blocks.map((block) => {
    turn += block.kind === 'user_message' ? 1 : 0;
    return turn;
  });
}

function hasCalls(block: Block | undefined): boolean {
  return (block?.calls?.list.length ?? 0) > 0;
}
