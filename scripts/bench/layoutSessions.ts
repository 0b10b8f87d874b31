import type { Block, BlockKind } from '../../src/core/context/block.ts';
import { tokensOf } from '../../src/core/context/block.ts';
import { measureBudget } from '../../src/core/context/budget/ladder.ts';
import { planSafetyNet } from '../../src/core/context/budget/safetyNet.ts';
import { bulkyTokens, stubFor, stubTokens } from '../../src/core/context/budget/stub.ts';
import { stubKey } from '../../src/core/context/stubText.ts';
import { randomFrom } from './randomFrom.ts';

/**
 * Who offloads in a session, and what; both layouts get the same offloads. The agent offloads all bulky results that it
 * has no more use for. `one by one`: the session loads its results first, then goes on without bulky ones, and one
 * result is offloaded before each request, the oldest first; `talk` is the same with long texts of the model.
 */
export type Offloads =
  | 'nobody'
  | 'net, largest first'
  | 'net, oldest first'
  | 'agent, all used'
  | 'quiet, one by one'
  | 'talk, one by one';

/** What a synthetic session is made from. */
export interface SessionPlan {
  readonly seed: number;
  readonly requests: number;
  /** Room for input in tokens, for the net. */
  readonly room: number;
  readonly offloads: Offloads;
}

/** Requests after which an agent has no use for a result. */
const agentKeeps = 6;

/** Share of the requests with which a session loads before it becomes quiet. */
const loading = 0.3;

const words = 'the file says that the value of this is what was asked for and so on; '.repeat(5);

/**
 * The visible blocks of each request of a session in which an agent looks things up: chains of one to three results,
 * most of some hundred tokens and some of several thousand, an answer and a new question now and then.
 */
export function* requestsOf(plan: SessionPlan): Generator<readonly Block[]> {
  const random = randomFrom(plan.seed);
  let blocks: readonly Block[] = [
    blockOf('system', 'system_prompt', 6000, 0),
    blockOf('user', 'user_message', 200, 0),
  ];
  let generation = 0;
  for (let request = 0; request < plan.requests; request++) {
    const gone = chosen(blocks, request, plan);
    blocks = blocks
      .filter(({ id }) => !gone.archived.has(id))
      .map((block) => (gone.offloaded.has(block.id) ? retired(block, (generation += 1)) : block));
    yield blocks;
    blocks = [...blocks, ...answerOf(request, random, sizesAfter(request, plan))];
  }
}

/** What leaves the view before a request. */
interface Leaving {
  readonly offloaded: ReadonlySet<string>;
  readonly archived: ReadonlySet<string>;
}

function chosen(blocks: readonly Block[], requests: number, plan: SessionPlan): Leaving {
  const nothing = { offloaded: new Set<string>(), archived: new Set<string>() };
  if (plan.offloads === 'nobody') {
    return nothing;
  }
  const quiet = loadsFirst(plan);
  if (plan.offloads === 'agent, all used' || quiet) {
    const used = blocks.filter(
      (block) =>
        block.kind === 'tool_result' &&
        block.content.form === 'inline' &&
        tokensOf(block) >= bulkyTokens &&
        block.turn + (quiet ? loading * plan.requests : agentKeeps) < requests,
    );
    const leaving = quiet ? used.slice(0, 1) : used;
    return { ...nothing, offloaded: new Set(leaving.map(({ id }) => id)) };
  }
  const used = blocks.reduce((total, block) => total + tokensOf(block), 0);
  const budget = measureBudget({ window: plan.room, used });
  if (budget.level !== 'critical') {
    return nothing;
  }
  const net = planSafetyNet({
    blocks,
    budget,
    slope: 1,
    requests,
    layout: plan.offloads === 'net, oldest first' ? 'generational' : 'plain',
    beginningOf: () => words,
  });
  return { offloaded: new Set(net.offloaded), archived: new Set(net.archived) };
}

function loadsFirst({ offloads }: SessionPlan): boolean {
  return offloads === 'quiet, one by one' || offloads === 'talk, one by one';
}

/** Tokens of what may come in after a request: the largest result, and the least of the model's own text. */
interface Sizes {
  readonly largest: number;
  readonly text: number;
}

function sizesAfter(request: number, plan: SessionPlan): Sizes {
  const quiet = loadsFirst(plan) && request > loading * plan.requests;
  const text = quiet && plan.offloads === 'talk, one by one' ? 6000 : 60;
  return { largest: quiet ? 250 : 8000, text };
}

/** What comes in after a request: a chain, or an answer and the next question. */
function answerOf(request: number, random: () => number, sizes: Sizes): readonly Block[] {
  const turn = request + 1;
  const name = (kind: string, index = 0): string => `${kind}_${request}_${index}`;
  if (random() < 0.08) {
    return [
      blockOf(name('answer'), 'assistant_message', 200 + random() * 600, turn),
      blockOf(name('user'), 'user_message', 20 + random() * 150, turn),
    ];
  }
  const results = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
    name('tool', index),
  );
  const list = results.map((id) => ({ id: `call_${id}`, name: 'look' }));
  const head = name('assistant');
  return [
    {
      ...blockOf(head, 'assistant_message', sizes.text + random() * 150, turn),
      calls: { list, artifact: `${head}@v1#calls` },
    },
    ...results.map((id) => ({
      // Each size between the smallest and the largest is as likely as its double.
      ...blockOf(id, 'tool_result', 40 * (sizes.largest / 40) ** random(), turn),
      result: { call: `call_${id}`, name: 'look', head },
    })),
  ];
}

function blockOf(id: string, kind: BlockKind, tokens: number, turn: number): Block {
  return {
    id,
    role: kind === 'tool_result' ? 'tool' : kind === 'user_message' ? 'user' : 'assistant',
    kind,
    content: { form: 'inline', artifact: `${id}@v1` },
    description: id,
    tokens: { estimate: Math.ceil(tokens) },
    visibility: 'model',
    retention: 'session',
    protected: kind === 'user_message' || kind === 'system_prompt',
    pinned: false,
    version: 1,
    sources: [],
    turn,
    generation: 0,
  };
}

function retired(block: Block, generation: number): Block {
  const stub = stubFor(block, words);
  return {
    ...block,
    content: {
      form: 'offloaded',
      artifact: block.content.artifact,
      stub: stubKey(block.content.artifact, generation),
    },
    tokens: { estimate: stubTokens(block, stub) },
    generation,
  };
}
