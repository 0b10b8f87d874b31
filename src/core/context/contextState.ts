import type { Block, BlockCall } from './block.ts';
import type {
  BlockChange,
  BlockInsertion,
  CallRecord,
  JournalEvent,
  PatchRecord,
} from './journalEvent.ts';
import type { PatchActor } from './operations.ts';
import { MetricsSum, type SessionMetrics } from './metrics.ts';

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

/** A block's place in a state. What points from one to another does so without asking for names. */
export interface Entry {
  readonly id: string;
  /** The block as it is now. */
  readonly block: Block;
  /** For a head: the answers to its calls, in order of arrival. */
  readonly answers: readonly Entry[];
  /** For an assistant block: its reasoning. */
  readonly trace: Entry | undefined;
  /** For an answer: the head of its chain. */
  readonly head: Entry | undefined;
  /** A place for the outline to keep what it made of the block; forgotten when the block changes. */
  print: number | undefined;
}

/** An entry as the state itself sees it. */
interface OwnEntry extends Entry {
  block: Block;
  readonly answers: OwnEntry[];
  trace: OwnEntry | undefined;
  /** Highest version it ever had; one that was taken back is not given again. */
  newest: number;
  /** Who set its visibility last. */
  setBy: PatchActor | undefined;
  /** Its place, as long as the entries before it stay; see `numbered`. */
  place: number;
}

const nothing: readonly never[] = [];

/** The number in an id. */
function numberIn(id: string): number {
  return Number(id.slice(id.lastIndexOf('_') + 1)) || 0;
}

/**
 * The blocks of a session and what happened to them: nothing but the sum of its journal's events. The same events give
 * the same state, live or replayed. Applying an event costs its own size, and O(n) where it inserts before others.
 */
export class ContextState implements BlockReader {
  private readonly byId = new Map<string, OwnEntry>();
  private readonly ids: string[] = [];
  private readonly list: OwnEntry[] = [];
  /** How many entries, from the first, know their place. */
  private numbered = 0;
  private readonly heads = new Map<string, string>();
  private readonly patchById = new Map<string, PatchRecord>();
  private readonly undoneBy = new Map<string, string>();
  private readonly callList: CallRecord[] = [];
  private readonly sum = new MetricsSum();
  private question: string | undefined;
  private changed = 0;
  /** Highest numbers of blocks and patches so far. */
  private readonly last = { block: 0, patch: 0 };

  /** Ids of all blocks in the order of the context. */
  get order(): readonly string[] {
    return this.ids;
  }

