/* A live session of our own, made so that there is advice: a large result that is not used, tools that are not called. */
import type { RecordedBlock } from '../../../src/core/sources/recordedBlock.ts';
import type { RecordedCall, RecordedSession } from '../../../src/core/sources/recordedSession.ts';
import type { OwnBlockRow, RecordedBlockRow } from '../../../src/ports/transcriptRows.ts';

/** Its key in the list of sessions. */
export const adviceKey = 'own:advice';

const callCount = 24;

/** Its whole text is its description, as the page asks for it. */
const schemas = JSON.stringify(
  ['Read', 'Rare', 'mcp__maps__route', 'mcp__maps__place'].map((name) => ({
    ...{ name, description: `What ${name} does. `.repeat(60), input_schema: {} },
  })),
);

function block(index: number, fields: Partial<RecordedBlockRow>): RecordedBlock {
  return {
    ...{ id: `block_${index + 1}`, kind: 'assistant_message', native: '', turn: index },
    ...{ length: 400, tokens: 100, fidelity: 'whole', description: `Step ${index + 1} is done.` },
    origin: { file: 0, offset: index * 1000, bytes: 1000, path: [] },
    ...fields,
  };
}

const firsts: readonly Partial<RecordedBlockRow>[] = [
  { kind: 'system_prompt', turn: 0, tokens: 900, description: 'You are an agent.' },
  {
    ...{ kind: 'tool_schemas', turn: 0, tokens: 3000, description: schemas },
    length: schemas.length,
  },
  { kind: 'user_message', turn: 0, description: 'Mend the parser.' },
  { kind: 'tool_call', turn: 1, tool: 'Read', path: 'src/parser.ts', call: 'c1' },
  {
    ...{ kind: 'tool_result', turn: 2, tool: 'Read', path: 'src/parser.ts', call: 'c1' },
    ...{ length: 48_000, tokens: 12_000, description: 'export function parse' },
  },
];

/** 24 calls whose window grows by 3,000 tokens each; the cache is lost four times after a pause. */
export function makeAdviceSession(): RecordedSession {
  const blocks = Array.from({ length: firsts.length + callCount - 4 }, (_, index) =>
    block(index, firsts[index] ?? { turn: index - 1 }),
  );
  const calls = Array.from({ length: callCount }, (_, index): RecordedCall => {
    const isMiss = index > 0 && index % 5 === 0;
    const input = 60_000 + index * 3000;
    const cacheRead = isMiss || index === 0 ? 0 : input - 3000;
    return {
      ...{ index, native: '', model: index < 20 ? 'claude-opus-4-6' : 'unheard-of', question: 1 },
      ...{ window: [0, Math.min(index + 4, blocks.length)], output: [], counts: 'call', branch: 0 },
      ...{ outcome: 'ok', contextWindow: 150_000 },
      at: 1_770_000_000_000 + index * 60_000 + Math.floor(index / 5) * 600_000,
      usage: { input, output: 400, cacheRead, cacheWritten: input - cacheRead },
    };
  });
  return {
    ...{ id: 'advice', format: 'chipboard', agent: 'Chipboard', title: 'Mend the parser' },
    ...{ folder: '/home/me/project', models: ['claude-opus-4-6'], versions: [], questions: 1 },
    ...{ files: ['/home/me/journal'], blocks, calls, patches: [], children: [], complete: true },
    ...{ branches: [{ kept: 0, from: 0 }], branch: 0, window: [0, blocks.length] },
    coverage: {
      ...{ records: 30, taken: 30, beside: {}, unknown: {}, bad: 0, badPlaces: [], repeated: 0 },
    },
  };
}

/** What the runtime knows of its blocks. */
export function adviceOwn(): readonly OwnBlockRow[] {
  return makeAdviceSession().blocks.map((_, index) => ({
    ...{ block: index, id: `run_${index + 1}`, visibility: 'model', protected: index < 2 },
    ...{ pinned: false, version: 1, inline: true, artifact: '', sources: [], chain: [] },
  }));
}
