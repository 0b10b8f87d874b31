import { askedWords, lineWith } from '../../core/sources/textSearch.ts';
import { ok } from '../../ports/result.ts';
import {
  mostCharacters,
  type OpenRequest,
  type SessionAt,
  type TextHits,
  type TranscriptResult,
  type TranscriptSource,
} from '../../ports/transcripts.ts';

/** What a transcript that nobody has open is searched through. */
type Reading = Pick<TranscriptSource, 'open' | 'close' | 'search' | 'text'>;

/** Opens a transcript, searches the texts of all its sessions, and closes it. Nothing of it is remembered. */
export async function textHits(
  source: Reading,
  request: Pick<OpenRequest, 'path' | 'kept'>,
  words: string,
  signal?: AbortSignal,
): Promise<TranscriptResult<TextHits>> {
  const opened = await source.open({ ...request, newest: 0, until: 'whole', once: true }, signal);
  if (!opened.ok) {
    return opened;
  }
  const { transcript, generation, sessions } = opened.value;
  let [blocks, partial] = [0, false];
  let first: TextHits['first'];
  try {
    for (const { session } of sessions) {
      const at = { transcript, session, generation };
      const found = await source.search(at, words, signal);
      if (!found.ok) {
        return found;
      }
      const [block] = found.value.blocks;
      blocks += found.value.blocks.length;
      partial ||= found.value.partial;
      if (first === undefined && block !== undefined) {
        first = { session, line: await lineOf(source, at, block, words) };
      }
    }
  } finally {
    await source.close(transcript);
  }
  return ok({ blocks, partial, ...(first && { first }) });
}

/** The line of a block's text with the first of the words; empty if the words stand farther in than is read at once. */
async function lineOf(
  source: Reading,
  at: SessionAt,
  block: number,
  words: string,
): Promise<string> {
  const part = await source.text(at, { block, from: 0, limit: mostCharacters });
  return part.ok ? lineWith(part.value.text, askedWords(words)) : '';
}