  /** The entries of all blocks in the order of the context. */
  get entries(): readonly Entry[] {
    return this.list;
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

  /** Numbers of the session so far. */
  get metrics(): SessionMetrics {
    return this.sum.value;
  }

  /** The patches so far, oldest first. */
  get patches(): IterableIterator<PatchRecord> {
    return this.patchById.values();
  }

  get patchCount(): number {
    return this.patchById.size;
  }

  /** Number of the next block's id. */
  get nextBlock(): number {
    return this.last.block + 1;
  }

  /** Number of the next patch's id. */
  get nextPatch(): number {
    return this.last.patch + 1;
  }

  /** Gives no numbers up to this one any more: events that could not be read may have used them. */
  skipNumbers(upTo: number): void {
    this.last.block = Math.max(this.last.block, upTo);
    this.last.patch = Math.max(this.last.patch, upTo);
  }

  get(id: string): Block | undefined {
    return this.byId.get(id)?.block;
  }

  /** A block with its place. */
  entryOf(id: string): Entry | undefined {
    return this.byId.get(id);
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
    const entry = this.byId.get(id);
    if (entry === undefined) {
      return -1;
    }
    for (let place = this.numbered; place < this.list.length; place += 1) {
      const each = this.list[place];
      if (each !== undefined) {
        each.place = place;
      }
    }
    this.numbered = this.list.length;
    return entry.place;
  }

  /** The nearest block before a new one that made a call of this id. */
  headOf(call: string): string | undefined {
    return this.heads.get(call);
  }

  /** The version of a block's next text: above all it ever had, since each names a text of its own. */
  nextVersion(id: string): number {
    return (this.byId.get(id)?.newest ?? 0) + 1;
  }

  /** Whether the user took a block out of the view without a trace; then nobody else brings it back. */
  isHiddenByUser(id: string): boolean {
    const entry = this.byId.get(id);
    return entry?.block.visibility === 'hidden' && entry.setBy === 'user';
  }

  /** The calls of a block that have no answer yet; of several of one id the last ones. */
  openCalls(head: string): readonly BlockCall[] {
    const entry = this.byId.get(head);
    const answered = entry?.answers.map(({ block }) => block.result?.call) ?? [];
    return (entry?.block.calls?.list ?? nothing).filter(({ id }) => {
      const index = answered.indexOf(id);
      if (index >= 0) {
        answered.splice(index, 1);
      }
      return index < 0;
    });
  }

  /** The reasoning trace of an assistant block. */
  traceOf(assistant: string): string | undefined {
    return this.byId.get(assistant)?.trace?.id;
  }

  /** The chain that a block belongs to; undefined if it stands alone. */
  chainOf(block: Block): Chain | undefined {
    const id = block.calls === undefined ? block.result?.head : block.id;
    const head = id === undefined ? undefined : this.byId.get(id);
    const calls = head?.block.calls;
    if (head === undefined || calls === undefined) {
      return undefined;
    }
    const results = head.answers.map((answer) => answer.id);
    return { head: head.id, results, open: results.length < calls.list.length };
  }

  /** Takes in what happened. */
  apply(event: JournalEvent): void {
    this.sum.take(event);
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
          const entry = this.byId.get(id);
          if (entry !== undefined) {
            entry.block = { ...entry.block, pinned: event.pinned };
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
      this.change(change, patch.actor);
    }
    for (const insertion of patch.insertions) {
      this.insert(insertion);
    }
    this.patchById.set(patch.id, patch);
    this.last.patch = Math.max(this.last.patch, numberIn(patch.id));
    for (const undone of patch.undoes) {
      this.undoneBy.set(undone, patch.id);
      // To take back a taking back is to do the patch again.
      for (const again of this.patchById.get(undone)?.undoes ?? []) {
        this.undoneBy.delete(again);
      }
    }
  }

  private change(change: BlockChange, actor?: PatchActor): void {
    const entry = this.byId.get(change.id);
    if (entry !== undefined) {
      entry.block = { ...entry.block, ...change };
      entry.print = undefined;
      entry.newest = Math.max(entry.newest, entry.block.version);
      entry.setBy = change.visibility === undefined ? entry.setBy : actor;
    }
  }

  private insert({ block, before }: BlockInsertion): void {
    const head = block.result?.head === undefined ? undefined : this.byId.get(block.result.head);
    const entry: OwnEntry = {
      id: block.id,
      block,
      answers: [],
      trace: undefined,
      print: undefined,
      head,
      newest: block.version,
      setBy: undefined,
      place: -1,
    };
    this.byId.set(block.id, entry);
    this.last.block = Math.max(this.last.block, numberIn(block.id));
    const place = before === undefined ? -1 : this.positionOf(before);
    if (place < 0) {
      this.ids.push(block.id);
      this.list.push(entry);
    } else {
      this.ids.splice(place, 0, block.id);
      this.list.splice(place, 0, entry);
      this.numbered = Math.min(this.numbered, place);
    }
    if (block.kind === 'user_message') {
      this.question = block.id;
    }
    for (const call of block.calls?.list ?? nothing) {
      this.heads.set(call.id, block.id);
    }
    head?.answers.push(entry);
    const parent =
      block.reasoning === undefined ? undefined : this.byId.get(block.reasoning.parent);
    if (parent !== undefined) {
      parent.trace = entry;
    }
  }
}
