import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Block, BlockKind } from '../../../../src/core/context/block.ts';
import type { Message } from '../../../../src/core/context/message.ts';
import type {
  ReasoningPolicy,
  ReasoningRule,
  TraceState,
} from '../../../../src/core/context/reasoningRules.ts';
import {
  reasoningPolicy,
  traceStates,
  tracesToRelease,
} from '../../../../src/core/context/reasoningRules.ts';
import { anthropicMessages } from '../../../../src/core/context/render/anthropicMessages.ts';
import { deepSeekChat } from '../../../../src/core/context/render/deepSeekChat.ts';
import { openAiChat } from '../../../../src/core/context/render/openAiChat.ts';
import { anthropicViolations } from '../../../fakes/modelApis/anthropicMessages.ts';
import { deepSeekChatViolations } from '../../../fakes/modelApis/deepSeekChat.ts';

/** A conversation in short: `u` the user, `c` an assistant with a call and its result, `a` one without. */
type Script = readonly ('u' | 'c' | 'a')[];

const anyScript: fc.Arbitrary<Script> = fc.array(fc.constantFrom('u', 'c', 'a'), { maxLength: 8 });

/** Blocks of a script; each assistant has a trace, `t<index>`, which follows it. */
function blocksOf(script: Script): Block[] {
  return script.flatMap((letter, index): Block[] => {
    if (letter === 'u') {
      return [block(`u${index}`, 'user_message')];
    }
    const calls = { list: [{ id: `k${index}`, name: 'read' }], artifact: `a${index}@v1#calls` };
    return [
      { ...block(`a${index}`, 'assistant_message'), ...(letter === 'c' && { calls }) },
      {
        ...block(`t${index}`, 'reasoning_trace'),
        reasoning: { parent: `a${index}`, signature: `s${index}` },
      },
      ...(letter === 'c' ? [block(`r${index}`, 'tool_result')] : []),
    ];
  });
}

function block(id: string, kind: BlockKind): Block {
  return {
    id,
    role: kind === 'user_message' ? 'user' : kind === 'tool_result' ? 'tool' : 'assistant',
    kind,
    content: { form: 'inline', artifact: `${id}@v1` },
    description: '',
    tokens: { estimate: 1 },
    visibility: 'model',
    retention: 'session',
    protected: false,
    pinned: false,
    version: 1,
    sources: [],
    turn: 0,
    generation: 0,
  };
}

/** Messages of a script without the traces that were released. */
function messagesOf(script: Script, released: readonly string[]): Message[] {
  return script.flatMap((letter, index): Message[] => {
    if (letter === 'u') {
      return [{ role: 'user', text: 'Q' }];
    }
    const call = { id: `k${index}`, name: 'read', arguments: '{}' };
    const reasoning = { text: 'T', signature: `s${index}` };
    return [
      {
        role: 'assistant',
        text: letter === 'a' ? 'A' : '',
        ...(letter === 'c' && { calls: [call] }),
        ...(!released.includes(`t${index}`) && { reasoning }),
      },
      ...(letter === 'c' ? [{ role: 'tool' as const, text: 'R', call: call.id }] : []),
    ];
  });
}

/** Releases after every step, as a runtime does, and has the request of each step checked. */
function play(
  script: Script,
  policy: ReasoningPolicy,
  check: (messages: Message[], shown: Script) => void,
): string[] {
  const released = new Set<string>();
  script.forEach((_, index) => {
    const shown = script.slice(0, index + 1);
    const blocks = blocksOf(shown).map((one): Block =>
      released.has(one.id) ? { ...one, visibility: 'hidden' } : one,
    );
    tracesToRelease(traceStates(blocks), policy).forEach((id) => released.add(id));
    check(messagesOf(shown, [...released]), shown);
  });
  return [...released];
}

const unbound = (rule: ReasoningRule): ReasoningPolicy => ({ rule, bound: false });

