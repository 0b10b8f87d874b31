import type { Disposable, Event } from '../../ports/system.ts';
import { Emitter } from '../lifecycle.ts';
import type { ArtifactKey, Block } from './block.ts';
import type { ContextState } from './contextState.ts';
import type { CallRecord, JournalEvent, PatchCause, PatchDecision } from './journalEvent.ts';
import type { JournalParts, UnstoredEvents } from './journalWriter.ts';
import { JournalWriter } from './journalWriter.ts';
import { countEvent, ingestEvents, patchEvents, type ExactCount } from './journalEntries.ts';
import { renderManifest } from './manifest.ts';
import type { Message } from './message.ts';
import { BlockMaker, type NewBlock } from './newBlock.ts';
import type { PatchActor, PatchPolicy, PatchRequest, Rejection } from './operations.ts';
import { outlineOf, viewOf, type Outline } from './outline.ts';
import { doneResult, nothingDone, refusedResult, type PatchResult } from './patchResult.ts';
import { planPatch, textsFor, type PatchPlan, type PlannedPatch } from './patch/planPatch.ts';
import { countedText } from './renderBlock.ts';
import { SessionTexts } from './sessionTexts.ts';
import { textsOf } from './texts.ts';
import { renderView, type ViewOptions } from './view.ts';

/** What a session needs. */
export interface SessionParts extends JournalParts {
  readonly policy: () => PatchPolicy;
}

/**
 * The context of one conversation, and the only writer of its blocks. Each change goes into the journal first, then into
 * the state; changes wait for each other, so that none is checked against what another is about to change.
 */
export class ContextSession implements Disposable {
  readonly id: string;
  readonly state: ContextState;
  private readonly parts: SessionParts;
  private readonly writer: JournalWriter;
  private readonly texts: SessionTexts;
  private readonly changed = new Emitter<JournalEvent>();
  private tail: Promise<unknown> = Promise.resolve();
  private outlined: { readonly revision: number; readonly outline: Outline } | undefined;

  /** To be made by `createSession` and `openSession`. `seq` is the number of the journal's last event. */
  constructor(id: string, state: ContextState, seq: number, parts: SessionParts) {
    this.id = id;
    this.state = state;
    this.parts = parts;
    this.writer = new JournalWriter(id, seq, parts);
    this.texts = new SessionTexts(id, parts.store, this.writer);
  }

  /** Something happened in it; after the state has taken it in. */
  get onDidChange(): Event<JournalEvent> {
    return this.changed.event;
  }

  /** Events that are not stored yet, because the store could not be written. */
  get waiting(): number {
    return this.writer.waiting;
  }

  /** The events that are not stored yet, as they will be: the first follows the one with number `after`. */
  get unstored(): UnstoredEvents {
    return this.writer.unstored;
  }

  /** Tries to store what could not be stored yet. Throws `SessionConflict`. */
  retryStore(): Promise<void> {
    return this.inTurn(() => this.writer.retry());
  }

  /** What is in the view, without its texts. O(n) after a change. */
  get outline(): Outline {
    const { revision } = this.state;
    if (this.outlined?.revision !== revision) {
      this.outlined = { revision, outline: outlineOf(this.state) };
    }
    return this.outlined.outline;
  }

  /** Hash of the rendered view. */
  get viewHash(): string {
    return viewOf(this.outline).hash;
  }

  /** Takes in what came into the context. Throws `SessionConflict`. */
  ingest(inputs: readonly NewBlock[]): Promise<readonly Block[]> {
    return this.inTurn(async () => {
      const maker = new BlockMaker(this.state);
      const made = inputs.flatMap((input) => maker.make(input));
      const events = made.flatMap(ingestEvents);
      await this.writer.append(events);
      for (const { event, text } of events) {
        if (text !== undefined) {
          this.texts.set(text.artifact, text.content);
        }
        if (event.type === 'ingest') {
          this.take(event);
        }
      }
      return made.map(({ block }) => block);
    });
  }

  /**
   * Does a patch, or nothing of it, with every reason why not. Throws `SessionConflict`, and `StoreError` where a text
   * that it needs cannot be read.
   */
  apply(request: PatchRequest, actor: PatchActor, cause: PatchCause = {}): Promise<PatchResult> {
    return this.inTurn(async () => {
      if (request.operations.length === 0) {
        return nothingDone;
      }
      const { state, texts } = this;
      const loaded = await texts.load(textsFor(request, state));
      const context = { state, texts, actor, policy: this.parts.policy() };
      const result = planPatch(request, context, this.outline, cause);
      if ('rejections' in result) {
        texts.dropUnneeded(loaded, state);
        await this.noteRefusal(request, actor, result.rejections);
        return refusedResult(result.rejections);
      }
      const done = await this.carryOut(result.plan);
      texts.dropUnneeded(loaded, state);
      return done;
    });
  }

