import assert from 'node:assert/strict';
import { ruleNames, type RuleName } from '../../../../src/core/context/operations.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';
import {
  compact,
  fold,
  merge,
  offload,
  redact,
  replace,
  restore,
  show,
} from '../../../fakes/contextOperations.ts';

/** Breaks one rule in a session that has a bit of everything; gives the rules that were broken. */
type Breach = (bench: ContextBench, given: Given) => Promise<readonly string[]>;

interface Given {
  readonly system: string;
  readonly first: string;
  readonly chain: readonly string[];
  readonly reply: string;
  readonly json: readonly string[];
  readonly question: string;
}

async function filled(bench: ContextBench): Promise<Given> {
  return {
    system: await bench.system('You help.'),
    first: await bench.user('Read it.'),
    chain: await bench.chain('one', 'two'),
    reply: await bench.assistant('I read it.'),
    json: await bench.chain('{"name": "a", "password": "b"}'),
    question: await bench.user('And now?'),
  };
}

const breaches: Readonly<Record<RuleName, Breach>> = {
  empty_ids: (bench) => bench.broken(compact([])),
  unknown_id: (bench) => bench.broken(compact(['tool_999'])),
  protected_kind: (bench, { system }) => bench.broken(compact([system])),
  protected_state: async (bench) => {
    const [block] = await bench.session.ingest([{ kind: 'task_state', text: 'half done' }]);
    return bench.broken(compact([block?.id ?? '']));
  },
  protected_current_question: (bench, { question }) => bench.broken(compact([question])),
  hidden_target: async (bench, { reply }) => {
    await bench.patch(show([reply], 'hidden'));
    return bench.broken(compact([reply]));
  },
  compact_output: (bench, { reply }) =>
    bench.broken(compact([reply], { output: { description: 'x', content: '  ' } })),
  compact_policy: (bench, { reply }) => bench.broken(compact([reply], { preserve: [] })),
  offload_replacement: (bench, { reply }) =>
    bench.broken(offload([reply], { replaceWith: { description: 'x', summary: '', hint: '' } })),
  offload_kind: (bench, { first }) => bench.broken(offload([first])),
  already_offloaded: async (bench, { reply }) => {
    await bench.patch(offload([reply]));
    return bench.broken(offload([reply]));
  },
  op_disabled: (bench, { json }) => {
    bench.policy = { redact: false, replace: false, keepRedacted: false };
    return bench.broken(redact([json[1] ?? ''], 'password'));
  },
  redact_fields: (bench, { json }) => bench.broken(redact([json[1] ?? ''])),
  redact_kind: (bench, { reply }) => bench.broken(redact([reply], 'password')),
  redact_not_json: (bench, { chain }) => bench.broken(redact([chain[1] ?? ''], 'password')),
  visibility_missing: (bench, { reply }) => bench.broken(show([reply], '')),
  protected_hidden: (bench, { first }) => bench.broken(show([first], 'hidden')),
  replace_protected: (bench, { first }) => bench.broken(replace([first], 'other')),
  replace_content: (bench, { reply }) => bench.broken(replace([reply], '')),
  not_offloaded: (bench, { reply }) => bench.broken(restore([reply])),
  artifact_missing: async (bench, { reply }) => {
    await bench.patch(offload([reply]));
    bench.store.texts.get('s1')?.delete(`${reply}@v1`);
    return bench.broken(restore([reply]));
  },
  merge_output: (bench, { reply, first }) =>
    bench.broken(merge([first, reply], { output: { description: '', content: 'x' } })),
  merge_arity: (bench, { reply }) => bench.broken(merge([reply])),
  merge_resolution: (bench, { reply, first }) =>
    bench.broken(merge([first, reply], { resolution: 'maybe' })),
  fold_output: (bench, { reply }) =>
    bench.broken(fold([reply], { output: { description: '', content: '' } })),
  fold_scope: (bench, { reply }) => bench.broken(fold([reply], { scope: ' ' })),
  fold_range: (bench, { first, reply }) => bench.broken(fold([first, reply])),
  chain_atomicity: (bench, { chain }) => bench.broken(show([chain[1] ?? ''], 'archived')),
  duplicate_id: (bench, { reply }) => bench.broken(merge([reply, reply])),
  visibility_unknown: (bench, { reply }) => bench.broken(show([reply], 'api_required')),
  protected_pin: async (bench, { reply }) => {
    await bench.session.pin([reply], true, 'user');
    return bench.broken(compact([reply]));
  },
  chain_open: async (bench) => {
    const head = await bench.assistant('', [{ id: 'c', name: 'be-read', arguments: '{}' }]);
    return bench.broken(show([head], 'archived'));
  },
  patch_unknown: (bench) => bench.broken(restore([], 'patch_404')),
  patch_undone: async (bench, { reply }) => {
    const { patch } = await bench.patch(offload([reply]));
    await bench.session.undo(patch?.id ?? '', 'agent');
    return bench.broken(restore([], patch?.id));
  },
  patch_overlaid: async (bench, { reply }) => {
    const { patch } = await bench.patch(compact([reply]));
    await bench.patch(show([reply], 'model'));
    return bench.broken(restore([], patch?.id));
  },
  patch_foreign: async (bench, { reply }) => {
    const { patch } = await bench.patch(show([reply], 'hidden'), 'user');
    return bench.broken(restore([], patch?.id), 'agent');
  },
};

describe('rules of patches', () => {
  for (const rule of ruleNames) {
    it(`${rule} refuses, and nothing changes`, async () => {
      const bench = await ContextBench.begin();
      const given = await filled(bench);
      assert.deepEqual(await breaches[rule](bench, given), [rule]);
    });
  }

  it('every refusal says more than its rule', async () => {
    for (const rule of ruleNames) {
      const bench = await ContextBench.begin();
      const messages: string[] = [];
      bench.session.onDidChange((event) => {
        if (event.type === 'refused') {
          messages.push(...event.rejections.map((rejection) => rejection.message));
        }
      });
      await breaches[rule](bench, await filled(bench));
      assert.equal(messages.length, 1, rule);
      assert.ok((messages[0]?.length ?? 0) > 30, rule);
    }
  });
});
