import type { Block } from './block.ts';
import type {
  BlockChange,
  BlockInsertion,
  CallRecord,
  JournalEvent,
  PatchRecord,
} from './journalEvent.ts';

/** Reads blocks, as they are or as a patch would leave them. */
export interface BlockReader {
  get(id: string): Block | undefined;
}

/** A tool-call chain: the block that made the calls, and those that answer them, in order of arrival. */
export interface Chain {
  readonly head: string;
  readonly results: readonly string[];
  /** Some calls have no answer yet. */
  readonly open: boolean;
}

/**
 * The blocks of a session and what happened to them: nothing but the sum of its journal's events. The same events give
 * the same state, live or replayed. Applying an event costs its own size, and O(n) where it inserts before others.
 */
export class ContextState implements BlockReader {
  private readonly blocks = new Map<string, Block>();
  private readonly ids: string[] = [];
  private positions: Map<string, number> | undefined;
  private readonly heads = new Map<string, string>();
  private readonly answers = new Map<string, string[]>();
  private readonly traces = new Map<string, string>();
  private readonly patchById = new Map<string, PatchRecord>();
  private readonly undoneBy = new Map<string, string>();
  private readonly callList: CallRecord[] = [];
  private question: string | undefined;
  private changed = 0;

  /** Ids of all blocks in the order of the context. */
  get order(): readonly string[] {
    return this.ids;
  }

  /** Another number whenever blocks were added or changed. */
  get revision(): number {
    return this.changed;
  }

  /** The last user message. */
  get currentQuestion(): string | undefined {
    return this.question;
  }

  /** The model requests so far, oldest first. */
  get calls(): readonly CallRecord[] {
    return this.callList;
  }

  /** The patches so far, oldest first. */
  get patches(): IterableIterator<PatchRecord> {
    return this.patchById.values();
  }

  get patchCount(): number {
    return this.patchById.size;
  }

  get(id: string): Block | undefined {
    return this.blocks.get(id);
  }

  patch(id: string): PatchRecord | undefined {
    return this.patchById.get(id);
  }

  /** The patch that took this one back, if one did and was not taken back itself. */
  undoer(patch: string): string | undefined {
    return this.undoneBy.get(patch);
  }

  /** Place of a block in the order; -1 if it is not there. */
  positionOf(id: string): number {
    if (this.positions === undefined) {
      this.positions = new Map(this.ids.map((each, index) => [each, index]));
    }
    return this.positions.get(id) ?? -1;
  }

  /** The nearest block before a new one that made a call of this id. */
  headOf(call: string): string | undefined {
    return this.heads.get(call);
  }

  /** Whether a call has its answer. */
  isAnswered(head: string, call: string): boolean {
    return this.resultsOf(head).some((id) => this.blocks.get(id)?.result?.call === call);
  }

  /** The answers to a block's calls, in order of arrival. */
  resultsOf(head: string): readonly string[] {
    return this.answers.get(head) ?? [];
  }

  /** The reasoning trace of an assistant block. */
  traceOf(assistant: string): string | undefined {
    return this.traces.get(assistant);
  }

  /** The chain that a block belongs to; undefined if it stands alone. */
  chainOf(block: Block): Chain | undefined {
    const head = block.calls === undefined ? block.result?.head : block.id;
    const calls = head === undefined ? undefined : this.blocks.get(head)?.calls;
    if (head === undefined || calls === undefined) {
      return undefined;
    }
    const results = this.resultsOf(head);
    return { head, results, open: results.length < calls.list.length };
  }

  /** Takes in what happened. */
  apply(event: JournalEvent): void {
    switch (event.type) {
      case 'ingest':
        this.insert(event);
        break;
      case 'patch':
        this.take(event.patch);
        break;
      case 'call':
        this.callList.push(event.call);
        return;
      case 'count':
        for (const [id, tokens] of Object.entries(event.counts)) {
          this.change({ id, tokens });
        }
        break;
      case 'pin':
        for (const id of event.ids) {
          const block = this.blocks.get(id);
          if (block !== undefined) {
            this.blocks.set(id, { ...block, pinned: event.pinned });
          }
        }
        break;
      case 'artifact':
      case 'refused':
      case 'metrics':
        return;
    }
    this.changed += 1;
  }

  private take(patch: PatchRecord): void {
    for (const change of patch.changes) {
      this.change(change);
    }
    for (const insertion of patch.insertions) {
      this.insert(insertion);
    }
    this.patchById.set(patch.id, patch);
    for (const undone of patch.undoes) {
      this.undoneBy.set(undone, patch.id);
      // To take back a taking back is to do the patch again.
      for (const again of this.patchById.get(undone)?.undoes ?? []) {
        this.undoneBy.delete(again);
      }
    }
  }

  private change(change: BlockChange): void {
    const block = this.blocks.get(change.id);
    if (block !== undefined) {
      this.blocks.set(change.id, { ...block, ...change });
    }
  }

  private insert({ block, before }: BlockInsertion): void {
    const place = before === undefined ? -1 : this.positionOf(before);
    this.blocks.set(block.id, block);
    if (place < 0) {
      this.positions?.set(block.id, this.ids.length);
      this.ids.push(block.id);
    } else {
      this.ids.splice(place, 0, block.id);
      this.positions = undefined;
    }
    if (block.kind === 'user_message') {
      this.question = block.id;
    }
    for (const call of block.calls?.list ?? []) {
      this.heads.set(call.id, block.id);
    }
    const head = block.result?.head;
    if (head !== undefined) {
      const known = this.answers.get(head);
      if (known === undefined) {
        this.answers.set(head, [block.id]);
      } else {
        known.push(block.id);
      }
    }
    if (block.reasoning !== undefined) {
      this.traces.set(block.reasoning.parent, block.id);
    }
  }
}
