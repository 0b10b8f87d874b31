import type { Block } from '../../core/context/block.ts';
import type { ContextSession } from '../../core/context/contextSession.ts';
import { tokenFamilyOf, type ModelName } from '../../core/context/tokenFamily.ts';
import { TokenQueue } from '../../core/context/tokenQueue.ts';
import type { Log } from '../../ports/log.ts';
import type { Disposable } from '../../ports/system.ts';
import type { TokenCounter, TokenFamily } from '../../ports/tokens.ts';

/** Has the blocks of a session counted exactly, beside everything else. */
export class ExactCounts implements Disposable {
  private readonly session: ContextSession;
  private readonly counter: TokenCounter;
  private readonly log: Log;
  private readonly queues = new Map<TokenFamily, TokenQueue>();
  /** Blocks as they were when their text was given to be counted. */
  private readonly waiting = new Map<string, Block>();

  constructor(session: ContextSession, counter: TokenCounter, log: Log) {
    this.session = session;
    this.counter = counter;
    this.log = log;
  }

  /** Has those counted that are in view and have no exact number, if the model's own vocabulary is at hand. */
  count(model: ModelName): void {
    const { family, exact } = tokenFamilyOf(model);
    if (!exact) {
      return;
    }
    const queue = this.queueOf(family);
    for (const id of this.session.outline.ids) {
      const block = this.session.state.get(id);
      if (
        block === undefined ||
        block.tokens.exact !== undefined ||
        this.waiting.get(id) === block
      ) {
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
    this.queues.forEach((queue) => queue.dispose());
    this.waiting.clear();
  }

  private queueOf(family: TokenFamily): TokenQueue {
    const { counter, log } = this;
    const onCounts = (counts: ReadonlyMap<string, number>): void => this.take(counts);
    const queue = this.queues.get(family) ?? new TokenQueue({ counter, family, log, onCounts });
    this.queues.set(family, queue);
    return queue;
  }

  private take(counts: ReadonlyMap<string, number>): void {
    const known = [...counts].flatMap(([id, exact]) => {
      const block = this.waiting.get(id);
      this.waiting.delete(id);
      return block === undefined ? [] : [{ block, exact }];
    });
    this.session.setExact(known).catch((cause: unknown) => {
      this.log.warn(`Exact counts could not be noted: ${String(cause)}`);
    });
  }
}
