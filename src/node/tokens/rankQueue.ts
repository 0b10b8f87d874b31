/** Places in a piece lie below this. */
const places = 2 ** 24;

/** A queue of places in the order of their ranks, then of the places: a binary heap in one array. */
export class RankQueue {
  /** What was taken last. */
  rank = -1;
  at = -1;
  private readonly heap: Float64Array;
  private size = 0;

  /** `capacity`: most entries at one time. */
  constructor(capacity: number) {
    this.heap = new Float64Array(capacity + 1);
  }

  /** Adds a place; `rank` from 0, below 2^28; `at` from 0, below 2^24. */
  put(rank: number, at: number): void {
    const { heap } = this;
    const key = rank * places + at;
    let hole = this.size;
    this.size += 1;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= key) {
        break;
      }
      heap[hole] = above;
      hole = parent;
    }
    heap[hole] = key;
  }

  /** Takes the first entry out, into `rank` and `at`; false if there is none. */
  takeFirst(): boolean {
    if (this.size === 0) {
      return false;
    }
    const { heap } = this;
    const first = heap[0] ?? 0;
    this.size -= 1;
    this.sink(heap[this.size] ?? 0);
    this.rank = Math.floor(first / places);
    this.at = first - this.rank * places;
    return true;
  }

  /** Puts an entry into the hole at the top, and down to its place. */
  private sink(key: number): void {
    const { heap, size } = this;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) {
        child += 1;
      }
      const below = heap[child] ?? 0;
      if (below >= key) {
        break;
      }
      heap[hole] = below;
      hole = child;
    }
    heap[hole] = key;
  }
}
