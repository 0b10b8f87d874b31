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
 * Chooses until `isDone` says that so many freed tokens are enough, or nothing is left that may go. First texts of bulky
 * tool results that the model has seen. Then, with what is not seen yet in mind: chains and answers of earlier
 * questions, the texts that are not seen, and last what belongs to the present question, for that is what the model has
 * found so far: without it, it begins anew, and without end. For the sake of a text that is not seen, no more goes than
 * `isTight` asks for. Never what is pinned or protected; whole chains never of the open one, nor what came in since the
 * last request. O(n log n).
 */
export function chooseForNet(
  input: NetBlocks,
  isDone: (freed: number) => boolean,
  isTight: (freed: number) => boolean = (freed) => !isDone(freed),
): NetChoice {
  const isSeen = (block: Block): boolean => block.turn < input.requests;
  const hasUnseen = input.blocks.some((block) => mayBeOffloaded(block) && !isSeen(block));
  const isEnough = hasUnseen ? (freed: number): boolean => !isTight(freed) : isDone;
  const seen = chooseStubs(input, isSeen, isDone);
  if (isDone(seen.freed)) {
    return { stubs: seen.stubs, archived: [], freed: seen.freed };
  }
  const { earlier, present } = chainsOf(input);
  const old = takeChains(earlier, seen, isEnough);
  const unseen = chooseStubs(
    input,
    (block) => !isSeen(block),
    (more) => isEnough(old.freed + more),
  );
  const all = { stubs: [...seen.stubs, ...unseen.stubs], freed: old.freed + unseen.freed };
  const last = takeChains(present, all, isEnough);
  const archived = [...old.archived, ...last.archived];
  const gone = new Set(archived);
  // A block that is archived needs no stub.
  const stubs = all.stubs.filter(({ block }) => !gone.has(block.id));
  return { stubs, archived, freed: last.freed };
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

/** Whole chains and answers that may go, oldest first: before the newest question, and after it with all summaries. */
function chainsOf(input: NetBlocks): {
  readonly earlier: readonly (readonly Block[])[];
  readonly present: readonly (readonly Block[])[];
} {
  const groups = chainGroups(input.blocks);
  const question = groups.findLastIndex((group) =>
    group.some(({ kind }) => kind === 'user_message'),
  );
  const mayGo = (group: readonly Block[]): boolean =>
    group.every((block) => mayBeArchived(block, input));
  // A summary stands for many blocks already: it says the most in the fewest tokens.
  const isSummary = (group: readonly Block[]): boolean =>
    group.some(({ kind }) => kind === 'summary');
  const plain = (group: readonly Block[]): boolean => mayGo(group) && !isSummary(group);
  return {
    earlier: groups.slice(0, Math.max(0, question)).filter(plain),
    present: [
      ...groups.slice(Math.max(0, question)).filter(plain),
      ...groups.filter((group) => mayGo(group) && isSummary(group)),
    ],
  };
}

/** Archives chains, after what was chosen before, until it is enough. `freed` is the sum with what was freed before. */
function takeChains(
  chains: readonly (readonly Block[])[],
  before: { readonly stubs: readonly Stub[]; readonly freed: number },
  isEnough: (freed: number) => boolean,
): { readonly archived: readonly string[]; readonly freed: number } {
  const stubSizes = new Map(before.stubs.map(({ block, tokens }) => [block.id, tokens]));
  const archived: string[] = [];
  let { freed } = before;
  for (const group of chains) {
    if (isEnough(freed)) {
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