describe('the reasoning rules', () => {
  it('know the families of models, whoever provides them', () => {
    const expected: Record<string, ReasoningRule> = {
      'deepseek-v4-pro': 'replay-in-tool-turns',
      'deepseek/deepseek-reasoner': 'replay-in-tool-turns',
      'deepseek-r1-distill-qwen-32b': 'never',
      'moonshotai/Kimi-K2-Thinking': 'replay-in-tool-turns',
      'claude-3-7-sonnet-20250219': 'replay-within-tool-loop',
      'claude-opus-4-20250514': 'replay-within-tool-loop',
      'claude-opus-4-1-20250805': 'replay-within-tool-loop',
      'claude-opus-4-5-20251101': 'replay-always',
      'anthropic/claude-sonnet-4.5': 'replay-within-tool-loop',
      'us.anthropic.claude-sonnet-4-6-v1:0': 'replay-always',
      'claude-haiku-4-5': 'replay-within-tool-loop',
      'claude-haiku-5-5': 'replay-always',
      'claude-mythos-preview': 'replay-always',
      'gpt-5.2-codex': 'replay-within-tool-loop',
      'openai/o4-mini': 'replay-within-tool-loop',
      'gpt-4o': 'never',
      'gemini-3-pro-preview': 'replay-within-tool-loop',
      'qwen3-coder': 'replay-within-tool-loop',
      'MiniMax-M2': 'replay-always',
      'glm-4.6': 'replay-within-tool-loop',
      'glm-4.7': 'replay-always',
      'grok-4': 'replay-always',
      'llama-3.3-70b': 'never',
      'somebody/new-model': 'unknown',
      '': 'unknown',
    };

    for (const [model, rule] of Object.entries(expected)) {
      assert.equal(reasoningPolicy(model).rule, rule, model);
    }
  });

  it('know which traces are bound to what came before them', () => {
    const bound = ['claude-fable-5-1', 'claude-opus-5-5', 'anthropic/claude-haiku-5.5'];
    const free = ['claude-opus-5', 'claude-opus-4-8', 'claude-opus-4-20250514', 'deepseek-v4-pro'];

    assert.deepEqual(
      bound.map((model) => reasoningPolicy(model).bound),
      [true, true, true],
    );
    assert.deepEqual(
      free.map((model) => reasoningPolicy(model).bound),
      Array(4).fill(false),
    );
  });

  it('keep for DeepSeek what turns with calls need in every later request, and release the rest', () => {
    const released = play(
      ['u', 'a', 'u', 'c', 'a', 'u', 'a', 'u'],
      unbound('replay-in-tool-turns'),
      () => undefined,
    );

    assert.deepEqual(released, ['t1', 't6']);
    fc.assert(
      fc.property(anyScript, (script) => {
        play(script, reasoningPolicy('deepseek-v4-pro'), (messages, shown) => {
          const request = deepSeekChat(messages, { thinking: true });

          assert.deepEqual(deepSeekChatViolations(request, { thinking: true }), []);
          // Not by an empty stand-in: the model's own reasoning is there.
          const calls = shown.filter((letter) => letter === 'c').length;
          const whole = request.messages.filter(
            (one) => one.role === 'assistant' && one.tool_calls && one.reasoning_content === 'T',
          );
          assert.equal(whole.length, calls);
        });
      }),
    );
  });

  it('keep for Anthropic what the tool loop needs, also where the user adds something', () => {
    const rule = unbound('replay-within-tool-loop');

    assert.deepEqual(
      play(['u', 'c', 'c', 'u'], rule, () => undefined),
      ['t1'],
    );
    assert.deepEqual(
      play(['u', 'c', 'c', 'u', 'a'], rule, () => undefined),
      ['t1', 't2'],
    );
    fc.assert(
      fc.property(anyScript, (script) => {
        play(script, rule, (messages, shown) => {
          const request = anthropicMessages(messages, { thinking: true });
          const given = new Map(shown.map((_, index) => [`k${index}`, `s${index}`]));

          assert.deepEqual(anthropicViolations(request, { thinking: 'enabled', given }), []);
        });
      }),
    );
  });

  it('release at once for APIs that ignore reasoning, which do not get it anyway', () => {
    const script: Script = ['u', 'c', 'a'];

    assert.deepEqual(
      play(script, unbound('never'), () => undefined),
      ['t1', 't2'],
    );
    assert.deepEqual(
      openAiChat(messagesOf(script, ['t1', 't2'])),
      openAiChat(messagesOf(script, [])),
    );
  });

  it('release nothing where all is wanted, or where it is not known', () => {
    fc.assert(
      fc.property(anyScript, fc.constantFrom('replay-always', 'unknown'), (script, rule) => {
        assert.deepEqual(
          play(script, unbound(rule), () => undefined),
          [],
        );
      }),
    );
  });

  it('release what no model can read: bound traces behind a change, and those of other models', () => {
    const state: TraceState = {
      id: 't',
      parent: 'a',
      parentHasCalls: true,
      turnHasCalls: true,
      laterUser: false,
      laterAssistant: false,
    };
    const changed = { ...state, id: 'x', prefixChanged: true };
    const bound: ReasoningPolicy = { rule: 'replay-always', bound: true };

    assert.deepEqual(tracesToRelease([state, changed], bound), ['x']);
    assert.deepEqual(tracesToRelease([changed], unbound('replay-always')), []);
    assert.deepEqual(tracesToRelease([{ ...state, foreign: true }], unbound('unknown')), ['t']);
  });

  it('look at the view only: what is hidden neither ends a turn nor answers', () => {
    const blocks = blocksOf(['u', 'c', 'u', 'a']).map((one): Block =>
      ['u2', 'a3'].includes(one.id) ? { ...one, visibility: 'archived' } : one,
    );

    const states = traceStates(blocks);

    assert.deepEqual(states, [
      {
        id: 't1',
        parent: 'a1',
        parentHasCalls: true,
        turnHasCalls: true,
        laterUser: false,
        laterAssistant: false,
      },
    ]);
  });
});
