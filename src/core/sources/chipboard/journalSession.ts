import type { SessionEvent, SessionRow } from '../../../ports/sessions.ts';
import type { OwnBlockRow } from '../../../ports/transcriptRows.ts';
import type { Block } from '../../context/block.ts';
import { ContextState } from '../../context/contextState.ts';
import { decodeEvent, isEventType } from '../../context/journalCodec.ts';
import type { CallRecord, JournalEvent, PatchRecord } from '../../context/journalEvent.ts';
import { visibleEntries } from '../../context/outline.ts';
import {
  countBeside,
  countUnknown,
  coverageOf,
  startCoverage,
  type CoverageSum,
} from '../coverage.ts';
import type {
  RecordedBranch,
  RecordedCall,
  RecordedPatch,
  RecordedSession,
  Recovery,
} from '../recordedSession.ts';
import { countOf, indicesOf, pushRun, runsOf, type Runs } from '../../../ports/runs.ts';
import { leaving } from '../windowCuts.ts';
import { JournalBlocks, type JournalPlace } from './journalBlocks.ts';
import { isRewind, leavingBlocks, recordedPatch, refusedPatch } from './journalPatch.ts';
import { ownRows } from './ownRows.ts';

/** Id of the format of our own journals. */
export const journalFormat = 'chipboard';

/** What changed since it was asked for last. */
export interface JournalNews {
  /** First call and first patch that are others, or new. */
  readonly calls: number;
  readonly patches: number;
}

/**
 * A session of our own as a recorded one, made of its journal event by event, so that its rows and sums are had in the
 * same way as those of others. Windows are in the plain layout: another layout sends the same blocks in another order.
 */
export class JournalSession {
  readonly blocks = new JournalBlocks();
  /** The blocks as they are now. */
  readonly state = new ContextState();
  readonly #calls: RecordedCall[] = [];
  readonly #patches: RecordedPatch[] = [];
  readonly #branches: RecordedBranch[] = [{ kept: 0, from: 0 }];
  readonly #models = new Set<string>();
  readonly #coverage: CoverageSum = startCoverage();
  #window: number[] = [];
  #windowIsOld = false;
  #questions = 0;
  #refused = 0;
  #seq = 0;
  #updated: number | undefined;
  /** Index of the call whose answer comes in now. */
  #answered: number | undefined;
  #changed = { calls: 0, patches: 0 };
  #generation = 1;

  /** Number of the last event that was taken. */
  get seq(): number {
    return this.#seq;
  }

  /** Another one when rows of blocks are others than they were; from 1. */
  get generation(): number {
    return this.#generation;
  }

  /** What stands in the window now. */
  get window(): Runs {
    if (this.#windowIsOld) {
      this.#window = this.#visible();
      this.#windowIsOld = false;
    }
    return this.#window;
  }

