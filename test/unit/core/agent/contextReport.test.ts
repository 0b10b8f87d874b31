import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cell, contextReport, undoablePatches } from '../../../../src/core/agent/contextReport.ts';
import type { Budget } from '../../../../src/core/context/budget/ladder.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';

const full: Budget = { window: 20_000, room: 20_000, used: 12_345, pressure: 0.61725, level: 'ok' };

function reportOf({ session }: ContextBench, budget: Budget = full): string {
  const { id, state, waiting } = session;
  return contextReport({ session: id, state, budget, model: 'Wide | 1', waiting });
}

describe('the report of a context', () => {
  it('says how full it is, what is in view by kind, what is largest, pinned, changed, and not known', async () => {
    const bench = await ContextBench.begin();
    await bench.user('why?');
    const [, result = ''] = await bench.chain('river stone lantern '.repeat(50));
    await bench.session.pin([result], true, 'user');

    const text = reportOf(bench);

    assert.match(
      text,
      /^\*\*62 % full\*\*: 12,345 of 20,000 tokens of Wide \\\| 1; there is room\./,
    );
    assert.match(text, /\| tool results \| 1 \| \d+ \|/);
    assert.match(text, /Largest, in tokens:\n- `tool_003` \d+: /);
    assert.match(text, /Pinned: `tool_003`/);
    assert.match(text, /was not changed yet/);
    assert.match(text, /Usage, cache and thinking: not reported by VS Code's stable API\.$/);
  });

  it('names only blocks that matter for the room, and says what is exact and what an estimate', async () => {
    const bench = await ContextBench.begin();
    await bench.user('why?');
    const [, result = ''] = await bench.chain('river stone lantern '.repeat(500));
    const block = bench.block(result);
    await bench.session.setExact([{ block, exact: 1500, family: 'o200k' }]);

    const text = reportOf(bench);

    assert.match(text, /Largest, in tokens:\n- `tool_003` 1,500: [^\n]*\n\n/);
    assert.match(
      text,
      /The tokens of 1 of 3 blocks are exact, the others estimates; the total is an estimate too\./,
    );
  });

  it('names pinned blocks that are out of view', async () => {
    const bench = await ContextBench.begin();
    await bench.user('why?');
    const [head = '', result = ''] = await bench.chain('river');
    await bench.user('and?');
    await bench.patch({ op: 'set_visibility', ids: [head, result], visibility: 'archived' });
    await bench.session.pin([result], true, 'user');

    assert.match(reportOf(bench), /Pinned: `tool_003`.*Not in view now: `tool_003`; `\/pin` with/);
  });

  it('reckons nothing where the window is not known, and says why', async () => {
    const text = reportOf(await ContextBench.begin(), {
      used: 10,
      level: 'unknown',
      why: 'Nobody knows.',
    });

    assert.match(text, /^\*\*10 tokens\*\* in the next request to Wide \\\| 1\. Nobody knows\./);
    assert.doesNotMatch(text, /NaN|undefined|%/);
  });

  it('names changes with who made them and what they freed, and those that were taken back', async () => {
    const bench = await ContextBench.begin();
    await bench.user('why?');
    await bench.chain('river stone lantern '.repeat(50));
    await bench.user('and?');
    const archive = {
      op: 'set_visibility',
      ids: ['assistant_002', 'tool_003'],
      visibility: 'archived',
    } as const;
    await bench.patch(archive);
    await bench.session.undo('patch_001', 'user');

    const text = reportOf(bench);

    assert.match(text, /- `patch_002` you, undo, \d+ more: taken back/);
    assert.match(text, /- `patch_001` model, archive, \d+ freed, taken back: test/);
    assert.deepEqual(undoablePatches(bench.session.state), []);
  });

  it('lets no text of others become Markdown, or longer than a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const shown = cell(`${text}|\n[a](b) \`c\` <d>`);
        assert.doesNotMatch(shown, /\n|(?<!\\)[|`[\]<>]/);
        assert.ok([...shown].length <= 122);
      }),
    );
  });
});
