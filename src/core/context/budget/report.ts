import type { Block, BlockKind } from '../block.ts';
import { isInline, tokensOf } from '../block.ts';
import type { Budget, BudgetLevel, LadderRatios } from './ladder.ts';
import { defaultRatios } from './ladder.ts';

/** What a report proposes to do with a block: an operation, and for `set_visibility` the value. */
export type SuggestedOperation = 'payload_offload' | 'compact' | 'set_visibility archived';

/** A block worth looking at first. */
export interface LargeBlock {
  readonly id: string;
  readonly kind: BlockKind;
  readonly tokens: number;
  readonly suggested_operations: readonly SuggestedOperation[];
}

/** What the model reads about its budget; spelled as in the JSON it gets. Tokens. */
export interface BudgetReport {
  readonly level: BudgetLevel;
  readonly used_tokens: number;
  /** Room for input. */
  readonly max_tokens: number;
  /** Where the first level begins. */
  readonly soft_limit: number;
  /** Share, three decimals. */
  readonly pressure: number;
  /** Largest first, at most five. */
  readonly largest_blocks: readonly LargeBlock[];
  readonly required_preserve: readonly string[];
}

/** What no change to a context may lose. */
export const requiredPreserve: readonly string[] = [
  'what the user asked for and every constraint they set',
  'the plan and where its tasks stand',
  'questions that are still open',
  'where each fact came from: files, lines, addresses, ids',
];

/** Most blocks that a report names. */
export const largestBlockLimit = 5;

/** What a report is made from. */
export interface ReportInput {
  /** Visible blocks. */
  readonly blocks: readonly Block[];
  readonly budget: Budget;
  readonly ratios?: LadderRatios;
  /** Blocks of a chain whose calls still wait for results or for the model's next answer. */
  readonly openChain?: ReadonlySet<string>;
}

/** The report of a budget; undefined where there is no pressure to report. Linear. */
export function budgetReport(input: ReportInput): BudgetReport | undefined {
  const { budget, ratios = defaultRatios } = input;
  if (budget.used === undefined || budget.room === undefined || budget.pressure === undefined) {
    return undefined;
  }
  return {
    level: budget.level,
    used_tokens: budget.used,
    max_tokens: budget.room,
    soft_limit: Math.round(budget.room * ratios.soft),
    pressure: Math.round(budget.pressure * 1000) / 1000,
    largest_blocks: largestBlocks(input.blocks, input.openChain ?? new Set()),
    required_preserve: requiredPreserve,
  };
}

/** The text of a report's block: JSON between the tags, in which no text can close the tag. */
export function reportText(report: BudgetReport): string {
  const json = JSON.stringify(report, undefined, 1).replaceAll('<', '\\u003c');
  return `<budget_report>\n${json}\n</budget_report>`;
}

function largestBlocks(blocks: readonly Block[], openChain: ReadonlySet<string>): LargeBlock[] {
  const largest: LargeBlock[] = [];
  for (const block of blocks) {
    const tokens = tokensOf(block);
    const suggested = suggestionsFor(block, openChain.has(block.id));
    if (suggested.length > 0 && tokens > (largest[largestBlockLimit - 1]?.tokens ?? 0)) {
      const at = largest.findIndex((other) => tokens > other.tokens);
      const entry = { id: block.id, kind: block.kind, tokens, suggested_operations: suggested };
      largest.splice(at < 0 ? largest.length : at, 0, entry);
      largest.length = Math.min(largest.length, largestBlockLimit);
    }
  }
  return largest;
}

/** Nothing for blocks that may not be touched: pinned ones, and in an open chain all but the results' texts. */
function suggestionsFor(block: Block, open: boolean): readonly SuggestedOperation[] {
  if (block.pinned || block.protected || !isInline(block) || block.visibility !== 'model') {
    return [];
  }
  if (block.kind === 'tool_result') {
    return open ? ['payload_offload'] : ['payload_offload', 'compact'];
  }
  const takes = block.kind === 'assistant_message' || block.kind === 'summary';
  return takes && !open ? ['compact', 'set_visibility archived'] : [];
}
