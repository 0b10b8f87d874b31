import type { RecordedCallRow } from '../../../src/ports/transcriptRows.ts';
import type { FoundPrice, PriceBook } from './priceOf.ts';
import { priceOf } from './priceOf.ts';
import type { Price } from './prices.ts';

/** Tokens of calls as they are paid, by the provider's count: `fresh` + `read` + `written` is all of the input. */
export interface PaidTokens {
  readonly fresh: number;
  readonly read: number;
  readonly written: number;
  readonly output: number;
}

/** What a call costs. US dollars. */
export interface Cost {
  readonly dollars: number;
  /** What it would cost if no cache had been read or written. */
  readonly withoutCache: number;
}

/** Calls of one model, or of all. */
export interface CostSum extends PaidTokens {
  readonly calls: number;
  /** Calls whose tokens nobody counted: they are in no other number. */
  readonly uncounted: number;
  /** Counted calls whose model has no price: their tokens are here, and their cost is not. */
  readonly unpriced: number;
  readonly dollars: number;
  readonly withoutCache: number;
}

/** The calls of one model. */
export interface ModelCost extends CostSum {
  /** Empty if the transcript names none. */
  readonly model: string;
  /** Absent if no price is known. */
  readonly found?: FoundPrice;
}

/** The tokens of a call as they are paid; undefined if the provider did not count its input. */
export function paidTokens({ usage, inputBy }: RecordedCallRow): PaidTokens | undefined {
  const { input, output = 0, cacheRead = 0, cacheWritten = 0 } = usage ?? {};
  if (input === undefined || inputBy !== undefined) {
    return undefined;
  }
  const read = Math.min(cacheRead, input);
  const written = Math.min(cacheWritten, input - read);
  return { fresh: input - read - written, read, written, output };
}

/** What a call costs at a price; undefined if its tokens were not counted. */
export function callCost(call: RecordedCallRow, price: Price): Cost | undefined {
  const paid = paidTokens(call);
  if (paid === undefined) {
    return undefined;
  }
  const { fresh, read, written, output } = paid;
  const input = fresh + read + written;
  // The count of a whole question is of several requests, of which none may have been a long one.
  const isLong = price.long !== undefined && call.counts === 'call' && input > price.long.above;
  const [times, timesOut] = isLong ? [price.long.input, price.long.output] : [1, 1];
  const hour = Math.min(call.usage?.cacheWrittenHour ?? 0, written);
  const out = (output * price.output * timesOut) / million;
  const paidInput =
    fresh * price.input +
    read * price.cacheRead +
    (written - hour) * price.cacheWrite +
    hour * (price.cacheWriteHour ?? price.cacheWrite);
  return {
    dollars: (paidInput * times) / million + out,
    withoutCache: (input * price.input * times) / million + out,
  };
}

const million = 1_000_000;

const nothing: CostSum = {
  ...{ calls: 0, uncounted: 0, unpriced: 0, fresh: 0, read: 0, written: 0, output: 0 },
  ...{ dollars: 0, withoutCache: 0 },
};

/** Sums of two. */
export function addCosts(a: CostSum, b: CostSum): CostSum {
  return {
    calls: a.calls + b.calls,
    uncounted: a.uncounted + b.uncounted,
    unpriced: a.unpriced + b.unpriced,
    fresh: a.fresh + b.fresh,
    read: a.read + b.read,
    written: a.written + b.written,
    output: a.output + b.output,
    dollars: a.dollars + b.dollars,
    withoutCache: a.withoutCache + b.withoutCache,
  };
}

/** The sum of costs. */
export function sumCosts(costs: readonly CostSum[]): CostSum {
  return costs.reduce(addCosts, nothing);
}

/** What the calls of each model cost, most dollars first. O(calls). */
export function modelCosts(
  calls: readonly RecordedCallRow[],
  book: PriceBook,
): readonly ModelCost[] {
  const sums = new Map<string, CostSum>();
  const prices = new Map<string, FoundPrice | undefined>();
  for (const call of calls) {
    const { model } = call;
    if (!prices.has(model)) {
      prices.set(model, priceOf(model, book));
    }
    sums.set(model, addCosts(sums.get(model) ?? nothing, oneCall(call, prices.get(model)?.price)));
  }
  return [...sums]
    .map(([model, sum]) => {
      const found = prices.get(model);
      return { model, ...sum, ...(found !== undefined && { found }) };
    })
    .sort((a, b) => b.dollars - a.dollars || b.calls - a.calls);
}

function oneCall(call: RecordedCallRow, price: Price | undefined): CostSum {
  const paid = paidTokens(call);
  if (paid === undefined) {
    return { ...nothing, calls: 1, uncounted: 1 };
  }
  const cost = price === undefined ? undefined : callCost(call, price);
  return { ...nothing, ...paid, calls: 1, ...(cost ?? { unpriced: 1 }) };
}
