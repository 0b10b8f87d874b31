import assert from 'node:assert/strict';
import fc from 'fast-check';
import { visibleBlocks } from '../../../../../src/core/context/outline.ts';
import { JournalSession } from '../../../../../src/core/sources/chipboard/journalSession.ts';
import { rowText } from '../../../../../src/core/sources/chipboard/rowText.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../../../../src/ports/runs.ts';
import { SessionShares } from '../../../../../src/core/sources/shares.ts';
import type { SessionEvent, SessionRow } from '../../../../../src/ports/sessions.ts';
import { ContextBench } from '../../../../fakes/contextBench.ts';
import { stepArbitrary } from '../../../../fakes/contextSteps.ts';
import { Walk } from '../../../../fakes/contextWalk.ts';
import { assertShares, assertSound } from '../../../../fakes/sessionChecks.ts';

const row: SessionRow = {
  ...{ id: 's1', source: 'chipboard', workspace: '/w', title: 'Fix the tests' },
  ...{ created: 1, updated: 2, events: 3 },
};

/** The journal of a bench as it is stored. */
function eventsOf({ store }: ContextBench): readonly SessionEvent[] {
  return (store.journals.get('s1') ?? []).map(({ at, type, data }, index) => ({
    ...{ seq: index + 1, at, type, data },
  }));
}

/** Takes what the journal has that was not taken yet. */
function follow(journal: JournalSession, bench: ContextBench): RecordedSession {
  for (const event of eventsOf(bench).slice(journal.seq)) {
    journal.take(event);
  }
  return journal.session(row);
}

const replayed = (bench: ContextBench): RecordedSession => follow(new JournalSession(), bench);

const idsIn = ({ blocks }: RecordedSession, runs: Runs): string[] =>
  [...indicesOf(runs)].map((index) => blocks[index]?.native ?? '?');

const textIn = (bench: ContextBench, journal: JournalSession, index: number): string => {
  const block = journal.blocks.shown[index];
  assert.ok(block !== undefined);
  const texts = bench.store.texts.get('s1');
  return rowText(block, {
    get: (name) => {
      const bytes = texts?.get(name);
      return bytes === undefined
        ? undefined
        : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    },
  });
};

/** The window of a session is what its runtime would send, with the reasoning that goes back. */
function assertWindow(recorded: RecordedSession, { session }: ContextBench): void {
  const { state } = session;
  const expected = visibleBlocks(state).flatMap((block) => {
    const trace = state.get(state.traceOf(block.id) ?? '');
    return trace?.visibility === 'api_required' ? [block, trace] : [block];
  });
  assert.deepEqual(
    idsIn(recorded, recorded.window),
    expected.map(({ id }) => id),
  );
  assert.equal(
    new SessionShares(recorded).estimate(recorded.window),
    expected.reduce((sum, { tokens }) => sum + tokens.estimate, 0),
  );
}

/** Each patch says what the window before it lost and got, and is one of the runtime's. */
function assertPatches(recorded: RecordedSession, { session }: ContextBench): void {
  const done = recorded.patches.filter(({ kind }) => kind !== 'refused');
  assert.deepEqual(
    done.map(({ id, actor, call, before, after }) => ({ id, actor, call, before, after })),
    [...session.state.patches].map(({ id, actor, requestIndex, before, after }) => ({
      ...{ id, actor, call: requestIndex },
      ...{ before: before.tokens, after: after.tokens },
    })),
  );
  assert.ok(recorded.patches.every(({ provenance }) => provenance === 'recorded'));
}

