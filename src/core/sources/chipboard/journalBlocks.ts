import { textsOf } from '../../context/texts.ts';
import type { ArtifactKey, Block } from '../../context/block.ts';
import type { RecordedBlock } from '../recordedBlock.ts';

/** Where in a journal a block came to be. */
export interface JournalPlace {
  /** Number of the event. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Number of calls before it. */
  readonly turn: number;
}

/**
 * The blocks of a journal as those of a recorded session: one for each text that ever stood for a block. A stub and a
 * changed text are further ones, so that what stood in an earlier window stays what it was. The first has the block's
 * own id, further ones a number behind it: `tool_004.2`. Estimates are those of the
 * runtime; the lengths of texts are not in the journal and are 0 until somebody has read them.
 */
export class JournalBlocks {
  readonly rows: RecordedBlock[] = [];
  /** By index: the block as it was when its row was made. */
  readonly shown: Block[] = [];
  readonly #byTexts = new Map<string, number>();
  readonly #byId = new Map<string, number>();
  /** Numbers of texts, by the block's id. */
  readonly #counts = new Map<string, number>();
  readonly #measured = new Set<number>();

  /** Index of what stands for a block now; undefined for an unknown one. */
  indexOf(id: string): number | undefined {
    return this.#byId.get(id);
  }

  /** Takes a block as it is now: its row is the one that its texts had before, or a new one. Gives the index. */
  take(block: Block, place: JournalPlace): number {
    const texts = JSON.stringify([block.id, ...textsOf(block)]);
    const former = this.#byId.get(block.id);
    let index = this.#byTexts.get(texts);
    if (index === undefined) {
      index = this.rows.length;
      const count = (this.#counts.get(block.id) ?? 0) + 1;
      this.#counts.set(block.id, count);
      const row = rowOf(block, place, former);
      this.rows.push(count === 1 ? row : { ...row, id: `${block.id}.${count}` });
      this.shown.push(block);
      this.#byTexts.set(texts, index);
    }
    this.#byId.set(block.id, index);
    return index;
  }

  /** Notes that texts were deleted for good. Gives the indices of the rows that had them. */
  erase(artifacts: readonly ArtifactKey[]): readonly number[] {
    const gone = new Set(artifacts);
    const found: number[] = [];
    for (const [index, block] of this.shown.entries()) {
      if (textsOf(block).some((artifact) => gone.has(artifact))) {
        this.#change(index, { fidelity: 'lost' });
        found.push(index);
      }
    }
    return found;
  }

  /** Whether the length of a block's text is not known yet. */
  isUnmeasured(index: number): boolean {
    return index < this.rows.length && !this.#measured.has(index);
  }

  /** Notes the length of a block's text, in characters, and whether the text is there. */
  measure(index: number, length: number, isThere: boolean): void {
    this.#measured.add(index);
    this.#change(index, isThere ? { length } : { length, fidelity: 'lost' });
  }

  #change(index: number, change: Partial<RecordedBlock>): void {
    const row = this.rows[index];
    if (row !== undefined) {
      this.rows[index] = { ...row, ...change };
    }
  }
}

function rowOf(
  block: Block,
  { seq, at, turn }: JournalPlace,
  former: number | undefined,
): RecordedBlock {
  const { id, kind, description, tokens, result, calls } = block;
  const [call, ...others] = calls?.list ?? [];
  const single = others.length === 0 ? call : undefined;
  const tool = result?.name ?? single?.name;
  const answered = result?.call ?? single?.id;
  return {
    id,
    kind,
    native: id,
    turn,
    length: 0,
    tokens: tokens.estimate,
    description,
    fidelity: 'whole',
    origin: { file: 0, offset: seq, bytes: 0, path: [] },
    at,
    ...(tool !== undefined && { tool }),
    ...(answered !== undefined && { call: answered }),
    ...(result?.failed === true && { failed: true }),
    ...(former !== undefined && { standsFor: former }),
  };
}
