import type { TokenFamily } from '../../ports/tokens.ts';
import type { ArtifactKey, Block } from './block.ts';
import type { ContextState } from './contextState.ts';
import type { JournalEvent, PatchRecord } from './journalEvent.ts';
import type { EventWithText } from './journalWriter.ts';
import type { MadeBlock } from './newBlock.ts';

/** An exact count of a block as it was rendered then. */
export interface ExactCount {
  readonly block: Block;
  readonly exact: number;
  /** The vocabulary that it was counted with. */
  readonly family: TokenFamily;
}

/** The block's own text goes with the event that brings the block; that of its calls goes before. */
export function ingestEvents({
  block,
  text: content,
  callTexts,
}: MadeBlock): readonly EventWithText[] {
  const text = { artifact: block.content.artifact, content };
  const ingest: EventWithText = { event: { type: 'ingest', block }, text };
  if (block.calls === undefined || callTexts === undefined) {
    return [ingest];
  }
  const { artifact } = block.calls;
  return [
    { event: { type: 'artifact', artifact }, text: { artifact, content: callTexts } },
    ingest,
  ];
}

/** What is noted of a patch: the texts that it made, then itself. */
export function patchEvents(
  patch: PatchRecord,
  texts: ReadonlyMap<ArtifactKey, string>,
): readonly EventWithText[] {
  const artifacts = [...texts].map(([artifact, content]): EventWithText => ({
    event: { type: 'artifact', artifact },
    text: { artifact, content },
  }));
  return [...artifacts, { event: { type: 'patch', patch } }];
}

/** What is noted of exact counts: those of blocks that are still rendered so, and that are news; undefined if none is. */
export function countEvent(
  given: readonly ExactCount[],
  state: ContextState,
): JournalEvent | undefined {
  const counts = given.flatMap(({ block, exact, family }) => {
    const { content, tokens } = state.get(block.id) ?? {};
    const isNews = tokens?.exact !== exact || tokens.family !== family;
    return tokens !== undefined && content === block.content && isNews
      ? [[block.id, { estimate: tokens.estimate, exact, family }] as const]
      : [];
  });
  return counts.length === 0 ? undefined : { type: 'count', counts: Object.fromEntries(counts) };
}
