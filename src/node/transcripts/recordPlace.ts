import { fail, ok } from '../../ports/result.ts';
import type { RecordPlace, TranscriptResult } from '../../ports/transcripts.ts';
import { fileFailure, type TranscriptFiles } from './transcriptFiles.ts';

const newline = 10;

/** Bytes that are read at once. */
const chunkBytes = 1024 * 1024;

/** The line of a file, from 1, in which a byte stands. O(bytes before it). */
export async function recordPlace(
  files: TranscriptFiles,
  path: string,
  offset: number,
): Promise<TranscriptResult<RecordPlace>> {
  const opened = await files.open(path);
  if (!opened.ok) {
    return opened;
  }
  const file = opened.value;
  try {
    const buffer = new Uint8Array(Math.min(chunkBytes, Math.max(1, offset)));
    let line = 1;
    for (let at = 0; at < offset;) {
      const chunk = await file.fill(buffer.subarray(0, Math.min(chunkBytes, offset - at)), at);
      if (chunk.length === 0) {
        break;
      }
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, end + 1)) {
        line += 1;
      }
      at += chunk.length;
    }
    return ok({ file: path, line });
  } catch (error) {
    return fail(fileFailure(error));
  } finally {
    await file.close();
  }
}
