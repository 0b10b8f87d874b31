import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textsOf } from '../../../../src/core/context/texts.ts';
import { openSession } from '../../../../src/core/context/openSession.ts';
import { ContextBench, MemoryJournals } from '../../../fakes/contextBench.ts';
import { stepArbitrary } from '../../../fakes/contextSteps.ts';
import { checkProviders, checkSession, Walk } from '../../../fakes/contextWalk.ts';

describe('any session with any patches', () => {
  it('keeps chains whole, loses no text, takes every patch back, and opens again as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepArbitrary, { minLength: 5, maxLength: 30 }),
        fc.nat(1000),
        async (steps, cut) => {
          const bench = await ContextBench.begin();
          const walk = new Walk(bench);
          await bench.system('You help.');
          for (const step of steps) {
            await walk.take(step);
          }
          assert.equal(bench.shown(await bench.reopened()), bench.shown(), 'opens as it was');
          for (const [name, text] of walk.artifacts) {
            assert.equal(await bench.session.text(name), text, `${name} is kept`);
          }
          await walk.settle();
          checkProviders(bench.session);
          await checkPrefix(bench, cut);
          await checkPrefix(bench, cut * 7 + 1);
          await checkCut(walk, cut);
        },
      ),
      { numRuns: 250 },
    );
  });
});

/** Whatever the last event is that was stored: the session opens, its chains are whole, and it has all of its texts. */
async function checkPrefix(bench: ContextBench, cut: number): Promise<void> {
  const journal = bench.store.journals.get('s1') ?? [];
  const store = new MemoryJournals();
  const row = { id: 's1', source: 'chipboard', workspace: '/w', title: 't', created: 1 };
  await store.write([{ op: 'putSession', session: row }]);
  const events = journal.slice(0, cut % (journal.length + 1));
  await store.write([{ op: 'appendEvents', session: 's1', after: 0, events }]);
  const opened = await openSession('s1', { ...bench.parts, store });
  assert.equal(opened?.unreadable, 0);
  const { session } = opened;
  checkSession(session);
  for (const { block } of session.state.entries) {
    for (const artifact of [block.content.artifact, ...textsOf(block)]) {
      assert.notEqual(await session.text(artifact), undefined, artifact);
    }
  }
}

/** Cuts the journal at one of the places where it was looked at: it opens as it was then. */
async function checkCut({ bench, shownAt }: Walk, cut: number): Promise<void> {
  const places = [...shownAt.keys()];
  const place = places[cut % Math.max(1, places.length)];
  if (place !== undefined) {
    const journal = bench.store.journals.get('s1') ?? [];
    bench.store.journals.set('s1', journal.slice(0, place));
    const opened = await openSession('s1', bench.parts);
    assert.ok(opened !== undefined);
    assert.equal(bench.shown(opened.session), shownAt.get(place), 'opens as it was then');
  }
}
