import type { TokenCounter, TokenFamily } from '../../src/ports/tokens.ts';

/** A call that a test has to answer. */
export interface FakeCount {
  readonly texts: readonly string[];
  readonly family: TokenFamily;
  /** Answers with the length of each text. */
  answer(): void;
  fail(message: string): void;
}

/** A token counter that answers when the test says so, or at once. */
export class FakeTokenCounter implements TokenCounter {
  readonly calls: FakeCount[] = [];
  disposed = false;
  private readonly atOnce: boolean;

  constructor(atOnce = false) {
    this.atOnce = atOnce;
  }

  count(texts: readonly string[], family: TokenFamily): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      const call: FakeCount = {
        texts,
        family,
        answer: () => resolve(texts.map((text) => text.length)),
        fail: (message) => reject(new Error(message)),
      };
      this.calls.push(call);
      if (this.atOnce) {
        call.answer();
      }
    });
  }

  dispose(): void {
    this.disposed = true;
  }
}
