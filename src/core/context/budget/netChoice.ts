import type { Block } from '../block.ts';
import { isInline, tokensOf } from '../block.ts';
import { chainGroups } from './chainGroups.ts';
import type { Replacement } from './stub.ts';
import { bulkyTokens, stubFor, stubTokens } from './stub.ts';

/** The blocks from which the safety net chooses. */
export interface NetBlocks {
  /** Visible blocks in order. */
  readonly blocks: readonly Block[];
  readonly layout?: 'plain' | 'generational';
  /** Model requests made so far: a block that came in before the last of them has been seen. */
  readonly requests: number;
  /** Blocks of a chain whose calls still wait for results or for the model's next answer. */
  readonly openChain?: ReadonlySet<string>;
  /** At least the first 300 characters of a block's text, or all of it; empty where it is not at hand. */
  readonly beginningOf: (block: Block) => string;
}

/** A result that may go, with what would stand for it. */
export interface Stub {
  readonly block: Block;
  readonly replacement: Replacement;
  /** Estimated tokens of the stub. */
  readonly tokens: number;
}

/** What was chosen. */
export interface NetChoice {
  /** In the order in which they were chosen. */
  readonly stubs: readonly Stub[];
  /** Whole chains, answers and summaries, oldest first. None of these is among the stubs. */
  readonly archived: readonly string[];
  /** Estimated tokens that leave the view. */
  readonly freed: number;
}

/**
 * Chooses until `isDone` says that so many freed tokens are enough, or nothing is left that may go: first texts of
 * bulky tool results, then chains and answers as a whole. What the model has not seen yet goes last, and no more of it
 * than `isTight` asks for: a result that is taken away before it was read is asked for again. Never what is pinned or
 * protected; whole chains never of the open one, nor what came in since the last request. O(n log n).
 */
export function chooseForNet(
  input: NetBlocks,
  isDone: (freed: number) => boolean,
  isTight: (freed: number) => boolean = (freed) => !isDone(freed),
): NetChoice {
  const isSeen = (block: Block): boolean => block.turn < input.requests;
  const seen = chooseStubs(input, isSeen, isDone);
  if (isDone(seen.freed)) {
    return { stubs: seen.stubs, archived: [], freed: seen.freed };
  }
  const chains = chooseChains(input, seen.stubs, (more) => isDone(seen.freed + more));
  const gone = new Set(chains.archived);
  // A block that is archived needs no stub.
  const kept = seen.stubs.filter(({ block }) => !gone.has(block.id));
  const freed = seen.freed + chains.freed;
  const unseen = chooseStubs(
    input,
    (block) => !isSeen(block),
    (more) => !isTight(freed + more),
  );
  return {
    stubs: [...kept, ...unseen.stubs],
    archived: chains.archived,
    freed: freed + unseen.freed,
  };
}

function chooseStubs(
  { blocks, layout, beginningOf }: NetBlocks,
  isMeant: (block: Block) => boolean,
  isDone: (freed: number) => boolean,
): { stubs: Stub[]; freed: number } {
  const candidates = blocks.filter((block) => mayBeOffloaded(block) && isMeant(block));
  if (layout !== 'generational') {
    candidates.sort((a, b) => tokensOf(b) - tokensOf(a));
  }
  const stubs: Stub[] = [];
  let freed = 0;
  for (const block of candidates) {
    if (isDone(freed)) {
      break;
    }
    const replacement = stubFor(block, beginningOf(block));
    const tokens = stubTokens(block, replacement);
    if (tokens < tokensOf(block)) {
      stubs.push({ block, replacement, tokens });
      freed += tokensOf(block) - tokens;
    }
  }
  return { stubs, freed };
}

function mayBeOffloaded(block: Block): boolean {
  return (
    block.kind === 'tool_result' &&
    block.visibility === 'model' &&
    isInline(block) &&
    !block.pinned &&
    !block.protected &&
    tokensOf(block) >= bulkyTokens
  );
}

/** Chains and answers, then summaries, oldest first. */
function chooseChains(
  input: NetBlocks,
  stubs: readonly Stub[],
  isDone: (freed: number) => boolean,
): { archived: string[]; freed: number } {
  const stubSizes = new Map(stubs.map(({ block, tokens }) => [block.id, tokens]));
  const groups = chainGroups(input.blocks).filter((group) =>
    group.every((block) => mayBeArchived(block, input)),
  );
  // A summary stands for many blocks already: it says the most in the fewest tokens.
  const isSummary = (group: readonly Block[]): boolean =>
    group.some(({ kind }) => kind === 'summary');
  const inOrder = [...groups.filter((group) => !isSummary(group)), ...groups.filter(isSummary)];
  const archived: string[] = [];
  let freed = 0;
  for (const group of inOrder) {
    if (isDone(freed)) {
      break;
    }
    for (const block of group) {
      archived.push(block.id);
      freed += stubSizes.get(block.id) ?? tokensOf(block);
    }
  }
  return { archived, freed };
}

const archivableKinds: ReadonlySet<string> = new Set([
  'assistant_message',
  'reasoning_trace',
  'tool_result',
  'summary',
]);

/** What came in since the last request is not old, whatever it is. */
function mayBeArchived(block: Block, { requests, openChain }: NetBlocks): boolean {
  return (
    archivableKinds.has(block.kind) &&
    block.visibility === 'model' &&
    !block.pinned &&
    !block.protected &&
    block.turn < requests &&
    openChain?.has(block.id) !== true
  );
}
