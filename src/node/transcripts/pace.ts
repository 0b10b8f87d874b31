/** Says when something that costs may be done again: after a multiple of the time it took. */
export class Pace {
  #next = 0;
  readonly #rest: number;
  readonly #least: number;

  /**
   * @param rest How many times as long as the work took nothing is due.
   * @param least Milliseconds that nothing is due at least.
   */
  constructor(rest: number, least = 0) {
    this.#rest = rest;
    this.#least = least;
  }

  /** Whether it may be done now. */
  get due(): boolean {
    return performance.now() >= this.#next;
  }

  /** Does it, due or not, and takes its time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      const end = performance.now();
      this.#next = end + Math.max(this.#least, (end - start) * this.#rest);
    }
  }
}
