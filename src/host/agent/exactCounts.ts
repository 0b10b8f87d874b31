import { isExactIn, type Block } from '../../core/context/block.ts';
import type { ContextSession } from '../../core/context/contextSession.ts';
import { ownFamilyOf, type ModelName } from '../../core/context/tokenFamily.ts';
import { TokenQueue } from '../../core/context/tokenQueue.ts';
import type { Log } from '../../ports/log.ts';
import type { Disposable } from '../../ports/system.ts';
import type { TokenCounter, TokenFamily } from '../../ports/tokens.ts';

/** Has the blocks of a session counted exactly, beside everything else. */
export class ExactCounts implements Disposable {
  private readonly session: ContextSession;
  private readonly counter: TokenCounter;
  private readonly log: Log;
  /** What counts for the last model, if its own vocabulary is at hand. */
  private current: { readonly family: TokenFamily; readonly queue: TokenQueue } | undefined;
  /** Blocks as they were when their text was given to be counted there. */
  private readonly waiting = new Map<string, Block>();

  constructor(session: ContextSession, counter: TokenCounter, log: Log) {
    this.session = session;
    this.counter = counter;
    this.log = log;
  }

  /**
   * Has those counted that are in view and have no exact number in the model's own vocabulary, if that is at hand. What
   * was asked for another vocabulary is no longer waited for.
   */
  count(model: ModelName): void {
    const family = ownFamilyOf(model);
    if (this.current?.family !== family) {
      this.dispose();
    }
    if (family === undefined) {
      return;
    }
    const { queue } = (this.current ??= { family, queue: this.queueOf(family) });
    for (const id of this.session.outline.ids) {
      const block = this.session.state.get(id);
      if (block === undefined || isExactIn(block, family) || this.waiting.get(id) === block) {
        continue;
      }
      const text = this.session.countable(block);
      if (text !== undefined) {
        this.waiting.set(id, block);
        queue.add(id, text);
      }
    }
  }

  dispose(): void {
    this.current?.queue.dispose();
    this.current = undefined;
    this.waiting.clear();
  }

  private queueOf(family: TokenFamily): TokenQueue {
    const { counter, log } = this;
    const onCounts = (counts: ReadonlyMap<string, number>): void => this.take(counts, family);
    return new TokenQueue({ counter, family, log, onCounts });
  }

  private take(counts: ReadonlyMap<string, number>, family: TokenFamily): void {
    const known = [...counts].flatMap(([id, exact]) => {
      const block = this.waiting.get(id);
      this.waiting.delete(id);
      return block === undefined ? [] : [{ block, exact, family }];
    });
    this.session.setExact(known).catch((cause: unknown) => {
      this.log.warn(`Exact counts could not be noted: ${String(cause)}`);
    });
  }
}