describe('a session of our own as a recorded one', () => {
  it('shows at every event what the runtime itself would send, with the same sums', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 30 }), async (steps) => {
        const bench = await ContextBench.begin();
        const walk = new Walk(bench);
        const journal = new JournalSession();
        await bench.system('You help.');
        for (const step of steps) {
          const before = follow(journal, bench);
          const [known, window] = [before.patches.length, [...before.window]];
          await walk.take(step);
          const recorded = follow(journal, bench);
          assertWindow(recorded, bench);
          const made = recorded.patches.slice(known).filter(({ kind }) => kind !== 'refused');
          const [patch] = made;
          if (patch !== undefined && made.length === 1) {
            const left = new Set(indicesOf(patch.left));
            const stays = [...indicesOf(window)].filter((index) => !left.has(index));
            const came = [...indicesOf(patch.back), ...indicesOf(patch.created)];
            assert.deepEqual(
              [...stays, ...came].sort((a, b) => a - b),
              [...indicesOf(recorded.window)].sort((a, b) => a - b),
            );
          }
        }
        const recorded = follow(journal, bench);
        assertPatches(recorded, bench);
        assertSound(recorded, eventsOf(bench).length);
        assertShares(recorded);
        assert.deepEqual(recorded, replayed(bench), 'event by event is as all at once');
      }),
      { numRuns: 150 },
    );
  });

  it('has a call with what its request carried, what its answer added, and who counted', async () => {
    const bench = await ContextBench.begin();
    const journal = new JournalSession();
    await bench.system('You help.');
    await bench.user('Why does it fail?');
    await bench.session.recordCall({
      ...{ request: 'r1', model: 'm1', estimate: 9, visibleBlocks: 2, outcome: 'ok', viewHash: '' },
      ...{ measured: 'tokenizer', usage: { input: 120, output: 7 } },
    });
    follow(journal, bench);
    journal.news();
    await bench.chain('the text of the file');
    const recorded = follow(journal, bench);

    const [call] = recorded.calls;
    assert.deepEqual(idsIn(recorded, call?.window ?? []), ['system_001', 'user_002']);
    assert.deepEqual(idsIn(recorded, call?.output ?? []), ['assistant_003']);
    assert.deepEqual([call?.question, call?.native, call?.inputBy], [1, 'r1', 'tokenizer']);
    assert.deepEqual(journal.news(), { calls: 0, patches: 0 });
    assert.deepEqual(journal.news(), { calls: 1, patches: 0 });
    assert.ok(call !== undefined);
    const composition = new SessionShares(recorded).composition(call);
    assert.deepEqual([composition.total, composition.measured], [120, false]);
  });

  it('shows a stub in the place of a text, and the text again when it is taken back', async () => {
    const bench = await ContextBench.begin();
    await bench.user('Look.');
    const [, tool = ''] = await bench.chain('x'.repeat(2000));
    await bench.user('And?');
    const ids = [tool];
    const replaceWith = { description: 'a log', summary: 'all passed', hint: '' };
    const { patch } = await bench.done({ op: 'payload_offload', ids, replaceWith });
    const offloaded = replayed(bench);
    await bench.session.undo(patch.id, 'user');
    const journal = new JournalSession();
    const recorded = follow(journal, bench);

    const [away, undone] = recorded.patches;
    const [left = -1] = away?.left ?? [];
    const [stub = -1] = away?.created ?? [];
    assert.equal(recorded.blocks[left]?.native, tool);
    assert.equal(recorded.blocks[stub]?.standsFor, left);
    assert.match(textIn(bench, journal, stub), /^\[offloaded payload\] all passed/);
    assert.equal(textIn(bench, journal, left), 'x'.repeat(2000));
    assert.deepEqual(
      [undone?.kind, undone?.left, undone?.back],
      ['undo', away?.created, away?.left],
    );
    assert.match(undone?.because ?? '', /Takes back patch_001\./);
    assert.ok(offloaded.window.join() !== recorded.window.join());
  });

  it('has refused patches with the words of the rules, and nothing that left', async () => {
    const bench = await ContextBench.begin();
    const system = await bench.system('You help.');
    await bench.patch({ op: 'set_visibility', ids: [system], visibility: 'hidden' });

    const [refused] = replayed(bench).patches;

    assert.deepEqual(
      [refused?.id, refused?.kind, refused?.actor, refused?.trigger],
      ['refused_001', 'refused', 'agent', 'set_visibility'],
    );
    assert.deepEqual([refused?.left, refused?.back, refused?.created], [[], [], []]);
    assert.match(refused?.because ?? '', /^system_001 is a system_prompt/);
  });

  it('says that a text which was redacted for good is lost, and that indices mean something else', async () => {
    const bench = await ContextBench.begin();
    bench.policy = { redact: true, replace: true, keepRedacted: false };
    await bench.user('Look.');
    const [, tool = ''] = await bench.chain('{"token": "abc", "name": "x"}');
    const journal = new JournalSession();
    follow(journal, bench);
    assert.equal(journal.generation, 1);
    await bench.done({ op: 'redact', ids: [tool], dropFields: ['token'] }, 'user');

    const recorded = follow(journal, bench);
    const [patch] = recorded.patches;
    const [left = -1] = patch?.left ?? [];
    assert.equal(patch?.recovery, 'none');
    assert.equal(recorded.blocks[left]?.fidelity, 'lost');
    assert.equal(journal.generation, 2);
  });

  it('begins a branch where the user went back', async () => {
    const bench = await ContextBench.begin();
    await bench.system('You help.');
    const first = await bench.user('One?');
    const answer = await bench.assistant('One.');
    await bench.user('Two?');
    const ids = [first, answer];
    await bench.done({ op: 'set_visibility', ids, visibility: 'archived' }, 'client');

    const { branches, branch, patches } = replayed(bench);
    assert.deepEqual(branches, [
      { kept: 0, from: 0 },
      { parent: 0, kept: 1, from: 0, at: 1000 },
    ]);
    assert.deepEqual([branch, patches[0]?.kind], [1, 'rewind']);
  });

  it('reads on over events that are damaged or not known, and counts them', async () => {
    const bench = await ContextBench.begin();
    await bench.user('One?');
    await bench.assistant('One.');
    await bench.user('Two?');
    const events = eventsOf(bench).map((event) =>
      event.seq === 2
        ? { ...event, data: '{"block":' }
        : event.seq === 3
          ? { ...event, type: 'of later' }
          : event,
    );
    const journal = new JournalSession();
    events.forEach((event) => journal.take(event));
    const recorded = journal.session(row);

    assert.deepEqual(idsIn(recorded, recorded.window), ['user_001']);
    const { taken, bad, unknown, records } = recorded.coverage;
    assert.deepEqual([records, taken, bad, unknown], [3, 1, 1, { 'of later': 1 }]);
  });

  it('knows of each block what the runtime knows', async () => {
    const bench = await ContextBench.begin();
    await bench.user('Look.');
    const [head = '', tool = ''] = await bench.chain('the text');
    await bench.session.pin([tool], true, 'user');
    const block = bench.block(tool);
    await bench.session.setExact([{ block, exact: 3, family: 'o200k' }]);

    const journal = new JournalSession();
    follow(journal, bench);
    const own = journal.own().find(({ id }) => id === tool);

    assert.deepEqual(own, {
      ...{ block: 2, id: tool, visibility: 'model', pinned: true, version: 1, sources: [] },
      ...{ protected: false, inline: true, artifact: `${tool}@v1`, exact: 3 },
      chain: [head, tool],
    });
  });
});
