import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import type {
  RecordedBlockRow,
  RecordedCallRow,
  SessionOverview,
} from '../../../src/ports/transcriptRows.ts';
import type { SessionAt, TranscriptResult } from '../../../src/ports/transcripts.ts';
import { mostCharacters, mostEntries } from '../../../src/ports/transcripts.ts';

/** A block with all of its text. */
export interface WholeBlock extends RecordedBlockRow {
  readonly text: string;
}

/** The main session of a short transcript. */
export interface WholeSession {
  readonly overview: SessionOverview;
  readonly calls: readonly RecordedCallRow[];
  readonly blocks: readonly WholeBlock[];
}

/** Reads a transcript of at most 500 blocks, apart from the extension. */
export async function wholeSession(path: string): Promise<WholeSession> {
  const source = new DirectTranscripts();
  try {
    const opened = valueOf(await source.open({ path, newest: 0, until: 'whole' }));
    const { transcript, generation } = opened;
    const at: SessionAt = { transcript, generation, session: [] };
    const all = { from: 0, limit: mostEntries };
    const blocks: WholeBlock[] = [];
    for (const row of valueOf(await source.blocks(at, all))) {
      const query = { block: blocks.length, from: 0, limit: mostCharacters };
      blocks.push({ ...row, text: valueOf(await source.text(at, query)).text });
    }
    const calls = valueOf(await source.calls(at, all));
    return { overview: valueOf(await source.overview(at)), calls, blocks };
  } finally {
    source.dispose();
  }
}

function valueOf<T>(result: TranscriptResult<T>): T {
  if (!result.ok) {
    throw new Error(result.failure.message);
  }
  return result.value;
}
