import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ContextSession } from '../../../../src/core/context/contextSession.ts';
import type { Message } from '../../../../src/core/context/message.ts';
import { outlineOf } from '../../../../src/core/context/outline.ts';
import { openSession } from '../../../../src/core/context/openSession.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';
import { operationOf, stepArbitrary, type Step } from '../../../fakes/contextSteps.ts';

/** What every model API demands: results follow the message that made their calls, all of them, and no others. */
function violations(messages: readonly Message[]): readonly string[] {
  const found: string[] = [];
  let due: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const place = due.indexOf(message.call ?? '');
      if (place < 0) {
        found.push(`orphan result ${message.call ?? ''}`);
      }
      due.splice(place, 1);
    } else {
      found.push(...due.map((call) => `call without result ${call}`));
      due = (message.calls ?? []).map((call) => call.id);
    }
  }
  return [...found, ...due.map((call) => `call without result ${call}`)];
}

function hasOpenChain({ state }: ContextSession): boolean {
  return state.order.some((id) => {
    const block = state.get(id);
    return block?.calls !== undefined && state.chainOf(block)?.open === true;
  });
}

/** Calls without a result are all right while their answers are still to come. */
function check(session: ContextSession): void {
  assert.deepEqual(session.outline, outlineOf(session.state), 'the outline is that of the state');
  const open = hasOpenChain(session);
  const found = violations(session.view());
  assert.deepEqual(
    found.filter((each) => !open || each.startsWith('orphan')),
    [],
  );
  const question = session.state.currentQuestion;
  if (question !== undefined) {
    assert.equal(session.state.get(question)?.visibility, 'model', 'the question is in view');
  }
}

/** The view alone, out of all that is shown. */
function viewIn(shown: string): string {
  return JSON.stringify((JSON.parse(shown) as readonly unknown[])[0]);
}

/** Carries steps out on a session and watches what must hold. */
class Walk {
  readonly bench: ContextBench;
  /** What is shown, by number of events in the journal. */
  readonly shownAt = new Map<number, string>();
  readonly artifacts = new Map<string, string>();
  private calls = 0;
  private readonly open: string[] = [];

  constructor(bench: ContextBench) {
    this.bench = bench;
  }

  get session(): ContextSession {
    return this.bench.session;
  }

  async take(step: Step): Promise<void> {
    const before = this.session.view();
    const closed = !hasOpenChain(this.session);
    await this.carryOut(step);
    if (
      closed &&
      ['user', 'assistant', 'report', 'orphan', 'chain', 'call', 'pin'].includes(step.step)
    ) {
      assert.deepEqual(this.session.view().slice(0, before.length), before, 'grows at its end');
    }
    check(this.session);
    this.note();
  }

  private note(): void {
    const journal = this.bench.store.journals.get('s1') ?? [];
    this.shownAt.set(journal.length, this.bench.shown());
    for (const { artifact } of journal) {
      if (artifact !== undefined) {
        this.artifacts.set(
          artifact.name,
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(artifact.content),
        );
      }
    }
  }

  private async carryOut(step: Step): Promise<void> {
    const { bench, session } = this;
    switch (step.step) {
      case 'system':
        await bench.system(step.text);
        return;
      case 'user':
        await bench.user(step.text);
        return;
      case 'assistant':
        await bench.assistant(step.text);
        return;
      case 'report':
        await session.ingest([{ kind: 'budget_report', text: step.text }]);
        return;
      case 'orphan':
        await bench.result('call_nobody', step.text);
        return;
      case 'chain':
        await this.chain(step);
        return;
      case 'answer': {
        const call = this.open.shift();
        if (call !== undefined) {
          await bench.result(call, 'late');
        }
        return;
      }
      case 'patch':
        await this.patch(step);
        return;
      case 'undo': {
        const id = `patch_${String((step.which % 12) + 1).padStart(3, '0')}`;
        await session.undo(id, step.actor);
        return;
      }
      case 'pin':
        await session.pin([this.idAt(step.which)], step.pinned, 'user');
        return;
      case 'count': {
        const block = session.state.get(this.idAt(step.which));
        await session.setExact(block === undefined ? [] : [{ block, exact: step.exact }]);
        return;
      }
      case 'call':
        await session.recordCall({
          request: 'r',
          model: 'm',
          estimate: 1,
          visibleBlocks: 1,
          outcome: 'ok',
          viewHash: session.viewHash,
        });
        return;
    }
  }

  private idAt(which: number): string {
    const { order } = this.session.state;
    return order[which % Math.max(1, order.length)] ?? '';
  }

  private async chain(step: Extract<Step, { step: 'chain' }>): Promise<void> {
    const calls = step.results.map((_, index) => ({
      id: `call_${this.calls + index}`,
      name: 'be-read',
      arguments: JSON.stringify({ text: step.text }),
    }));
    this.calls += calls.length;
    const { reasoning } = step;
    await this.session.ingest([
      {
        kind: 'assistant_message',
        text: step.text,
        calls,
        ...(reasoning !== undefined && { reasoning: { text: reasoning } }),
      },
    ]);
    for (const [index, { id }] of calls.entries()) {
      if (index < step.answered) {
        await this.bench.result(id, step.results[index] ?? '');
      } else {
        this.open.push(id);
      }
    }
  }

  private async patch(step: Extract<Step, { step: 'patch' }>): Promise<void> {
    const { bench, session } = this;
    const operations = step.picks.map((pick) => operationOf(pick, session));
    const before = bench.shown();
    const hashBefore = session.viewHash;
    const pinned = session.state.order.filter((id) => session.state.get(id)?.pinned === true);
    const inView = pinned.filter((id) => session.outline.ids.includes(id));
    const result = await bench.patch(operations, step.actor);
    if (!result.ok) {
      assert.equal(bench.shown(), before, 'a refused patch changes nothing');
      assert.ok(result.rejections.length > 0);
      return;
    }
    for (const id of inView) {
      assert.ok(session.outline.ids.includes(id), `pinned ${id} stays`);
    }
    check(session);
    const after = bench.shown();
    const viewChanged = viewIn(before) !== viewIn(after);
    const rewritten = operations.some(({ op }) => op === 'replace' || op === 'redact');
    if (viewChanged || !rewritten) {
      assert.equal(
        session.viewHash !== hashBefore,
        viewChanged,
        'the hash tells one view from another',
      );
    }
    if (step.undo && result.patch !== undefined) {
      const undone = await session.undo(result.patch.id, 'user');
      assert.deepEqual(undone.rejections, []);
      assert.equal(bench.shown(), before, 'taken back to the byte');
      assert.equal(undone.delta + result.delta, 0);
      const again = await session.undo(undone.patch?.id ?? '', 'user');
      assert.deepEqual(again.rejections, []);
      assert.equal(bench.shown(), after, 'done again to the byte');
    }
  }
}

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
          await checkCut(walk, cut);
        },
      ),
      { numRuns: 250 },
    );
  });
});

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
