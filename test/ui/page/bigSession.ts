import type { RecordedBlock } from '../../../src/core/sources/recordedBlock.ts';
import type {
  RecordedCall,
  RecordedPatch,
  RecordedSession,
} from '../../../src/core/sources/recordedSession.ts';
import type { RecordedBlockKind } from '../../../src/ports/transcriptRows.ts';

const kinds: readonly RecordedBlockKind[] = [
  'tool_call',
  'tool_result',
  'assistant_message',
  'tool_result',
  'reasoning_trace',
];
/** Tokens at which the made agent compacts. */
const trigger = 167_000;
/** Milliseconds of the first call. */
const start = 1_770_000_000_000;

/**
 * A session made by rule, with nothing random in it: `calls` calls whose windows grow until a compaction, and so on;
 * a question every 8 calls, a pause every 500, and after some compactions a call that has to read all anew.
 */
export function bigSession(callCount = 2000, blockCount = 5000): RecordedSession {
  const blocks: RecordedBlock[] = [];
  const calls: RecordedCall[] = [];
  const patches: RecordedPatch[] = [];
  const add = (kind: RecordedBlockKind, turn: number): number =>
    blocks.push(blockOf(blocks.length, kind, turn));
  add('system_prompt', 0);
  add('tool_schemas', 0);
  let [windowStart, tokens, kept, at] = [
    2,
    blocks.reduce((sum, one) => sum + one.tokens, 0),
    0,
    start,
  ];
  for (let index = 0; index < callCount; index += 1) {
    const goal = Math.floor(((index + 1) * (blockCount - 2)) / callCount) + 2;
    if (index % 8 === 0) {
      add('user_message', index);
    }
    if (tokens > trigger) {
      add('summary', index);
      const end = blocks.length - 1;
      patches.push(compaction(patches.length, index, [windowStart, end], tokens));
      [windowStart, tokens, kept] = [end, 9_000, 6_000];
    }
    const from = blocks.length;
    while (blocks.length < goal) {
      add(kinds[blocks.length % kinds.length] ?? 'other', index);
    }
    tokens += blocks.slice(from).reduce((sum, one) => sum + one.tokens, 0) + 1;
    at += index % 500 === 499 ? 3_600_000 : 12_000;
    const read = index % 500 === 499 ? 0 : Math.min(kept, tokens);
    const cacheWritten = tokens - read;
    kept = tokens;
    calls.push({
      ...{
        index,
        native: `call-${index}`,
        model: 'made-model',
        at,
        question: 1 + Math.floor(index / 8),
      },
      window: [0, 2, windowStart, from],
      output: [from, blocks.length],
      usage: { input: tokens, output: 300, cacheRead: read, cacheWritten },
      ...{ counts: 'call', branch: 0, outcome: 'ok', contextWindow: 200_000, durationMs: 4000 },
    });
  }
  return {
    ...{ id: 'big', format: 'made', agent: 'Made', title: 'A long session', folder: '/home/me' },
    ...{ models: ['made-model'], versions: [], started: start, updated: at },
    ...{
      questions: Math.ceil(callCount / 8),
      files: ['/home/me/big.jsonl'],
      blocks,
      calls,
      patches,
    },
    ...{ branches: [{ kept: 0, from: 0 }], branch: 0, window: [0, 2, windowStart, blocks.length] },
    ...{ children: [], complete: true },
    coverage: {
      ...{ records: blocks.length, taken: blocks.length, beside: {}, unknown: {} },
      ...{ bad: 0, badPlaces: [], repeated: 0 },
    },
  };
}

function blockOf(index: number, kind: RecordedBlockKind, turn: number): RecordedBlock {
  const tokens =
    kind === 'system_prompt' || kind === 'tool_schemas' ? 6000 : 60 + ((index * 7919) % 480);
  return {
    ...{ id: `block_${index + 1}`, kind, native: '', turn, length: tokens * 4, tokens },
    ...{ description: `Block ${index + 1} of the long session`, fidelity: 'whole' },
    origin: { file: 0, offset: index * 1000, bytes: 900, path: [] },
    ...(kind === 'tool_call' || kind === 'tool_result' ? { tool: 'read_file' } : {}),
  };
}

function compaction(
  number: number,
  call: number,
  left: readonly number[],
  before: number,
): RecordedPatch {
  return {
    ...{ id: `patch_${number + 1}`, kind: 'compact', actor: number % 3 === 2 ? 'user' : 'client' },
    ...{ call, trigger: 'auto', reason: 'The window was nearly full.', provenance: 'inferred' },
    ...{ because: 'The session is made so.', left, back: [], before, recovery: 'transcript' },
    created: [left[1] ?? 0, (left[1] ?? 0) + 1],
  };
}
