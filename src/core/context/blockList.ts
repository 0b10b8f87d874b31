import type { Block, BlockCall } from './block.ts';
import type { BlockChange, BlockInsertion } from './journalEvent.ts';
import type { PatchActor } from './operations.ts';

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

/** The number in an id; 0 if it has none. */
export function numberIn(id: string): number {
  return Number(id.slice(id.lastIndexOf('_') + 1)) || 0;
}

/** The blocks of a session in their order, with what points from one to another. Only who extends it changes it. */
export class BlockList implements BlockReader {
  private readonly byId = new Map<string, OwnEntry>();
  private readonly ids: string[] = [];
  private readonly list: OwnEntry[] = [];
  /** How many entries, from the first, know their place. */
  private numbered = 0;
  private readonly heads = new Map<string, string>();
  private question: string | undefined;
  /** Highest number of a block so far. */
  private last = 0;

  /** Ids of all blocks in the order of the context. */
  get order(): readonly string[] {
    return this.ids;
  }

  /** The entries of all blocks in the order of the context. */
  get entries(): readonly Entry[] {
    return this.list;
  }

  /** The last user message. */
  get currentQuestion(): string | undefined {
    return this.question;
  }

  /** Number of the next block's id. */
  get nextBlock(): number {
    return this.last + 1;
  }

  get(id: string): Block | undefined {
    return this.byId.get(id)?.block;
  }

  /** A block with its place. */
  entryOf(id: string): Entry | undefined {
    return this.byId.get(id);
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

  /** Gives no numbers up to this one any more. */
  protected skipBlocks(upTo: number): void {
    this.last = Math.max(this.last, upTo);
  }

  /** Changes a block that is there; `actor` is who did. */
  protected change(change: BlockChange, actor?: PatchActor): void {
    const entry = this.byId.get(change.id);
    if (entry !== undefined) {
      entry.block = { ...entry.block, ...change };
      entry.print = undefined;
      entry.newest = Math.max(entry.newest, entry.block.version);
      entry.setBy = change.visibility === undefined ? entry.setBy : actor;
    }
  }

  /** Pins or unpins a block that is there. */
  protected setPinned(id: string, pinned: boolean): void {
    const entry = this.byId.get(id);
    if (entry !== undefined) {
      entry.block = { ...entry.block, pinned };
    }
  }

  /** Puts a new block in. O(n) where others stand behind it. */
  protected insert({ block, before }: BlockInsertion): void {
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
    this.skipBlocks(numberIn(block.id));
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
