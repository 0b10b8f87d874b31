import assert from 'node:assert/strict';
import type { Block } from '../../src/core/context/block.ts';
import { generationalOrder } from '../../src/core/context/budget/generationalOrder.ts';
import type { ContextSession } from '../../src/core/context/contextSession.ts';
import type { Message } from '../../src/core/context/message.ts';
import { outlineOf } from '../../src/core/context/outline.ts';
import { missingResult } from '../../src/core/context/render/turns.ts';
import type { ContextBench } from './contextBench.ts';
import { operationOf, type Step } from './contextSteps.ts';
import { providerShapes } from './modelApis/providerShapes.ts';
import { bytesStored } from './memorySessions.ts';

function inGenerations(blocks: readonly Block[]): readonly Block[] {
  const { prefix, tail } = generationalOrder(blocks, { bulky: 40 });
  return [...prefix, ...tail];
}

/** What every model API demands: results follow the message that made their calls, all of them, and no others. */
export function violations(messages: readonly Message[]): readonly string[] {
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

/** Whether calls still wait for their answers. */
export function hasOpenChain({ state }: ContextSession): boolean {
  return state.order.some((id) => {
    const block = state.get(id);
    return block?.calls !== undefined && state.chainOf(block)?.open === true;
  });
}

/** What must hold of a session at any time; calls without a result are all right while they wait for it. */
export function checkSession(session: ContextSession): void {
  assert.deepEqual(session.outline, outlineOf(session.state), 'the outline is that of the state');
  const open = hasOpenChain(session);
  for (const view of [session.view(), session.view({ layout: inGenerations })]) {
    const found = violations(view).filter((each) => !open || each.startsWith('orphan'));
    assert.deepEqual(found, []);
  }
  const question = session.state.currentQuestion;
  if (question !== undefined) {
    assert.equal(session.state.get(question)?.visibility, 'model', 'the question is in view');
  }
}

/** A view without open chains is what every provider takes, and none of the shapes had to mend it. */
export function checkProviders(session: ContextSession): void {
  if (hasOpenChain(session)) {
    return;
  }
  const view = session.view();
  const results = view.filter(({ role }) => role === 'tool').length;
  for (const [name, { render, check }] of Object.entries(providerShapes)) {
    const request = render(view);
    const sent = JSON.stringify(request);
    assert.deepEqual(check(request), [], name);
    assert.ok(!sent.includes(missingResult) && !sent.includes('[result of '), name);
    const carried = sent.match(
      /"(tool_result|functionResponse|function_call_output)"|"role":"tool"/g,
    );
    assert.equal(carried?.length ?? 0, results, name);
  }
}

/** The view alone, out of all that is shown. */
function viewIn(shown: string): string {
  return JSON.stringify((JSON.parse(shown) as readonly unknown[])[0]);
}

/** Carries steps out on a session and watches what must hold. */
export class Walk {
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
    checkSession(this.session);
    if (step.step === 'patch' || step.step === 'undo') {
      checkProviders(this.session);
    }
    this.note();
  }

  /** Answers all calls that wait. */
  async settle(): Promise<void> {
    for (const call of this.open.splice(0)) {
      await this.bench.result(call, 'late');
    }
    checkSession(this.session);
    this.note();
  }

  private note(): void {
    const journal = this.bench.store.journals.get('s1') ?? [];
    this.shownAt.set(journal.length, this.bench.shown());
    for (const { artifact } of journal) {
      if (artifact !== undefined) {
        this.artifacts.set(
          artifact.name,
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesStored(artifact.content)),
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
        await session.setExact(
          block === undefined ? [] : [{ block, exact: step.exact, family: 'o200k' }],
        );
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
    // An id that still waits for its answer is not used again: the older message would wait for ever.
    const first = step.ids === 'again' && this.open.length === 0 ? 0 : this.calls;
    const calls = step.results.map((_, index) => ({
      id: `call_${first + (step.ids === 'one' ? 0 : index)}`,
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
    checkSession(session);
    const after = bench.shown();
    const viewChanged = viewIn(before) !== viewIn(after);
    // A text or stub that is put in place anew has another name, also where it says the same as the one before.
    const rewritten = operations.some(({ op }) =>
      ['replace', 'redact', 'payload_offload'].includes(op),
    );
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
