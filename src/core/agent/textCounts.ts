import type { ModelRequest } from './agentModel.ts';
import { requestTexts } from './requestTexts.ts';

/** Tokens of one text; may reject. */
export type CountText = (text: string) => PromiseLike<number>;

/** Tokens that an API adds around each message. */
const perMessage = 4;

/**
 * Counts requests with a tokenizer that is slow to ask: each text once, as long as it is part of the requests. Holds no
 * more than the texts of the last one.
 */
export class TextCounts {
  private readonly countText: CountText;
  private known = new Map<string, Promise<number>>();

  constructor(countText: CountText) {
    this.countText = countText;
  }

  /** Tokens of a request; undefined if one of its texts could not be counted. Never throws. */
  async count(request: ModelRequest): Promise<number | undefined> {
    const counts = new Map<string, Promise<number>>();
    const texts = requestTexts(request);
    for (const text of texts) {
      counts.set(text, this.known.get(text) ?? this.ask(text));
    }
    this.known = counts;
    let sum = perMessage * request.messages.length;
    try {
      for (const text of texts) {
        sum += (await counts.get(text)) ?? 0;
      }
    } catch {
      // Those that failed are to be asked again.
      this.known = new Map();
      return undefined;
    }
    return Number.isFinite(sum) ? sum : undefined;
  }

  private ask(text: string): Promise<number> {
    const count = new Promise<number>((resolve) => resolve(this.countText(text)));
    // Looked at one after the other; one that fails meanwhile is no fault of the program.
    count.catch(() => undefined);
    return count;
  }
}
