import assert from 'node:assert/strict';
import type { OwnBlockRow, RecordedBlockRow } from '../../../../src/ports/transcriptRows.ts';
import { adviceOf, madeAdvice, steadyCalls } from './madeAdvice.ts';
import { madePatch } from './madeTurns.ts';

const path = 'src/parser.ts';
const read = { kind: 'tool_result', tool: 'Read', path, length: 40_000, tokens: 9000 } as const;

describe('advice about blocks', () => {
  describe('that are large and not used', () => {
    it('names a result whose file no later block names, with its tokens and the turns since', () => {
      assert.deepEqual(adviceOf('unused', { blocks: [read] }), [
        ['block_1 is large and shows no use for 39 turns.', 9000],
      ]);
    });

    it('says that use is inferred, and where the last sign of it was', () => {
      const later = { kind: 'assistant_message', turn: 20, description: 'See Parser.ts' } as const;
      const [one] = madeAdvice({ blocks: [read, later] });

      assert.match(one?.why ?? '', /Last sign of use: block_2, before turn 21\./);
      assert.match(one?.known ?? '', /^Use is inferred/);
      assert.deepEqual(one?.ways, [
        { to: 'block', block: 0 },
        { to: 'act', act: 'offload', blocks: [0] },
      ]);
    });

    const silent: readonly (readonly [string, Parameters<typeof adviceOf>[1]])[] = [
      ['a small one', { blocks: [{ ...read, tokens: 900 }] }],
      ['one that came a few turns ago', { blocks: [{ ...read, turn: 32 }] }],
      ['one that has left the window', { blocks: [read], window: [] }],
      [
        'one whose file was edited since',
        { blocks: [read, { kind: 'tool_call', tool: 'Edit', path, turn: 35 }] },
      ],
      [
        'one without a file and without words that could come again',
        { blocks: [{ kind: 'tool_result', tokens: 9000, length: 9, description: 'ok 1 2' }] },
      ],
    ];
    for (const [name, made] of silent) {
      it(`leaves ${name} alone`, () => assert.deepEqual(adviceOf('unused', made), []));
    }

    it('takes 5 % of a small window for large', () => {
      const blocks = [{ ...read, tokens: 1700 }];
      const limits = (window: number) => ({ window, known: 'recorded' }) as const;

      assert.equal(adviceOf('unused', { blocks, limits: limits(32_000) }).length, 1);
      assert.equal(adviceOf('unused', { blocks, limits: limits(64_000) }).length, 0);
    });

    it('leaves a pinned one alone', () => {
      const own: OwnBlockRow = {
        ...{ block: 0, id: 'tool_1', visibility: 'model', protected: false, pinned: true },
        ...{ version: 1, inline: true, artifact: '', sources: [], chain: [] },
      };

      assert.deepEqual(adviceOf('unused', { blocks: [read], own: [own] }), []);
    });
  });

  describe('that were read again', () => {
    const readings = [0, 5, 9].map((turn): Partial<RecordedBlockRow> => ({
      ...read,
      ...{ turn, tokens: 1500, length: 6000 + turn, description: `part ${turn}` },
    }));

    it('counts the readings of a file, and the tokens of those before the last', () => {
      assert.deepEqual(adviceOf('reread', { blocks: readings }), [
        ['parser.ts was read 3 times.', 3000],
      ]);
    });

    it('does not count two readings, readings that left, or those with an edit in between', () => {
      const edit = { kind: 'tool_call', tool: 'Edit', path, turn: 7 } as const;
      const [first = {}, second = {}, third = {}] = readings;

      assert.deepEqual(adviceOf('reread', { blocks: [first, second] }), []);
      assert.deepEqual(adviceOf('reread', { blocks: readings, window: [2] }), []);
      assert.deepEqual(adviceOf('reread', { blocks: [first, second, edit, third] }), []);
    });
  });

  describe('that stand there more than once', () => {
    const text = {
      kind: 'user_message',
      length: 3000,
      tokens: 1200,
      description: 'The rules',
    } as const;

    it('counts the copies and their tokens', () => {
      assert.deepEqual(adviceOf('duplicate', { blocks: [text, text, text] }), [
        ['The text of block_1 stands in the window 3 times.', 2400],
      ]);
    });

    it('leaves texts alone of which one is in the window, and those that differ in length', () => {
      assert.deepEqual(adviceOf('duplicate', { blocks: [text, text], window: [1] }), []);
      assert.deepEqual(adviceOf('duplicate', { blocks: [text, { ...text, length: 3001 }] }), []);
    });
  });

  describe('that were injected', () => {
    const injected = (turn: number) => ({ kind: 'injected', turn, tokens: 900 }) as const;

    it('sums those after the first turn', () => {
      assert.deepEqual(adviceOf('injected', { blocks: [0, 1, 2, 3].map(injected) }), [
        ['Texts that nobody wrote have grown to 2,700 tokens.', 2700],
      ]);
    });

    it('leaves those of the beginning alone, and few', () => {
      assert.deepEqual(adviceOf('injected', { blocks: [0, 0, 0, 0].map(injected) }), []);
      assert.deepEqual(adviceOf('injected', { blocks: [1, 2].map(injected) }), []);
    });
  });
});

