import type { SessionDraft } from '../sessionDraft.ts';
import { pushRun, runsOf, type Runs } from '../../../ports/runs.ts';
import { leaving } from '../windowCuts.ts';
import type { HistoryMessage, MessageRange } from './taskSeeds.ts';

/** Why a window changed; what left it and came back is worked out. */
export type WindowChange = Omit<
  Parameters<SessionDraft['patch']>[0],
  'left' | 'back' | 'created' | 'recovery'
>;

/** Most changes that are shown one by one; each costs as much as the window has blocks. */
const changesMost = 500;

/** The window of a task: its history without what is hidden, with texts that stand for others. */
export class TaskWindow {
  readonly #draft: SessionDraft;
  readonly #messages: readonly HistoryMessage[];
  /** Blocks of each message so far, by the part of the content. */
  readonly #blocks: (readonly { readonly part: number; readonly block: number }[])[] = [];
  readonly #instead = new Map<number, number>();
  readonly #active = new Set<string>();
  #deleted: MessageRange | undefined;
  #changes = 0;
  #late = false;

  constructor(draft: SessionDraft, messages: readonly HistoryMessage[]) {
    this.#draft = draft;
    this.#messages = messages;
  }

  /** What is left out of requests now. */
  get deleted(): MessageRange | undefined {
    return this.#deleted;
  }

  /** Adds all messages before an index that are not yet there. */
  showTo(end: number): void {
    for (
      let index = this.#blocks.length;
      index < Math.min(end, this.#messages.length);
      index += 1
    ) {
      const message = this.#messages[index];
      if (message?.question !== undefined) {
        this.#draft.noteQuestion(message.question);
      }
      // A summary stands in the list where it belongs, and was made when more messages were there.
      const blocks = message?.stands === undefined ? this.#add(message) : [];
      this.#blocks.push(blocks);
      if (this.#isVisible(index)) {
        for (const { block } of blocks) {
          this.#draft.show(block);
        }
      }
    }
  }

  /** The block of one part of a message that stands in the window; undefined if there is none. */
  blockOf(message: number, part: number): number | undefined {
    return this.#isVisible(message)
      ? this.#blocks[message]?.find((entry) => entry.part === part)?.block
      : undefined;
  }

  /** Puts a block in the place of another. */
  replace(block: number, by: number): void {
    this.#instead.set(block, by);
  }

  /** Puts a summary or a marker in the place of what it hides; gives its blocks. */
  activate(index: number): number[] {
    const message = this.#messages[index];
    const blocks = this.#add(message);
    this.#blocks[index] = blocks;
    this.#active.add(message?.id === '' ? `#${String(index)}` : (message?.id ?? ''));
    return blocks.map(({ block }) => block);
  }

  /** Leaves a range of messages out. */
  leaveOut(range: MessageRange): void {
    this.#deleted = range;
  }

  /** Changes the window and says why, if it is another then. */
  change(why: WindowChange, made: () => readonly number[]): void {
    const before: Runs = [...this.#draft.state.window];
    const created = made();
    this.#changes += 1;
    if (this.#changes > changesMost) {
      this.#late = true;
      return;
    }
    this.#settle(why, before, created);
  }

  /** Makes up for changes that were too many. */
  end(): void {
    if (this.#late) {
      const why: WindowChange = {
        kind: 'mixed',
        actor: 'runtime',
        trigger: '',
        reason: `What changed after the first ${String(changesMost)} changes.`,
        because: 'The files tell of more changes than are shown one by one.',
      };
      this.#settle(why, [...this.#draft.state.window], []);
    }
  }

  #settle(why: WindowChange, before: Runs, created: readonly number[]): void {
    const after = this.#rebuilt();
    const all = runsOf(created.toSorted((a, b) => a - b));
    const made = leaving(all, leaving(all, after));
    const left = leaving(before, after);
    const back = leaving(leaving(after, before), made);
    if (left.length + back.length + made.length > 0) {
      this.#draft.setWindow(after);
      const recovery = left.length === 0 && why.kind === 'compact' ? 'none' : 'transcript';
      this.#draft.patch({ ...why, left, back, created: made, recovery });
    }
  }

  #add(message: HistoryMessage | undefined): { readonly part: number; readonly block: number }[] {
    const at = message?.at === undefined ? {} : { at: message.at };
    return (message?.blocks ?? []).map(({ part, seed }) => ({
      part,
      block: this.#draft.add({ ...seed, ...at }, ''),
    }));
  }

  #isVisible(index: number): boolean {
    const message = this.#messages[index];
    const [start, end] = this.#deleted ?? [1, 0];
    return (
      message !== undefined &&
      !(index >= start && index <= end) &&
      !this.#active.has(message.condenseParent) &&
      !this.#active.has(message.truncationParent)
    );
  }

  #rebuilt(): Runs {
    const window: number[] = [];
    for (const [index, blocks] of this.#blocks.entries()) {
      if (this.#isVisible(index)) {
        for (const { block } of blocks) {
          const shown = this.#instead.get(block) ?? block;
          pushRun(window, shown, shown + 1);
        }
      }
    }
    return window;
  }
}
