import { transcriptSample, sampleBytes } from '../../core/sources/transcriptSample.ts';
import type { TranscriptSample } from '../../core/sources/transcriptFormat.ts';
import { fail, ok } from '../../ports/result.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { fileFailure, type FileFacts, type TranscriptFiles } from './transcriptFiles.ts';

/** The beginning and, where asked for, the end of a file. */
export interface FileEnds {
  readonly sample: TranscriptSample;
  readonly facts: FileFacts;
  readonly head: Uint8Array;
  /** What the head does not have of the last bytes; empty if the head is all. */
  readonly tail: Uint8Array;
}

/** Reads at most so many bytes of a file's beginning and end. */
export async function readEnds(
  files: TranscriptFiles,
  path: string,
  headBytes = sampleBytes,
  tailBytes = 0,
): Promise<TranscriptResult<FileEnds>> {
  const opened = await files.open(path);
  if (!opened.ok) {
    return opened;
  }
  const file = opened.value;
  const { facts } = file;
  try {
    const head = await file.fill(new Uint8Array(Math.min(headBytes, facts.size)), 0);
    const rest = Math.max(0, Math.min(tailBytes, facts.size - head.length));
    const tail = await file.fill(new Uint8Array(rest), facts.size - rest);
    const sample = transcriptSample(path, head, head.length === facts.size);
    return ok({ sample, facts, head, tail });
  } catch (error) {
    return fail(fileFailure(error));
  } finally {
    await file.close();
  }
}
