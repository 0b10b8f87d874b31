/* A live session of our own, made rather than read: patches that were recorded, and answers to acts. */
import type { RecordedPatch, RecordedSession } from '../../../src/core/sources/recordedSession.ts';
import type {
  LimitsRow,
  OwnBlockRow,
  RecordedBlockKind,
  RecordedBlockRow,
} from '../../../src/ports/transcriptRows.ts';
import type { ActResult, SessionRequests } from '../../../src/protocol/sessions.ts';

/** Its key in the list of sessions. */
export const ownKey = 'own:made';

const words = 'a line of some text that an agent has read and may need again';

function block(index: number, kind: RecordedBlockKind, standsFor?: number): RecordedBlockRow {
  return {
    ...{ id: `${kind}_${String(index + 1).padStart(3, '0')}`, kind, native: '', turn: index },
    ...{ length: 400 + index * 100, tokens: 100 + index * 25, fidelity: 'whole' },
    description: `${index + 1}: ${words}`,
    origin: { file: 0, offset: index * 1000, bytes: 1000, path: [] },
    ...(kind === 'tool_result' && { tool: 'read', path: `src/part${index}.ts`, call: `c${index}` }),
    ...(standsFor !== undefined && { standsFor }),
  };
}

function patch(number: number, fields: Partial<RecordedPatch>): RecordedPatch {
  return {
    ...{ id: `patch_00${number}`, kind: 'offload', actor: 'agent', call: 1, trigger: 'soft' },
    ...{ reason: 'The output was read and is long.', provenance: 'recorded', because: '' },
    ...{ left: [], back: [], created: [], recovery: 'transcript' },
    ...fields,
  };
}

/** Five calls: one offload, the return of what it took, and a compaction. */
export function makeOwnSession(): RecordedSession {
  const kinds: readonly RecordedBlockKind[] = [
    ...(['system_prompt', 'tool_schemas', 'user_message', 'tool_call', 'tool_result'] as const),
    ...(['tool_result', 'assistant_message', 'system_prompt', 'tool_result', 'summary'] as const),
  ];
  const blocks = kinds.map((kind, index) => block(index, kind, index === 8 ? 4 : undefined));
  const windows = [
    [0, 5],
    [0, 4, 8, 9],
    [7, 8, 1, 7],
    [7, 8, 1, 7],
    [7, 8, 1, 3, 9, 10],
  ];
  const patches = [
    patch(1, { left: [4, 5], created: [8, 9], before: 900, after: 700 }),
    patch(2, { kind: 'restore', actor: 'user', call: 2, back: [4, 5], left: [8, 9], trigger: '' }),
    patch(3, { kind: 'compact', actor: 'runtime', call: 4, left: [3, 7], created: [9, 10] }),
  ];
  return {
    ...{ id: 'made', format: 'chipboard', agent: 'Chipboard', title: 'Mend the tests' },
    ...{ folder: '/home/me/project', models: ['m'], versions: [], questions: 1 },
    ...{ files: ['/home/me/journal'], blocks, patches, children: [], complete: true },
    calls: windows.map((window, index) => ({
      ...{ index, native: '', model: 'm', question: 1, window, output: [], counts: 'call' },
      ...{ branch: 0, outcome: 'ok' },
      usage: { input: 1000 + index * 200, output: 10, cacheRead: 600, cacheWritten: 200 },
    })),
    ...{ branches: [{ kept: 0, from: 0 }], branch: 0, window: windows[4] ?? [] },
    coverage: {
      ...{ records: 10, taken: 10, beside: {}, unknown: {}, bad: 0, badPlaces: [], repeated: 0 },
    },
  };
}

/** What the runtime knows of its blocks: the system prompt and the question are pinned. */
export function ownBlockRows(): readonly OwnBlockRow[] {
  return makeOwnSession().blocks.map(({ id }, block) => ({
    ...{
      block,
      id,
      visibility: 'model',
      protected: block === 0,
      pinned: block === 0 || block === 2,
    },
    ...{ version: 1, inline: true, artifact: '', sources: [], chain: [] },
  }));
}

/** Limits with every mark that there is; the last window is between the first and the second of them. */
export const ownLimits: LimitsRow = {
  ...{ window: 3000, output: 400, buffer: 200, soft: 1500, act: 2000, critical: 2300 },
  ...{ trigger: 2400, known: 'own' },
};

/** An answer to an act: patches of the runtime cannot be undone here, all else can be done. */
export function actOn({ act, dry }: SessionRequests['session/act']['params']): ActResult {
  if (act.act === 'undo' && act.patch === 'patch_003') {
    return {
      accepted: false,
      refusals: [
        {
          rule: 'undo_blocked',
          words: 'A later patch changed the same blocks. Undo that one first.',
          ids: ['tool_call_004'],
        },
      ],
    };
  }
  return {
    ...{ accepted: true, freed: 225, invalidated: 700, breakEven: 4 },
    ...{ targets: 'ids' in act ? act.ids : ['tool_result_005'], created: [] },
    ...(!dry && { patch: 'patch_004' }),
  };
}

/** The same session with subagents, of which one has started two of its own. */
export function makeTreeSession(): RecordedSession {
  const own = makeOwnSession();
  const agent = (title: string, children: RecordedSession['children']): RecordedSession => ({
    ...{ ...own, title, children },
  });
  return agent('Mend the tests', [
    {
      session: agent('Find the slow tests', [
        { session: agent('Read the logs', []), label: 'reader' },
        { session: agent('', []), label: 'counter' },
      ]),
      label: 'explore',
    },
    { session: agent('Check the fix', []), label: 'review' },
  ]);
}