describe('advice about patches', () => {
  const again = (turn: number) => ({ ...read, turn, description: 'the same' });

  it('tells what a patch took out and came once more, with the way to the patch', () => {
    const patches = [madePatch(5, { left: [0, 1] })];
    const found = madeAdvice({ blocks: [again(0), again(35)], patches, window: [1] });

    const lost = found.filter(({ rule }) => rule === 'lost');
    assert.deepEqual(
      lost.map(({ title, tokens, ways }) => [title, tokens, ways[0]]),
      [['What patch_5 took out was needed again.', 9000, { to: 'patch', patch: 0 }]],
    );
  });

  it('does not tell so where nothing came once more, or nothing was taken out', () => {
    const patches = [madePatch(5, { left: [0, 1] })];

    assert.deepEqual(adviceOf('lost', { blocks: [again(0)], patches }), []);
    assert.deepEqual(adviceOf('lost', { blocks: [again(0), again(35)] }), []);
  });

  const summary = (tokens: number) => ({ kind: 'summary', turn: 5, tokens }) as const;
  const patches = [madePatch(5, { left: [0, 1], created: [1, 2] })];

  it('tells a summary that is larger than what it replaced, by how much', () => {
    assert.deepEqual(adviceOf('summary', { blocks: [{ tokens: 300 }, summary(800)], patches }), [
      ['The summary of patch_5 is larger than what it replaced.', 500],
    ]);
  });

  it('does not tell so of a smaller one, or where what it replaced is not recorded', () => {
    const cut = { tokens: 300, fidelity: 'lost' } as const;

    assert.deepEqual(adviceOf('summary', { blocks: [{ tokens: 900 }, summary(800)], patches }), []);
    assert.deepEqual(adviceOf('summary', { blocks: [cut, summary(800)], patches }), []);
  });
});

describe('advice about tools', () => {
  const offered = {
    tools: [
      { name: 'Read', block: 0, tokens: 700 },
      { name: 'mcp__maps__route', block: 0, tokens: 600 },
      { name: 'mcp__maps__place', block: 0, tokens: 400 },
      { name: 'Rare', block: 0, tokens: 550 },
    ],
    ...{ tokens: 2250, unread: 0 },
  };
  const calls = [{ kind: 'tool_call', tool: 'Read' } as const];

  it('names servers of which no tool was called, and the other tools together', () => {
    assert.deepEqual(adviceOf('tools', { blocks: calls, offered }), [
      ['No tool of the server maps was called.', 1000],
      ['1 tool was never called.', 550],
    ]);
  });

  it('says nothing after a few turns, where the tools are not known, and of a few tokens', () => {
    const small = { ...offered, tools: offered.tools.map((tool) => ({ ...tool, tokens: 90 })) };

    assert.deepEqual(adviceOf('tools', { blocks: calls, offered, calls: steadyCalls(5) }), []);
    assert.deepEqual(adviceOf('tools', { blocks: calls }), []);
    assert.deepEqual(adviceOf('tools', { blocks: calls, offered: small }), []);
  });

  it('counts calls to a tool of a server for the server', () => {
    const used = [...calls, { kind: 'tool_call', tool: 'mcp__maps__route' } as const];

    assert.deepEqual(adviceOf('tools', { blocks: used, offered }), [
      ['2 tools were never called.', 950],
    ]);
  });
});

describe('all advice', () => {
  it('is sorted by the tokens at stake, with at most ten of a rule', () => {
    const many = Array.from({ length: 15 }, (_, index) => ({
      ...{ ...read, path: `src/file${index}.ts`, tokens: 8000 + index },
      description: String(index),
    }));

    const tokens = madeAdvice({ blocks: many }).map((one) => one.tokens);

    assert.deepEqual(
      tokens,
      Array.from({ length: 10 }, (_, index) => 8014 - index),
    );
  });
});
