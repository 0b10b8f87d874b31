import { attachmentCall, type Block } from '../context/block.ts';
import type { ContextSession } from '../context/contextSession.ts';
import type { NewBlock } from '../context/newBlock.ts';
import { visibleBlocks } from '../context/outline.ts';

/** Characters of the longest attached text that stands in the view; of longer ones only the beginning does. */
export const longestAttachment = 16_000;

/** Characters of a longer text that stand in the view. */
const beginning = 1000;

/** Something that the user attached to a question. */
export interface Attachment {
  /** Where it is from, as the tools take it: `src/a.ts`, `src/a.ts:3-5`; else its name. One line. */
  readonly source: string;
  /** What it says. Absent where the model has to read it itself, or can not have it: then `note` says so. */
  readonly text?: string;
  /** What the model should know about it, as the end of a line. */
  readonly note?: string;
}

/** A question as it goes into a context. */
export interface QuestionBlocks {
  /** The question first. */
  readonly blocks: readonly NewBlock[];
  /** Places in `blocks` of the texts that are too long for the view. */
  readonly tooLong: readonly number[];
}

/** The block in view that already has this text from this source. */
function blockWith(session: ContextSession, { source, text }: Attachment): Block | undefined {
  return visibleBlocks(session.state).find(
    (block) =>
      block.result?.call === attachmentCall &&
      block.result.name === source &&
      block.content.form === 'inline' &&
      session.inlineText(block) === text,
  );
}

/** The question with a line for each attachment, and a block for each text that is not in view already. O(blocks). */
export function questionBlocks(
  session: ContextSession,
  question: string,
  attached: readonly Attachment[],
): QuestionBlocks {
  const texts: NewBlock[] = [];
  const tooLong: number[] = [];
  const lines = attached.map((each) => {
    const { source, text, note } = each;
    if (text === undefined) {
      return `- ${source}${note === undefined ? '' : `: ${note}`}`;
    }
    const former = blockWith(session, each);
    if (former !== undefined) {
      return `- ${source}: as it stands in ${former.id}`;
    }
    texts.push({ kind: 'tool_result', call: attachmentCall, name: source, text });
    if (text.length > longestAttachment) {
      tooLong.push(texts.length);
    }
    return `- ${source}: below`;
  });
  const text =
    lines.length === 0 ? question : `${question}\n\nAttached by the user:\n${lines.join('\n')}`;
  return { blocks: [{ kind: 'user_message', text }, ...texts], tooLong };
}

/** Puts attached texts aside that are too long: their beginning stands for them, and artifact-get reads the rest. */
export async function putAside(session: ContextSession, blocks: readonly Block[]): Promise<void> {
  const operations = blocks.map((block) => {
    const text = session.inlineText(block) ?? '';
    const source = block.result?.name ?? block.id;
    const start = text.slice(0, beginning).toWellFormed();
    return {
      op: 'payload_offload',
      ids: [block.id],
      replaceWith: {
        description: `${source}, attached by the user`,
        summary: `${source}: the first ${beginning} of its ${text.length} characters.\n${start}`,
        hint: 'artifact-get reads it in pages, and searches it',
      },
    } as const;
  });
  const reason = 'an attached text that is too long for the view';
  await session.apply({ reason, operations }, 'client');
}
