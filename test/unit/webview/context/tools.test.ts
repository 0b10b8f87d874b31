import assert from 'node:assert/strict';
import { estimateCheck } from '../../../../webview/context/data/estimateCheck.ts';
import { offeredTools, serverOf } from '../../../../webview/context/data/offeredTools.ts';
import { serverUses, sumTools, toolUses } from '../../../../webview/context/data/toolUse.ts';
import { turnFigures } from '../../../../webview/context/data/turnFigures.ts';
import { madeCall, madeComposition } from './madeTurns.ts';
import { block, listsOf, sampleSession } from './sampleSession.ts';

describe('the tools that are offered', () => {
  const names = (value: unknown): readonly string[] =>
    offeredTools([{ block: 0, tokens: 100, text: JSON.stringify(value) }]).tools.map(
      ({ name }) => name,
    );

  it('are found in each form that model APIs have', () => {
    assert.deepEqual(names([{ name: 'a', input_schema: {} }, { type: 'web_search' }]), [
      ...['a', 'web_search'],
    ]);
    assert.deepEqual(names([{ type: 'function', function: { name: 'b' } }]), ['b']);
    assert.deepEqual(names([{ functionDeclarations: [{ name: 'c' }, { name: 'd' }] }]), ['c', 'd']);
    assert.deepEqual(names({ tools: [{ name: 'e' }] }), ['e']);
  });

  it('share the tokens of their block by length, so that the shares add up', () => {
    const text = JSON.stringify([{ name: 'a' }, { name: 'b', description: 'x'.repeat(50) }]);
    const found = offeredTools([
      { block: 0, tokens: 101, text },
      { block: 1, tokens: 30, tool: 'c' },
      { block: 2, tokens: 7, text: 'no list' },
    ]);

    const sum = found.tools.reduce((all, { tokens }) => all + tokens, 0);
    assert.equal(sum + found.unread, found.tokens);
    assert.deepEqual([found.tokens, found.unread], [138, 7]);
    assert.ok((found.tools[0]?.tokens ?? 0) < (found.tools[1]?.tokens ?? 0));
  });

  it('have a server where their name tells it', () => {
    assert.deepEqual(
      ['mcp__maps__find_route', 'mcp__my_maps__x', 'maps.route', 'Read', 'a.b.c', 'mcp__x'].map(
        serverOf,
      ),
      ['maps', 'my_maps', 'maps', undefined, undefined, undefined],
    );
  });
});

describe('the use of tools', () => {
  it('counts calls, failures and tokens of each, and names the largest result; stubs are left out', () => {
    const blocks = [
      block(0, { kind: 'tool_call', tool: 'Read', tokens: 5 }),
      block(1, { kind: 'tool_result', tool: 'Read', tokens: 50, failed: true }),
      block(2, { kind: 'tool_result', tool: 'Read', tokens: 70 }),
      block(3, { kind: 'tool_result', tool: 'Read', tokens: 9, standsFor: 2 }),
    ];

    assert.deepEqual(toolUses(blocks, undefined), [
      { tool: 'Read', calls: 1, failed: 1, asked: 5, answered: 120, largest: 2 },
    ]);
  });

  it('adds up to the blocks of a real session, by tool and by server', () => {
    const { blocks } = listsOf(sampleSession('codex', 'codex/compacted.jsonl'));
    const calls = blocks.filter((one) => one.kind === 'tool_call' && one.standsFor === undefined);

    const uses = toolUses(blocks, undefined);
    const servers = serverUses(uses);

    assert.equal(sumTools(uses).calls, calls.filter(({ tool }) => tool !== undefined).length);
    assert.deepEqual(sumTools(servers), sumTools(uses));
    assert.equal(
      servers.reduce((sum, { tools }) => sum + tools, 0),
      uses.length,
    );
    assert.ok(servers.some(({ server }) => server === 'n8n-mcp'));
  });
});

describe('the check of estimates', () => {
  it('compares sums over the calls that have a count, and tells the middle and the worst error', () => {
    const compositions = [
      madeComposition([['other', 90]], { unattributed: 10, estimate: 80 }),
      madeComposition([['other', 100]], { estimate: 110 }),
      madeComposition([['other', 100]], { estimate: 50 }),
      madeComposition([['other', 7]], { measured: false }),
    ];
    const calls = compositions.map((_, index) => madeCall(index));
    const figures = turnFigures({ calls, compositions, patches: [], blocks: [] });

    assert.deepEqual(estimateCheck(figures, compositions), {
      ...{ calls: 3, uncounted: 1, estimate: 240, counted: 300, unattributed: 10, middle: -0.2 },
      worst: { error: -0.5, call: 2 },
    });
  });

  it('tells no error without counts', () => {
    assert.deepEqual(estimateCheck([], []), {
      ...{ calls: 0, uncounted: 0, estimate: 0, counted: 0, unattributed: 0 },
    });
  });
});
