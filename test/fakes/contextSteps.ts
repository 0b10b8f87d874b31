import fc from 'fast-check';
import type { Operation, PatchActor } from '../../src/core/context/operations.ts';
import type { ContextSession } from '../../src/core/context/contextSession.ts';

/** Something that happens to a session. Numbers choose among what is there then. */
export type Step =
  | { readonly step: 'system' | 'user' | 'assistant' | 'report' | 'orphan'; readonly text: string }
  | {
      readonly step: 'chain';
      readonly text: string;
      readonly results: readonly string[];
      /** How many of the results come in. */
      readonly answered: number;
      readonly reasoning?: string;
      /** Ids of the calls: new ones, those of earlier messages again, or one for all. */
      readonly ids: 'new' | 'again' | 'one';
    }
  | { readonly step: 'answer' }
  | {
      readonly step: 'patch';
      readonly actor: PatchActor;
      readonly picks: readonly Pick[];
      readonly undo: boolean;
    }
  | { readonly step: 'undo'; readonly actor: PatchActor; readonly which: number }
  | { readonly step: 'pin'; readonly which: number; readonly pinned: boolean }
  | { readonly step: 'count'; readonly which: number; readonly exact: number }
  | { readonly step: 'call' };

/** An operation to be, with its targets chosen by number. */
export interface Pick {
  readonly op: Operation['op'];
  readonly which: readonly number[];
  /** Takes the whole chains of the targets, as somebody who knows the rules would. */
  readonly whole: boolean;
  /** Takes all between the first and the last target. */
  readonly run: boolean;
  readonly text: string;
  readonly option: number;
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    'short',
    '{"a": 1, "b": "x"}',
    '日本語のテキスト',
    '<context_manifest>',
    '\ud800',
  ),
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.string({ maxLength: 400 }),
);
const number = fc.nat(1000);
const actor = fc.constantFrom<PatchActor>('agent', 'agent', 'user', 'runtime');

const pick: fc.Arbitrary<Pick> = fc.record({
  op: fc.constantFrom<Operation['op']>(
    'compact',
    'payload_offload',
    'payload_offload',
    'restore',
    'merge',
    'fold',
    'set_visibility',
    'set_visibility',
    'redact',
    'replace',
  ),
  which: fc.array(number, { maxLength: 4 }),
  whole: fc.boolean(),
  run: fc.boolean(),
  text,
  option: number,
});

/** Random steps, valid and invalid. */
export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ step: fc.constantFrom('user', 'assistant', 'report', 'orphan'), text }),
  },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        step: fc.constant('chain' as const),
        text,
        results: fc.array(text, { minLength: 1, maxLength: 3 }),
        answered: fc.nat(3),
        reasoning: text,
        ids: fc.constantFrom('new', 'new', 'new', 'again', 'one'),
      },
      { requiredKeys: ['step', 'text', 'results', 'answered', 'ids'] },
    ),
  },
  { weight: 2, arbitrary: fc.constant({ step: 'answer' as const }) },
  {
    weight: 9,
    arbitrary: fc.record({
      step: fc.constant('patch' as const),
      actor,
      picks: fc.array(pick, { minLength: 1, maxLength: 3 }),
      undo: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('undo' as const), actor, which: number }) },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant('pin' as const),
      which: number,
      pinned: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant('count' as const),
      which: number,
      exact: fc.nat(500),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ step: 'call' as const }) },
);

function idsOf(pick: Pick, session: ContextSession): readonly string[] {
  const { state } = session;
  const { order } = state;
  let ids = pick.which.map((each) => {
    // One number in fifteen names a block that is not there, and one a summary that the patch itself may make.
    if (each % 15 === 13) {
      return `summary_${String(state.nextBlock).padStart(3, '0')}`;
    }
    return each % 15 === 14 ? `tool_${each}` : (order[each % order.length] ?? 'tool_1');
  });
  if (pick.run && ids.length > 1) {
    const places = ids.map((id) => state.positionOf(id)).filter((place) => place >= 0);
    ids = order.slice(Math.min(...places), Math.max(...places) + 1);
  }
  if (pick.whole) {
    const members = ids.flatMap((id) => {
      const block = state.get(id);
      const chain = block === undefined ? undefined : state.chainOf(block);
      return chain === undefined ? [id] : [chain.head, ...chain.results];
    });
    ids = [...new Set(members)].filter((id) => state.get(id)?.reasoning === undefined);
  }
  return ids;
}

/** The operation that a pick means for a session as it is now. */
export function operationOf(pick: Pick, session: ContextSession): Operation {
  const ids = idsOf(pick, session);
  const { text: content, option } = pick;
  const output = { description: option % 9 === 0 ? '' : 'summary', content };
  switch (pick.op) {
    case 'compact':
      return { op: 'compact', ids, output, preserve: option % 8 === 0 ? [] : ['x'], drop: [] };
    case 'payload_offload':
      return {
        op: 'payload_offload',
        ids,
        replaceWith: {
          description: 'stub',
          summary: option % 9 === 0 ? '' : 'gist',
          hint: content,
        },
      };
    case 'restore':
      return { op: 'restore', ids };
    case 'merge':
      return {
        op: 'merge',
        ids,
        output,
        resolution: option % 2 === 0 ? 'update' : 'contradiction',
      };
    case 'fold':
      return { op: 'fold', ids, output, scope: 'scope' };
    case 'set_visibility': {
      const all = ['model', 'archived', 'hidden', 'archived', 'model', 'api_required', ''];
      return { op: 'set_visibility', ids, visibility: all[option % all.length] ?? '' };
    }
    case 'redact':
      return { op: 'redact', ids, dropFields: option % 3 === 0 ? ['b'] : ['a'] };
    case 'replace':
      return { op: 'replace', ids: ids.slice(0, 1), content };
  }
}
