import { fail, ok } from '../../ports/result.ts';
import type { SearchHits, TranscriptResult } from '../../ports/transcripts.ts';
import type { OpenOwn } from './openOwn.ts';

/** Most blocks that a search gives. */
const mostHits = 10_000;

/** Blocks of a session of our own whose text has all of the words, case ignored. Throws `StoreError`. O(texts). */
export async function searchTexts(
  open: OpenOwn,
  words: string,
  signal?: AbortSignal,
): Promise<TranscriptResult<SearchHits>> {
  const asked = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const blocks: number[] = [];
  let partial = false;
  const indices = [...open.journal.blocks.rows.keys()];
  try {
    await open.eachText(
      indices,
      (index, text, isThere) => {
        const lower = text.toLowerCase();
        partial ||= !isThere;
        if (isThere && asked.every((word) => lower.includes(word))) {
          if (blocks.length === mostHits) {
            partial = true;
            return false;
          }
          blocks.push(index);
        }
        return true;
      },
      signal,
    );
  } catch (cause) {
    if (signal?.aborted === true) {
      return fail({ code: 'cancelled', message: 'The search was stopped.' });
    }
    throw cause;
  }
  return ok({ blocks, partial });
}
