import type { JournalEvent, PatchRecord } from './journalEvent.ts';
import type { PatchActor } from './operations.ts';

/** How often something was done, and how often it was refused. */
export interface Outcomes {
  readonly applied: number;
  readonly refused: number;
}

/** Numbers of a session. Tokens as the provider reported them; where it did not, they are not in the sums. */
export interface SessionMetrics {
  readonly requests: number;
  /** Requests whose input is known from the provider, or from a tokenizer. */
  readonly measured: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
  /** Estimated tokens that consecutive requests had in common at their start. */
  readonly commonPrefix: number;
  /** Estimated tokens of all requests. */
  readonly estimated: number;
  /** By actor, then by operation. */
  readonly patches: Readonly<Record<string, Readonly<Record<string, Outcomes>>>>;
  /** Patches in which the runtime had to offload or archive by itself. */
  readonly fallbacks: number;
  /** Tokens that patches took out of the view; what others brought back is not taken off. */
  readonly freedTokens: number;
  /** Patches that were taken back. */
  readonly undone: number;
  /** Largest request, in estimated tokens. */
  readonly peakView: number;
}

/** Sums a journal up, event by event. */
export class MetricsSum {
  private readonly sums = {
    requests: 0,
    measured: 0,
    failed: 0,
    cancelled: 0,
    tokensIn: 0,
    tokensOut: 0,
    cacheRead: 0,
    cacheWritten: 0,
    commonPrefix: 0,
    estimated: 0,
    fallbacks: 0,
    freedTokens: 0,
    undone: 0,
    peakView: 0,
  };
  private readonly patches: Record<string, Record<string, { applied: number; refused: number }>> =
    {};

  /** The numbers so far. */
  get value(): SessionMetrics {
    return { ...this.sums, patches: structuredClone(this.patches) };
  }

  /** Takes in what happened. */
  take(event: JournalEvent): void {
    switch (event.type) {
      case 'call':
        this.takeCall(event);
        return;
      case 'patch':
        this.takePatch(event.patch);
        return;
      case 'refused':
        event.operations.forEach((name) => this.count(event.actor, name, 'refused'));
        return;
      case 'artifact':
      case 'ingest':
      case 'count':
      case 'pin':
      case 'metrics':
        return;
    }
  }

  private takeCall({ call }: Extract<JournalEvent, { readonly type: 'call' }>): void {
    const { sums } = this;
    const { usage, estimate, outcome, commonPrefix = 0 } = call;
    sums.requests += 1;
    sums.measured += usage?.input === undefined ? 0 : 1;
    sums.failed += outcome === 'failed' ? 1 : 0;
    sums.cancelled += outcome === 'cancelled' ? 1 : 0;
    sums.tokensIn += usage?.input ?? 0;
    sums.tokensOut += usage?.output ?? 0;
    sums.cacheRead += usage?.cacheRead ?? 0;
    sums.cacheWritten += usage?.cacheWritten ?? 0;
    sums.commonPrefix += commonPrefix;
    sums.estimated += estimate;
    sums.peakView = Math.max(sums.peakView, estimate);
  }

  private takePatch({ actor, operations, before, after, undoes, kind }: PatchRecord): void {
    const { sums } = this;
    operations.forEach(({ op }) => this.count(actor, op, 'applied'));
    sums.freedTokens += Math.max(0, before.tokens - after.tokens);
    sums.undone += undoes.length;
    sums.fallbacks += actor === 'runtime' && kind !== 'hide' ? 1 : 0;
  }

  private count(actor: PatchActor, operation: string, outcome: keyof Outcomes): void {
    const byOperation = (this.patches[actor] ??= {});
    const outcomes = (byOperation[operation] ??= { applied: 0, refused: 0 });
    outcomes[outcome] += 1;
  }
}
