import assert from 'node:assert/strict';
import { sessionSums, sumInputs, sumRows } from '../../../../webview/context/data/sessionSums.ts';
import { turnsOf } from '../../../../webview/context/data/sessionTurns.ts';
import type { TurnLists } from '../../../../webview/context/data/turnFigures.ts';
import { madeCall, madeComposition, madePatch, noLists } from './madeTurns.ts';
import { listsOf, sampleSession } from './sampleSession.ts';

const source = (lists: TurnLists) => ({ version: 1, lists });

const made = source({
  ...noLists,
  calls: [
    madeCall(0, { usage: { input: 100, output: 5, cacheRead: 40 } }),
    madeCall(1, { model: 'n' }),
    madeCall(2, { usage: { input: 300, output: 7, cacheRead: 0 } }),
  ],
  compositions: [
    madeComposition([['user_message', 100]]),
    madeComposition([['user_message', 200]], { measured: false }),
    madeComposition([['user_message', 250]], { unattributed: 50 }),
  ],
  patches: [
    madePatch(1),
    madePatch(2, { provenance: 'recorded' }),
    madePatch(2, { kind: 'refused', provenance: 'recorded' }),
  ],
});

describe('what a session used', () => {
  it('is the sum over its calls, with what no provider counted apart', () => {
    const sums = sessionSums({ ...made, limits: { window: 1000, known: 'usual' } });

    assert.deepEqual(sums, {
      ...{ models: ['m', 'n'], calls: 3, input: { tokens: 600, estimated: 200 } },
      ...{ output: 12, cacheRead: 40, cacheWritten: undefined },
      ...{ window: { tokens: 300, exact: true }, limit: { tokens: 1000, isUsual: true } },
      patches: { recorded: 1, inferred: 1, refused: 1 },
    });
  });

  it('agrees with the picture of the turns, for every sample', () => {
    for (const [format, name] of [
      ['claude-code', 'claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl'],
      ['codex', 'codex/compacted.jsonl'],
      ['gemini-cli', 'gemini/session.jsonl'],
    ] as const) {
      const session = source(listsOf(sampleSession(format, name)));
      const { lists } = session;
      const last = turnsOf(session).figures.at(-1);
      const sums = sessionSums(session);

      assert.ok(last !== undefined && last.sum > 0);
      assert.deepEqual(sums.input, { tokens: last.sum, estimated: last.sumEstimated });
      assert.deepEqual(sumInputs(lists.compositions), sums.input);
      assert.deepEqual(sums.window, { tokens: last.total, exact: last.exact });
      assert.equal(sums.calls, lists.calls.length);
      const { recorded, inferred, refused } = sums.patches;
      assert.equal(recorded + inferred + refused, lists.patches.length);
    }
  });
});

describe('two sessions side by side', () => {
  const rows = (left: TurnLists, right: TurnLists): Map<string, readonly string[]> =>
    new Map(
      sumRows(sessionSums(source(left)), sessionSums(source(right))).map((row) => [
        row.name,
        [row.left, row.right, row.difference],
      ]),
    );
  const one: TurnLists = {
    ...noLists,
    calls: made.lists.calls.slice(0, 1),
    compositions: made.lists.compositions.slice(0, 1),
  };

  it('differ by what the right one has more, and an estimate stays one', () => {
    const found = rows(one, made.lists);

    assert.deepEqual(found.get('Model'), ['m', 'm, n', 'differs']);
    assert.deepEqual(found.get('Calls'), ['1', '3', '+2']);
    assert.deepEqual(found.get('Input'), ['100', '~600', '~+500']);
    assert.deepEqual(found.get('Patches'), [
      '0',
      '2 (1 recorded, 1 inferred, 1 more refused)',
      '+2',
    ]);
    assert.deepEqual(rows(made.lists, one).get('Output'), ['12', '5', '−7']);
  });

  it('are the same where nothing differs, and what one does not tell is no number', () => {
    const found = rows(one, { ...noLists, calls: [madeCall(0)], compositions: one.compositions });

    assert.deepEqual(found.get('Window now'), ['100', '100', '']);
    assert.deepEqual(found.get('Output'), ['5', 'not told', 'told of one only']);
    assert.deepEqual(found.get('Cache written'), ['not told', 'not told', '']);
    assert.deepEqual(rows(noLists, noLists).get('Window now'), ['not told', 'not told', '']);
  });
});
