import fc from 'fast-check';
import type { Block, BlockKind } from '../../../../../src/core/context/block.ts';

const roles = {
  system_prompt: 'runtime',
  user_message: 'user',
  assistant_message: 'assistant',
  reasoning_trace: 'assistant',
  tool_result: 'tool',
  summary: 'runtime',
  task_state: 'runtime',
  budget_report: 'runtime',
} as const;

/** A visible inline block of a kind and size, with what the test says otherwise. */
export function blockOf(
  id: string,
  kind: BlockKind,
  tokens: number,
  other: Partial<Block> = {},
): Block {
  return {
    id,
    role: roles[kind],
    kind,
    content: { form: 'inline', artifact: `${id}@v1` },
    description: `About ${id}`,
    tokens: { estimate: tokens },
    visibility: 'model',
    retention: 'session',
    protected: kind === 'system_prompt' || kind === 'user_message',
    pinned: false,
    version: 1,
    sources: [],
    turn: 0,
    generation: 0,
    ...other,
  };
}

/** A tool result of a head. */
export function resultOf(
  id: string,
  head: string,
  tokens: number,
  other: Partial<Block> = {},
): Block {
  return blockOf(id, 'tool_result', tokens, {
    result: { call: `call_${id}`, name: 'look', head },
    ...other,
  });
}

/** An assistant message that calls for these results. */
export function headOf(
  id: string,
  results: readonly string[],
  tokens = 40,
  other: Partial<Block> = {},
): Block {
  const list = results.map((result) => ({ id: `call_${result}`, name: 'look' }));
  return blockOf(id, 'assistant_message', tokens, {
    calls: { list, artifact: `${id}@v1#calls` },
    ...other,
  });
}

/** The block once a stub stands for its text. */
export function offloaded(block: Block, tokens = 120, generation?: number): Block {
  return {
    ...block,
    content: {
      form: 'offloaded',
      artifact: block.content.artifact,
      stub: `${block.content.artifact}#stub1`,
    },
    tokens: { estimate: tokens },
    ...(generation === undefined ? {} : { generation }),
  };
}

/** One turn of a random session. */
interface RandomTurn {
  readonly question: boolean;
  readonly reasoning: boolean;
  readonly results: readonly number[];
  readonly answer: number;
  /** 0: nothing special; else which block of the turn is pinned. */
  readonly pinned: number;
  readonly retired: boolean;
}

/** A random session. */
export interface RandomSession {
  readonly blocks: readonly Block[];
  /** Model requests made. */
  readonly requests: number;
  /** The last chain, where the session ends in one. */
  readonly openChain: ReadonlySet<string>;
}

const sizes = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 300, max: 9000 }));

const turns: fc.Arbitrary<RandomTurn> = fc.record({
  question: fc.boolean(),
  reasoning: fc.boolean(),
  results: fc.array(sizes, { maxLength: 4 }),
  answer: fc.integer({ min: 1, max: 900 }),
  pinned: fc.integer({ min: 0, max: 6 }),
  retired: fc.boolean(),
});

/** Sessions with questions, chains, answers, summaries, pinned and retired blocks, and an open chain or none. */
export const sessions: fc.Arbitrary<RandomSession> = fc
  .record({ turns: fc.array(turns, { maxLength: 20 }), open: fc.boolean(), summary: fc.boolean() })
  .map(({ turns: list, open, summary }) => {
    const blocks = [blockOf('system_001', 'system_prompt', 500)];
    if (summary) {
      blocks.push(blockOf('summary_002', 'summary', 700));
    }
    let last: readonly Block[] = [];
    for (const [turn, one] of list.entries()) {
      last = blocksOf(one, turn, blocks.length);
      blocks.push(...last);
    }
    return {
      blocks,
      requests: list.length,
      openChain: new Set(open ? last.map(({ id }) => id) : []),
    };
  });

function blocksOf(one: RandomTurn, turn: number, before: number): readonly Block[] {
  const name = (prefix: string, index: number): string => `${prefix}_${before + index + 1}`;
  const blocks: Block[] = [];
  if (one.question) {
    blocks.push(blockOf(name('user', 0), 'user_message', 60, { turn }));
  }
  const head = name('assistant', 2);
  if (one.reasoning) {
    blocks.push(
      blockOf(name('reasoning', 1), 'reasoning_trace', 80, { turn, reasoning: { parent: head } }),
    );
  }
  const results = one.results.map((_, index) => name('tool', index + 3));
  blocks.push(
    results.length > 0
      ? headOf(head, results, one.answer, { turn })
      : blockOf(head, 'assistant_message', one.answer, { turn }),
  );
  for (const [index, tokens] of one.results.entries()) {
    // A result comes in after the request that asked for it.
    const block = resultOf(name('tool', index + 3), head, tokens, { turn: turn + 1 });
    blocks.push(one.retired && index % 2 === 0 ? offloaded(block, 90, turn + 1) : block);
  }
  return blocks.map((block, index) =>
    index + 1 === one.pinned ? { ...block, pinned: true } : block,
  );
}
