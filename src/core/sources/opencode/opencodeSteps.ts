import type { RecordedCall } from '../recordedSession.ts';
import { pushRun } from '../../../ports/runs.ts';
import type { SessionDraft } from '../sessionDraft.ts';
import type { MessageSeed, PartSeed } from './opencodeSeeds.ts';

/** What a message's parts become while they are added. */
export interface OpenStep {
  call?: number;
  output: number[];
  /** Results of the step's tools: the model gets them behind its whole answer. */
  results: PartSeed[];
  /** Whether the message had a step that ended. */
  ended: boolean;
}

/** Told of blocks that were added. */
export interface BlocksAdded {
  /** A tool call. */
  called(part: PartSeed, block: number): void;
  /** A tool's result. */
  resulted(part: PartSeed, block: number): void;
}

/** Adds an answer's parts to a draft, step by step: each step is a call. */
export class AnswerSteps {
  readonly #draft: SessionDraft;
  readonly #message: MessageSeed;
  readonly #added: BlocksAdded;
  readonly #step: OpenStep = { output: [], results: [], ended: false };
  readonly #window: readonly number[] | undefined;

  /** @param window What the request carried, if that is not the draft's window. */
  constructor(
    draft: SessionDraft,
    message: MessageSeed,
    added: BlocksAdded,
    window?: readonly number[],
  ) {
    this.#draft = draft;
    this.#message = message;
    this.#added = added;
    this.#window = window;
  }

  /** Takes the next part. */
  take(part: PartSeed): void {
    if (part.type === 'step-start') {
      this.#end('unknown');
      this.#open();
      return;
    }
    if (part.type === 'step-finish') {
      this.#open();
      this.#end('ok', part.usage);
      this.#step.ended = true;
      return;
    }
    for (const seed of part.blocks) {
      const call = this.#open();
      const kind = this.#kindOf(seed.kind);
      const block = this.#draft.add({ ...seed, kind, ...this.#time() }, '');
      this.#draft.show(block);
      pushRun(this.#step.output, block, block + 1);
      this.#draft.changeCall(call, { output: [...this.#step.output] });
      if (kind === 'tool_call') {
        this.#added.called(part, block);
      }
    }
    if (part.results.length > 0) {
      this.#step.results.push(part);
    }
  }

  /** Ends the message. A message without steps that failed, or that has usage, was a call all the same. */
  end(): void {
    const { usage, outcome } = this.#message;
    if (!this.#step.ended && (usage !== undefined || outcome !== 'unknown')) {
      this.#open();
    }
    this.#end(outcome, this.#step.ended ? undefined : usage);
  }

  #kindOf(kind: PartSeed['blocks'][number]['kind']): PartSeed['blocks'][number]['kind'] {
    if (kind !== 'user_message' && kind !== 'injected') {
      return kind;
    }
    return this.#message.summary ? 'summary' : 'assistant_message';
  }

  #time(): { readonly at?: number } {
    const { at } = this.#message;
    return at === undefined ? {} : { at };
  }

  #open(): number {
    const message = this.#message;
    this.#step.call ??= this.#draft.call({
      native: message.id,
      model: message.model,
      ...this.#time(),
      ...(this.#window !== undefined && { window: this.#window }),
      counts: 'call',
      outcome: 'unknown',
      ...(message.summary && { purpose: 'summary' as const }),
    }).index;
    return this.#step.call;
  }

  #end(outcome: RecordedCall['outcome'], usage?: RecordedCall['usage']): void {
    const step = this.#step;
    if (step.call !== undefined) {
      this.#draft.changeCall(step.call, { outcome, ...(usage !== undefined && { usage }) });
    }
    for (const part of step.results) {
      for (const seed of part.results) {
        const block = this.#draft.add({ ...seed, ...this.#time() }, '');
        this.#draft.show(block);
        this.#added.resulted(part, block);
      }
    }
    delete step.call;
    step.output = [];
    step.results = [];
  }
}
