import type { OwnBlockRow } from '../../../ports/transcriptRows.ts';
import { isInline, type Block } from '../../context/block.ts';
import type { ContextState } from '../../context/contextState.ts';
import type { JournalBlocks } from './journalBlocks.ts';

/** What the runtime knows of the blocks as they are now, in the order of the context. O(n). */
export function ownRows(state: ContextState, blocks: JournalBlocks): readonly OwnBlockRow[] {
  return state.entries.flatMap(({ id, block }) => {
    const index = blocks.indexOf(id);
    return index === undefined ? [] : [ownRow(block, index, state)];
  });
}

function ownRow(block: Block, index: number, state: ContextState): OwnBlockRow {
  const { id, visibility, pinned, version, content, tokens, sources } = block;
  const chain = state.chainOf(block);
  return {
    block: index,
    ...{ id, visibility, pinned, version, sources },
    protected: block.protected,
    inline: isInline(block),
    artifact: content.artifact,
    ...(tokens.exact !== undefined && { exact: tokens.exact }),
    chain: chain === undefined ? [] : [chain.head, ...chain.results],
  };
}
