import { askedWords, hasWords, lineWith, mostHits } from '../../core/sources/textSearch.ts';
import { fail, ok } from '../../ports/result.ts';
import type { SearchHits, TextHits, TranscriptResult } from '../../ports/transcripts.ts';
import type { OpenOwn } from './openOwn.ts';

/** Blocks of a session of our own whose text has all of the words, case ignored. Throws `StoreError`. O(texts). */
export async function searchTexts(
  open: OpenOwn,
  words: string,
  signal?: AbortSignal,
): Promise<TranscriptResult<SearchHits>> {
  const asked = askedWords(words);
  const blocks: number[] = [];
  let partial = false;
  const indices = [...open.journal.blocks.rows.keys()];
  try {
    await open.eachText(
      indices,
      (index, text, isThere) => {
        partial ||= !isThere;
        if (isThere && hasWords(text, asked)) {
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

/** The same for a session that was opened for this alone: reads it, searches it, and lets go of it. Throws `StoreError`. */
export async function ownHits(
  open: OpenOwn,
  words: string,
  signal: AbortSignal,
): Promise<TranscriptResult<TextHits>> {
  try {
    await open.start();
    const found = await searchTexts(open, words, signal);
    if (!found.ok) {
      return found;
    }
    const { blocks, partial } = found.value;
    const [block] = blocks;
    let line = '';
    await open.eachText(block === undefined ? [] : [block], (_, text) => {
      line = lineWith(text, askedWords(words));
    });
    const first = block === undefined ? {} : { first: { session: [], line } };
    return ok({ blocks: blocks.length, partial, ...first });
  } finally {
    open.dispose();
  }
}
