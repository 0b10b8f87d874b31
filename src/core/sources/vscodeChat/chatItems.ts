import { contentText } from '../contentText.ts';
import { valueAt } from '../recordText.ts';
import type { Fidelity, Origin, PathStep, RecordedKind } from '../recordedBlock.ts';

/** A chat session as one JSON document, and where each of its parts stands in the files. */
export interface ChatSource {
  readonly root: unknown;
  /** Place of a value that one record wrote as it is; undefined if several did. */
  originAt(path: readonly PathStep[]): Origin | undefined;
}

/**
 * Where a text stands beside the model call that is shown for a question: it carried it (`window`), it answered it
 * (`output`), or it came later (`after`).
 */
export type Stage = 'window' | 'output' | 'after';

/** What is known of a text beside the text. */
export interface ItemFacts {
  readonly native?: string;
  readonly tool?: string;
  readonly call?: string;
  readonly failed?: boolean;
  readonly path?: string;
  readonly fidelity?: Fidelity;
  readonly tokens?: number;
  /** Id of the model call it belongs to. */
  readonly round?: string;
  /** It stands for all that was before it in the window, except what `keptAfter` says. */
  readonly summarises?: Summarised;
}

/** What a summary stands for. */
export interface Summarised {
  /** Id of the last round of the former questions that it covers; absent if it covers all before it. */
  readonly upTo?: string;
}

/** A text of a question or its answer, before it is a block. */
export interface ChatItem extends ItemFacts {
  readonly kind: RecordedKind;
  readonly content: unknown;
  readonly text: string;
  readonly origin: Origin;
  stage: Stage;
}

/** What the editor writes in place of a string over 1 MiB when a whole entry is too long to be written. */
const lostText = '[JustRide: value truncated for persistence';

function fidelityOf(text: string): Fidelity {
  if (text.startsWith(lostText)) {
    return 'lost';
  }
  return text.includes(lostText) ? 'cut' : 'whole';
}

/** Most steps below a text that was written in parts. */
const deepestPart = 64;

/** Gathers the texts of one question, in the order of the window. */
export class ChatItems {
  readonly items: ChatItem[] = [];
  readonly #source: ChatSource;

  constructor(source: ChatSource) {
    this.#source = source;
  }

  /** The value at a path; undefined if there is none. */
  at(path: readonly PathStep[]): unknown {
    return valueAt(this.#source.root, path);
  }

  /**
   * Takes the text at a path; empty ones are none. A value that several records wrote is taken in the parts that one
   * record wrote, so that each can be read back.
   */
  add(
    kind: RecordedKind,
    path: readonly PathStep[],
    facts: ItemFacts = {},
    stage: Stage = 'window',
  ): void {
    this.#add({ kind, path, facts, stage }, 0);
  }

  #add(
    of: { kind: RecordedKind; path: readonly PathStep[]; facts: ItemFacts; stage: Stage },
    depth: number,
  ): void {
    const { kind, path, facts, stage } = of;
    const content = this.at(path);
    const origin = this.#source.originAt(path);
    if (origin === undefined) {
      if (typeof content === 'object' && content !== null && depth < deepestPart) {
        const steps: readonly PathStep[] = Array.isArray(content)
          ? content.map((_, index) => index)
          : Object.keys(content);
        for (const step of steps) {
          this.#add({ ...of, path: [...path, step] }, depth + 1);
        }
      }
      return;
    }
    const text = content === undefined ? '' : contentText(content);
    if (text !== '') {
      this.items.push({ fidelity: fidelityOf(text), ...facts, kind, content, text, origin, stage });
    }
  }
}