  /** Takes the next event. One that can not be read is counted and left out. */
  take({ seq, at, type, data }: SessionEvent): void {
    this.#seq = seq;
    this.#updated = at;
    const event = decodeEvent(type, data);
    if (event === undefined) {
      if (isEventType(type)) {
        this.#coverage.bad += 1;
      } else {
        countUnknown(this.#coverage, type);
      }
      return;
    }
    if (event.type === 'artifact' || event.type === 'metrics') {
      countBeside(this.#coverage, event.type);
    } else {
      this.#coverage.taken += 1;
    }
    this.#apply(event, { seq, at, turn: this.#calls.length });
  }

  /** The session so far. Its lists go on growing with it. */
  session(row: SessionRow): RecordedSession {
    return {
      ...{ id: row.id, format: journalFormat, agent: 'Chipboard' },
      ...{ title: row.title, folder: row.workspace, models: [...this.#models], versions: [] },
      started: row.created,
      updated: this.#updated ?? row.updated,
      ...{ questions: this.#questions, files: [], blocks: this.blocks.rows },
      ...{ calls: this.#calls, patches: this.#patches, branches: this.#branches },
      branch: this.#branches.length - 1,
      ...{ window: this.window, children: [], complete: true },
      coverage: coverageOf(this.#coverage),
    };
  }

  /** What the runtime knows of the blocks as they are now, in the order of the context. */
  own(): readonly OwnBlockRow[] {
    return ownRows(this.state, this.blocks);
  }

  /** What changed since this was called last. */
  news(): JournalNews {
    const changed = this.#changed;
    this.#changed = { calls: this.#calls.length, patches: this.#patches.length };
    return changed;
  }

  #apply(event: JournalEvent, place: JournalPlace): void {
    switch (event.type) {
      case 'ingest':
        this.state.apply(event);
        this.#ingest(event.block, event.before, place);
        return;
      case 'patch':
        this.#patch(event.patch, place);
        return;
      case 'call':
        this.state.apply(event);
        this.#call(event.call, place);
        return;
      case 'refused': {
        this.#refused += 1;
        const id = `refused_${String(this.#refused).padStart(3, '0')}`;
        this.#patches.push(refusedPatch(event, id, { at: place.at, call: place.turn }));
        return;
      }
      case 'count':
      case 'pin':
      case 'artifact':
      case 'metrics':
        this.state.apply(event);
    }
  }

  #ingest(block: Block, before: string | undefined, place: JournalPlace): void {
    const index = this.blocks.take(block, place);
    this.#questions += block.kind === 'user_message' ? 1 : 0;
    if (block.kind === 'assistant_message' || block.kind === 'reasoning_trace') {
      this.#answer(index);
    } else {
      this.#answered = undefined;
    }
    this.#show(block, before, index);
  }

  /** Puts a new block at the end of the window, where it stands there. */
  #show(block: Block, before: string | undefined, index: number): void {
    const { visibility, reasoning, result } = block;
    const last = this.blocks.shown[(this.#window.at(-1) ?? 0) - 1];
    const follows = (id: string | undefined): boolean =>
      id !== undefined && [last?.id, last?.result?.head, last?.reasoning?.parent].includes(id);
    const isCarried = visibility === 'model' || visibility === 'api_required';
    if (!isCarried) {
      return;
    }
    if (before !== undefined) {
      this.#windowIsOld = true;
    } else if (reasoning !== undefined || visibility === 'api_required') {
      this.#windowIsOld ||= visibility !== 'api_required' || !follows(reasoning?.parent);
    } else if (result?.head !== undefined) {
      this.#windowIsOld ||= !follows(result.head);
    }
    if (!this.#windowIsOld) {
      pushRun(this.#window, index, index + 1);
    }
  }

  #answer(index: number): void {
    const call = this.#calls[this.#answered ?? -1];
    if (call !== undefined) {
      const output = [...call.output];
      pushRun(output, index, index + 1);
      this.#calls[call.index] = { ...call, output };
      this.#changed.calls = Math.min(this.#changed.calls, call.index);
    }
  }

  #call(call: CallRecord, { at }: JournalPlace): void {
    const { model, purpose, usage, measured } = call;
    const index = this.#calls.length;
    this.#answered = purpose === undefined ? index : undefined;
    if (model !== '') {
      this.#models.add(model);
    }
    this.#calls.push({
      ...{ index, native: call.request, model, at, question: this.#questions },
      window: [...this.window],
      output: [],
      ...(usage !== undefined && { usage }),
      ...(measured === 'tokenizer' && { inputBy: measured }),
      counts: 'call',
      branch: this.#branches.length - 1,
      ...(purpose !== undefined && { purpose }),
      outcome: call.outcome,
    });
  }

  #patch(patch: PatchRecord, place: JournalPlace): void {
    const before = [...this.window];
    const known = this.blocks.rows.length;
    this.state.apply({ type: 'patch', patch });
    for (const { id } of [...patch.changes, ...patch.insertions.map(({ block }) => block)]) {
      const block = this.state.get(id);
      if (block !== undefined) {
        this.blocks.take(block, place);
      }
    }
    const gone = leavingBlocks(patch, this.state);
    if (gone === undefined) {
      this.#windowIsOld = true;
    } else {
      const indices = gone.flatMap((id) => this.blocks.indexOf(id) ?? []);
      this.#window = [...leaving(before, runsOf(indices.sort((a, b) => a - b)))];
    }
    const after = this.window;
    const left = leaving(before, after);
    const at = { at: place.at, call: place.turn };
    const recovery = this.#recovery(left, patch);
    this.#patches.push(recordedPatch(patch, { before, after, known, recovery }, at));
    if (isRewind(patch) && left.length > 0) {
      const kept = countBefore(before, left[0] ?? 0);
      const parent = this.#branches.length - 1;
      this.#branches.push({ parent, kept, from: this.#calls.length, at: place.at });
    }
  }

  /** How what left can be had again: by the journal, as far as no text of it was deleted for good. */
  #recovery(left: Runs, { erased }: PatchRecord): Recovery {
    if (erased.length === 0) {
      return 'transcript';
    }
    // Rows that were there say something else now, of which a page that has them must hear.
    this.#generation += 1;
    const gone = new Set(this.blocks.erase(erased));
    const lost = [...indicesOf(left)].filter((index) => gone.has(index)).length;
    return lost === 0 ? 'transcript' : lost < countOf(left) ? 'partly' : 'none';
  }

  #visible(): number[] {
    const runs: number[] = [];
    const push = (id: string): void => {
      const index = this.blocks.indexOf(id);
      if (index !== undefined) {
        pushRun(runs, index, index + 1);
      }
    };
    for (const { id, trace } of visibleEntries(this.state)) {
      push(id);
      // Reasoning goes with its message; behind it, as in the journal, so that a window is few runs.
      if (trace?.block.visibility === 'api_required') {
        push(trace.id);
      }
    }
    return runs;
  }
}

/** Number of blocks of a window before one of them. */
function countBefore(window: Runs, index: number): number {
  let count = 0;
  for (const each of indicesOf(window)) {
    if (each === index) {
      return count;
    }
    count += 1;
  }
  return count;
}
