import type { RecordedBlock } from '../recordedBlock.ts';
import { SessionDraft, type NewBlock } from '../sessionDraft.ts';
import type { ThreadState } from './threadState.ts';

/*
 * A session that is taken up again may write its history once more, with other `uuid`s and not all of it. Such copies
 * are the blocks that they copy, so that what was not copied is known to have left.
 */

/** How much of a text is compared beside its length. */
const compared = 60;

type Compared = Pick<RecordedBlock, 'kind' | 'at' | 'call' | 'length' | 'description'>;

function keyOf({ kind, at, call = '', length, description }: Compared): string {
  return `${kind} ${String(at)} ${call} ${String(length)} ${description.slice(0, compared)}`;
}

/** Notes the blocks that copies may follow of. Each is looked at once. */
function noteCopied(thread: ThreadState): Map<string, number> {
  const { copied } = thread;
  const { blocks } = thread.draft;
  for (; copied.noted < blocks.length; copied.noted += 1) {
    const block = blocks[copied.noted];
    if (block !== undefined) {
      copied.byKey.set(keyOf(block), copied.noted);
    }
  }
  return copied.byKey;
}

/** Index of the block, added if it is no copy of another. `text` is the content's, for who has it already. */
export function addBlock(
  thread: ThreadState,
  block: NewBlock,
  content: unknown,
  text?: string,
): number {
  const draft = new SessionDraft(thread.draft);
  const known = thread.copying ? noteCopied(thread) : undefined;
  const index = draft.add(block, content, text);
  const made = thread.draft.blocks[index];
  const former = made === undefined ? undefined : known?.get(keyOf(made));
  if (former === undefined) {
    return index;
  }
  thread.draft.blocks.pop();
  return former;
}
