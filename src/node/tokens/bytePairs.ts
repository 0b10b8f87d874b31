import type { ByteRanks } from './byteRanks.ts';
import { RankQueue } from './rankQueue.ts';

/**
 * Counts the tokens of pieces by byte pair encoding: of all neighbours that together are a token, those with the lowest
 * rank are joined, the first of several, until no two are left. A queue of the pairs makes it n × log n, where a search
 * for the lowest at each step would be n². Its arrays are used again from piece to piece.
 */
export class BytePairs {
  /** Most bytes of a piece. */
  readonly limit: number;
  private readonly ranks: ByteRanks;
  /** Where the part after the one that begins here begins; only for beginnings of parts. */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  /** Rank of a part joined with the next one; -1 where that is no token, or where no part begins. */
  private readonly pair: Int32Array;
  private readonly queue: RankQueue;

  constructor(ranks: ByteRanks, limit: number) {
    this.ranks = ranks;
    this.limit = limit;
    this.next = new Int32Array(limit + 2);
    this.previous = new Int32Array(limit + 2);
    this.pair = new Int32Array(limit + 2);
    // Each byte queues one pair, and each join two more.
    this.queue = new RankQueue(limit * 3);
  }

  /** Tokens of the first `length` bytes, which are one piece; `length` from 1 to the limit. */
  count(bytes: Uint8Array, length: number): number {
    if (this.ranks.rank(bytes, 0, length) >= 0) {
      return 1;
    }
    this.begin(bytes, length);
    let parts = length;
    for (let at = this.lowest(); at >= 0; at = this.lowest()) {
      this.join(bytes, length, at);
      parts -= 1;
    }
    return parts;
  }

  private begin(bytes: Uint8Array, length: number): void {
    for (let at = 0; at < length; at += 1) {
      this.next[at] = at + 1;
      this.previous[at] = at - 1;
      this.pair[at] = -1;
      if (at + 1 < length) {
        this.look(bytes, at, at + 2);
      }
    }
  }

  /** Where the pair to be joined next begins; -1 if there is none. What was queued before a join is passed over. */
  private lowest(): number {
    const { queue, pair } = this;
    while (queue.takeFirst()) {
      if (pair[queue.at] === queue.rank) {
        return queue.at;
      }
    }
    return -1;
  }

  private join(bytes: Uint8Array, length: number, at: number): void {
    const { next, previous, pair } = this;
    const second = next[at] ?? length;
    const third = next[second] ?? length;
    next[at] = third;
    pair[second] = -1;
    pair[at] = -1;
    if (third < length) {
      previous[third] = at;
      this.look(bytes, at, next[third] ?? length);
    }
    const before = previous[at] ?? -1;
    if (before >= 0) {
      this.look(bytes, before, third);
    }
  }

  private look(bytes: Uint8Array, start: number, end: number): void {
    const rank = this.ranks.rank(bytes, start, end);
    this.pair[start] = rank;
    if (rank >= 0) {
      this.queue.put(rank, start);
    }
  }
}
