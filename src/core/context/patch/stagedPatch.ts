import { estimateBlock } from '../renderBlock.ts';
import type { ArtifactKey, Block } from '../block.ts';
import type { BlockReader, Entry } from '../blockList.ts';
import type { ContextState } from '../contextState.ts';
import type { BlockChange, BlockInsertion } from '../journalEvent.ts';
import type { PatchActor, PatchPolicy } from '../operations.ts';
import type { StagedBlocks } from '../patchedOutline.ts';
import type { TextReader } from '../texts.ts';

/** What a patch is checked against. */
export interface PatchContext {
  readonly state: ContextState;
  /** Has the texts of all blocks that the operations name. */
  readonly texts: TextReader;
  readonly actor: PatchActor;
  readonly policy: PatchPolicy;
}

/** Fields to be changed; their tokens are estimated anew where they are not given. */
export type NewFields = Omit<BlockChange, 'id'>;

/** What changes, and what takes it back. */
export interface StagedChanges {
  readonly changes: readonly BlockChange[];
  readonly reverse: readonly BlockChange[];
}

const none: readonly never[] = [];

function fieldsOf(block: Block, names: readonly string[]): NewFields {
  const all = block as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** The blocks as the operations so far would leave them. Nothing of the state is changed. */
export class StagedPatch implements StagedBlocks {
  readonly context: PatchContext;
  /** Texts that come into being. */
  readonly newTexts = new Map<ArtifactKey, string>();
  /** Texts that are to be deleted. */
  readonly erased = new Set<ArtifactKey>();
  /** Patches that are taken back. */
  readonly undoes: string[] = [];
  readonly blocks: BlockReader = { get: (id) => this.find(id) };
  readonly texts: TextReader = {
    get: (artifact) => this.newTexts.get(artifact) ?? this.context.texts.get(artifact),
  };
  private readonly staged = new Map<string, Block>();
  private readonly fields = new Map<string, Set<string>>();
  /** By new block, oldest first: the one before which it stands, which may be new itself. */
  private readonly places = new Map<string, string>();
  private readonly placed = new Map<string, string[]>();

  constructor(context: PatchContext) {
    this.context = context;
  }

  /** Changes a block that is there. */
  change(id: string, given: NewFields): void {
    const before = this.find(id);
    if (before === undefined) {
      return;
    }
    if (given.content !== undefined && before.content.form === 'offloaded') {
      // A stub that this patch itself made is of no use once the text is back.
      this.newTexts.delete(before.content.stub);
    }
    const changed = { ...before, ...given };
    const isOther = given.content !== undefined || given.calls !== undefined;
    const recount = isOther && given.tokens === undefined;
    const block = recount
      ? { ...changed, tokens: { estimate: estimateBlock(changed, this.texts) } }
      : changed;
    this.staged.set(id, block);
    const names = this.fields.get(id) ?? new Set<string>();
    for (const name of [...Object.keys(given), ...(recount ? ['tokens'] : [])]) {
      names.add(name);
    }
    this.fields.set(id, names);
  }

  /** Puts a new block before another one. */
  insert(block: Block, before: string): void {
    this.staged.set(block.id, block);
    this.places.set(block.id, before);
    const others = this.placed.get(before);
    if (others === undefined) {
      this.placed.set(before, [block.id]);
    } else {
      others.push(block.id);
    }
  }

  /** The id of the next new block. */
  nextId(prefix: string): string {
    const number = this.context.state.nextBlock + this.places.size;
    return `${prefix}_${String(number).padStart(3, '0')}`;
  }

  /**
   * Place of a block in the order; those that are put in lie between two whole numbers, in their order. -1 if it is not
   * there. O(new blocks at its place).
   */
  placeOf(id: string): number {
    const { state } = this.context;
    let root = id;
    for (let next = this.places.get(id); next !== undefined; next = this.places.get(root)) {
      root = next;
    }
    if (root === id) {
      return state.positionOf(id);
    }
    const beside = this.beforeId(root);
    const index = beside.findIndex((block) => block.id === id);
    return state.positionOf(root) - (beside.length - index) / (beside.length + 1);
  }

  /** Place at which a block is rendered: that of the head of its chain, if that is in view. */
  shownAt(id: string): number {
    const head = this.find(id)?.result?.head;
    const follows = head !== undefined && this.find(head)?.visibility === 'model';
    return this.placeOf(follows ? head : id);
  }

  /**
   * The blocks from one place to another, in order, as they would be; new blocks that stand beside the first or the last
   * come too.
   */
  between(first: number, last: number): readonly Block[] {
    const blocks: Block[] = [];
    const { entries } = this.context.state;
    for (let place = Math.ceil(first); place <= Math.ceil(last); place += 1) {
      const entry = entries[place];
      if (entry !== undefined) {
        blocks.push(...this.before(entry), this.blockOf(entry));
      }
    }
    return blocks;
  }

  blockOf(entry: Entry): Block {
    return this.staged.get(entry.id) ?? entry.block;
  }

  before(entry: Entry): readonly Block[] {
    return this.placed.size === 0 ? none : this.beforeId(entry.id);
  }

  /** Ids of the blocks that change, and of those before which new ones stand. */
  get touched(): ReadonlySet<string> {
    return new Set([...this.fields.keys(), ...this.placed.keys()]);
  }

  /** The blocks that are put in, with their places, as they are after all operations. */
  get insertions(): readonly BlockInsertion[] {
    return [...this.places].flatMap(([id, before]) => {
      const block = this.staged.get(id);
      return block === undefined ? [] : [{ block, before }];
    });
  }

  /** Ids of the changed blocks that were there before, in the order of the context. */
  get targets(): readonly string[] {
    const { state } = this.context;
    return [...this.fields.keys()]
      .filter((id) => state.get(id) !== undefined)
      .sort((a, b) => state.positionOf(a) - state.positionOf(b));
  }

  /** What changes in some blocks, and what takes it back. */
  changesOf(targets: readonly string[]): StagedChanges {
    const changes: BlockChange[] = [];
    const reverse: BlockChange[] = [];
    for (const id of targets) {
      const before = this.context.state.get(id);
      const after = this.staged.get(id);
      if (before !== undefined && after !== undefined) {
        const names = [...(this.fields.get(id) ?? [])];
        changes.push({ id, ...fieldsOf(after, names) });
        reverse.push({ id, ...fieldsOf(before, names) });
      }
    }
    return { changes, reverse };
  }

  /** New blocks before a block, which may be new itself. */
  private beforeId(id: string): readonly Block[] {
    return (this.placed.get(id) ?? none).flatMap((placed) => {
      const block = this.staged.get(placed);
      return block === undefined ? [] : [...this.beforeId(placed), block];
    });
  }

  private find(id: string): Block | undefined {
    return this.staged.get(id) ?? this.context.state.get(id);
  }
}