  /**
   * What a patch would do, or every reason why not. Nothing is done and nothing is noted. Throws `StoreError` where a
   * text that it needs cannot be read.
   */
  plan(request: PatchRequest, actor: PatchActor): Promise<PatchPlan> {
    return this.inTurn(async () => {
      const { state, texts } = this;
      const loaded = await texts.load(textsFor(request, state));
      const context = { state, texts, actor, policy: this.parts.policy() };
      const plan = planPatch(request, context, this.outline);
      texts.dropUnneeded(loaded, state);
      return plan;
    });
  }

  /** Notes that a patch, which breaks no rule, is not done because of what came of asking. Throws `SessionConflict`. */
  decline(request: PatchRequest, actor: PatchActor, decision: PatchDecision): Promise<void> {
    return this.inTurn(() => this.noteRefusal(request, actor, [], decision));
  }

  /** Takes a patch back. */
  undo(patch: string, actor: PatchActor, reason = 'taken back'): Promise<PatchResult> {
    return this.apply({ reason, operations: [{ op: 'restore', ids: [], patch }] }, actor);
  }

  /** Pins or unpins blocks; ids that are not there, or are as wanted, are left out. Gives those changed. */
  pin(ids: readonly string[], pinned: boolean, actor: PatchActor): Promise<readonly string[]> {
    return this.inTurn(async () => {
      const wanted = [...new Set(ids)].filter((id) => {
        const block = this.state.get(id);
        return block !== undefined && block.pinned !== pinned;
      });
      if (wanted.length > 0) {
        await this.note({ type: 'pin', ids: wanted, pinned, actor });
      }
      return wanted;
    });
  }

  /** Notes a model request and how it ended. */
  recordCall(call: CallRecord): Promise<void> {
    return this.inTurn(() => this.note({ type: 'call', call }));
  }

  /** Notes exact counts: of each block as it was rendered when it was counted. Others are left out. */
  setExact(counts: readonly ExactCount[]): Promise<void> {
    return this.inTurn(async () => {
      const event = countEvent(counts, this.state);
      if (event !== undefined) {
        await this.note(event);
      }
    });
  }

  /** Notes something that changes no block. */
  noteEvent(event: Extract<JournalEvent, { readonly type: 'metrics' }>): Promise<void> {
    return this.inTurn(() => this.note(event));
  }

  /** What the next request carries. */
  view(options?: ViewOptions): readonly Message[] {
    return renderView(this.state, this.texts, options);
  }

  /** The list of blocks for the model. */
  manifest(): Message {
    return renderManifest(this.state, this.texts, this.id);
  }

  /** A block's rendering as one text to be counted; undefined if its text is not at hand. */
  countable(block: Block): string | undefined {
    return textsOf(block).every((artifact) => this.texts.get(artifact) !== undefined)
      ? countedText(block, this.texts)
      : undefined;
  }

  /** The text of a block that is at hand. */
  inlineText(block: Block): string | undefined {
    return this.texts.get(block.content.artifact);
  }

  /** A text of this session by its key; undefined if it has none of this name. Throws `StoreError`. */
  async text(artifact: ArtifactKey): Promise<string | undefined> {
    const known = this.texts.get(artifact);
    if (known !== undefined) {
      return known;
    }
    const found = await this.texts.peek([artifact]);
    return found.get(artifact);
  }

  /** Loads the texts of the view. To be called once, after the state was read from the journal. */
  async loadView(): Promise<void> {
    await this.texts.loadShown(this.state);
  }

  /** Resolves when all that was asked for is done. */
  async settled(): Promise<void> {
    await this.tail;
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async carryOut({ patch, newTexts, after }: PlannedPatch): Promise<PatchResult> {
    await this.writer.append(patchEvents(patch, newTexts), patch.erased);
    newTexts.forEach((text, artifact) => this.texts.set(artifact, text));
    this.state.apply({ type: 'patch', patch });
    this.outlined = { revision: this.state.revision, outline: after };
    this.texts.dropAfter(patch, this.state);
    this.changed.fire({ type: 'patch', patch });
    return doneResult(patch);
  }

  private async noteRefusal(
    request: PatchRequest,
    actor: PatchActor,
    rejections: readonly Rejection[],
    decision?: PatchDecision,
  ): Promise<void> {
    const operations = request.operations.map((operation) => operation.op);
    await this.note({
      ...{ type: 'refused', actor, reason: request.reason, operations, rejections },
      ...(decision !== undefined && { decision }),
    });
  }

  private async note(event: JournalEvent): Promise<void> {
    await this.writer.append([{ event }]);
    this.take(event);
  }

  private take(event: JournalEvent): void {
    this.state.apply(event);
    this.changed.fire(event);
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.tail.then(work);
    this.tail = done.catch(() => undefined);
    return done;
  }
}
