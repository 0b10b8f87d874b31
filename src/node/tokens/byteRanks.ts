/** A vocabulary as published: index = rank; a token is a text, or bytes where these are no whole characters. */
export type Vocabulary = readonly (string | readonly number[] | undefined)[];

/** Start and factor of the FNV-1a hash. */
const hashStart = 0x811c9dc5;
const hashFactor = 0x01000193;

function twoOf(bytes: Uint8Array, start: number): number {
  return ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0);
}

/** All tokens' bytes one after another, and where each one begins; the last entry is the end. */
interface TokenBytes {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

function joined(vocabulary: Vocabulary): TokenBytes {
  const encoder = new TextEncoder();
  const starts = new Uint32Array(vocabulary.length + 1);
  // Characters take at most three bytes per UTF-16 unit.
  const room = vocabulary.reduce((sum: number, token) => sum + (token?.length ?? 0) * 3, 0);
  const bytes = new Uint8Array(room);
  let end = 0;
  for (const [rank, token] of vocabulary.entries()) {
    if (typeof token === 'string') {
      end += encoder.encodeInto(token, bytes.subarray(end)).written;
    } else if (token !== undefined) {
      bytes.set(token, end);
      end += token.length;
    }
    starts[rank + 1] = end;
  }
  return { bytes: bytes.slice(0, end), starts };
}

/**
 * Ranks of a vocabulary's tokens by their bytes. An open hash table over one array of bytes: a part of a text is looked
 * up where it lies, without making a string of it, and the whole takes a few megabytes.
 */
export class ByteRanks {
  private readonly tokens: TokenBytes;
  /** Rank + 1 by slot; 0 = empty. Never more than half full. */
  private readonly slots: Int32Array;
  /** Ranks of two bytes, which are asked for most: by the first × 256 + the second; -1 = none. */
  private readonly twos = new Int32Array(0x10000).fill(-1);

  constructor(vocabulary: Vocabulary) {
    this.tokens = joined(vocabulary);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(vocabulary.length * 2 + 2)));
    const { bytes, starts } = this.tokens;
    for (let rank = 0; rank < vocabulary.length; rank += 1) {
      const start = starts[rank] ?? 0;
      const end = starts[rank + 1] ?? 0;
      if (end > start) {
        this.slots[this.slotOf(bytes, start, end)] = rank + 1;
      }
      if (end - start === 2) {
        this.twos[twoOf(bytes, start)] = rank;
      }
    }
  }

  /** Rank of the token that is exactly these bytes, from 0; -1 if there is none. */
  rank(bytes: Uint8Array, start: number, end: number): number {
    return end - start === 2
      ? (this.twos[twoOf(bytes, start)] ?? -1)
      : (this.slots[this.slotOf(bytes, start, end)] ?? 0) - 1;
  }

  /** The slot of these bytes, or the empty one where they would be put. */
  private slotOf(bytes: Uint8Array, start: number, end: number): number {
    const { slots } = this;
    let hash = hashStart;
    for (let index = start; index < end; index += 1) {
      hash = Math.imul(hash ^ (bytes[index] ?? 0), hashFactor);
    }
    const mask = slots.length - 1;
    // The upper half mixes better than the lower one.
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let held = slots[slot] ?? 0; held > 0; held = slots[slot] ?? 0) {
      if (this.holds(held - 1, bytes, start, end)) {
        break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private holds(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { starts, bytes: own } = this.tokens;
    const first = starts[rank] ?? 0;
    if ((starts[rank + 1] ?? 0) - first !== end - start) {
      return false;
    }
    for (let index = start; index < end; index += 1) {
      if (own[first + index - start] !== bytes[index]) {
        return false;
      }
    }
    return true;
  }
}
