import assert from 'node:assert/strict';
import { pinInView } from '../../../../src/core/agent/pinInView.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';

const long = 'river stone lantern '.repeat(50);
const isRoomy = (): boolean => true;

/** A session with an answered question, whose read text is `tool_003`. */
async function readText(): Promise<ContextBench> {
  const bench = await ContextBench.begin();
  await bench.user('why?');
  await bench.chain(long);
  await bench.user('and?');
  return bench;
}

const archive = {
  op: 'set_visibility',
  ids: ['assistant_002', 'tool_003'],
  visibility: 'archived',
} as const;

const offload = {
  op: 'payload_offload',
  ids: ['tool_003'],
  replaceWith: { description: 'a text', summary: 'about rivers', hint: '' },
} as const;

function textInView({ session }: ContextBench): boolean {
  return session.view().some(({ text }) => text.includes(long));
}

describe('a block that the user pins', () => {
  it('stays where it is when its text is in view, without a patch', async () => {
    const bench = await readText();

    const outcome = await pinInView(bench.session, ['tool_003', 'tool_003', 'tool_099'], isRoomy);

    assert.deepEqual(outcome, { pinned: ['tool_003'], back: [], tokens: 0, refused: [] });
    assert.equal(bench.session.state.patchCount, 0);
  });

  it('comes back into view with its text when it was put aside, and stays', async () => {
    const bench = await readText();
    await bench.patch(offload);

    const { pinned, back, tokens } = await pinInView(bench.session, ['tool_003'], isRoomy);
    const refused = await bench.session.apply({ reason: 'test', operations: [offload] }, 'agent');

    assert.deepEqual([pinned, back], [['tool_003'], ['tool_003']]);
    assert.ok(tokens > 100);
    assert.ok(textInView(bench));
    assert.equal(refused.rejections[0]?.rule, 'protected_pin');
  });

  it('comes back with its whole chain when it was archived, also one that was put aside before', async () => {
    const bench = await readText();
    await bench.patch(offload);
    await bench.patch(archive);

    const { back, refused } = await pinInView(bench.session, ['tool_003'], isRoomy);

    assert.deepEqual([back, refused], [['tool_003'], []]);
    assert.ok(textInView(bench));
    assert.deepEqual(bench.session.outline.ids.slice(0, 3), [
      'user_001',
      'assistant_002',
      'tool_003',
    ]);
  });

  it('comes back also when it is pinned already', async () => {
    const bench = await readText();
    await bench.patch(offload);
    await bench.session.pin(['tool_003'], true, 'user');
    const wasInView = textInView(bench);

    const { pinned, back } = await pinInView(bench.session, ['tool_003'], isRoomy);

    assert.equal(wasInView, false);
    assert.deepEqual([pinned, back], [[], ['tool_003']]);
    assert.ok(textInView(bench));
  });

  it('stays aside and unpinned, and is said so, where there is no room for its text', async () => {
    const bench = await readText();
    await bench.patch(offload);
    const before = bench.session.viewHash;

    const outcome = await pinInView(bench.session, ['tool_003'], () => false);

    assert.deepEqual([outcome.pinned, outcome.back], [[], []]);
    assert.match(outcome.refused[0] ?? '', /`tool_003` was not pinned: .* no room/);
    assert.equal(bench.session.viewHash, before);
    assert.equal(bench.session.state.get('tool_003')?.pinned, false);
  });
});
