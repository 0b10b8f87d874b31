import { contentKey } from '../contentKey.ts';
import { countOf, indicesOf, minus, pushRun, pushRuns, type Runs } from '../../../ports/runs.ts';
import { leaving } from '../windowCuts.ts';
import type { ChatItem, Stage } from './chatItems.ts';

/** A summary among the texts of a question. */
export interface SummaryPatch {
  /** What it stands for. */
  readonly left: Runs;
  /** Index of its block. */
  readonly summary: number;
}

/** Puts the texts of one question in order: which are known, which are new, what its summaries stand for. */
export class QuestionBlocks {
  /** Indices of the blocks by what they say. */
  readonly blocks = new Map<string, number[]>();
  readonly patches: SummaryPatch[] = [];
  /** What a summary put in the place of the window before; undefined if there is none. */
  lead: number[] | undefined;
  #shown: { readonly index: number; readonly stage: Stage }[] = [];
  readonly #before: Runs;
  readonly #former: Map<string, number[]>;
  readonly #used = new Map<string, number>();
  readonly #add: (item: ChatItem) => number;
  readonly #rounds: Map<string, number>;

  constructor(
    before: Runs,
    former: Map<string, number[]>,
    add: (item: ChatItem) => number,
    rounds: Map<string, number>,
  ) {
    this.#before = before;
    this.#former = former;
    this.#add = add;
    this.#rounds = rounds;
  }

  /** Takes the next texts. */
  take(items: readonly ChatItem[]): void {
    for (const item of items) {
      const index = this.#indexOf(item);
      if (item.round !== undefined && item.round !== '') {
        this.#rounds.set(item.round, index);
      }
      if (item.summarises === undefined) {
        this.#shown.push({ index, stage: item.stage });
      } else {
        this.#summarise(index, item);
      }
    }
  }

  /** The blocks of one stage; of all if none is named. */
  runs(only?: Stage): number[] {
    const runs: number[] = [];
    for (const { index, stage } of this.#shown) {
      if (only === undefined || stage === only) {
        pushRun(runs, index, index + 1);
      }
    }
    return runs;
  }

  /** What the call that is shown carried. */
  window(): number[] {
    const window = [...(this.lead ?? this.#before)];
    pushRuns(window, this.runs('window'));
    return window;
  }

  /** The block that a text was before, if the question was read before, or a new one. */
  #indexOf(item: ChatItem): number {
    const key = `${item.kind}|${item.call ?? ''}|${contentKey(item.text)}`;
    const used = this.#used.get(key) ?? 0;
    this.#used.set(key, used + 1);
    const index = this.#former.get(key)?.[used] ?? this.#add(item);
    const indices = this.blocks.get(key);
    if (indices === undefined) {
      this.blocks.set(key, [index]);
    } else {
      indices.push(index);
    }
    return index;
  }

  #summarise(summary: number, item: ChatItem): void {
    const upTo = item.summarises?.upTo;
    const before = this.lead ?? this.#before;
    const last = upTo === undefined ? undefined : this.#rounds.get(upTo);
    const kept: number[] = [summary, summary + 1];
    if (last !== undefined && countOf(minus(before, minus(before, [last, last + 1]))) > 0) {
      let passed = false;
      for (const index of indicesOf(before)) {
        if (passed) {
          pushRun(kept, index, index + 1);
        }
        passed ||= index === last;
      }
    }
    const own = upTo === undefined ? this.runs() : [];
    const left = [...before];
    pushRuns(left, own);
    this.patches.push({ left: leaving(left, kept), summary });
    if (upTo === undefined) {
      this.#shown = [{ index: summary, stage: item.stage }];
      this.lead = [];
    } else {
      this.lead = kept;
    }
  }
}
