import { readdir, realpath, stat } from 'node:fs/promises';
import { longestDocument } from '../../core/sources/feedRecords.ts';
import { layoutOf, mainFileIn, type FileLayout } from '../../core/sources/filesBeside.ts';
import type { TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import { slashed } from '../../core/sources/workspaceMarks.ts';
import { fail, ok } from '../../ports/result.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { readEnds } from './readSample.ts';
import { failed, fileFailure } from './regularFile.ts';

/** What a transcript is, before it is read. */
export interface RecognisedTranscript {
  readonly format: TranscriptFormat;
  /** Undefined where a session is one file. */
  readonly layout: FileLayout | undefined;
  /** Absolute, links resolved, with `/` between its parts. */
  readonly main: string;
  readonly bytes: number;
}

/** Most bytes of a file of lines. */
const longestLines = 4 * 1024 ** 3;

/** The file that a path leads to: itself, or the one by which the session of a folder is opened. */
async function mainFile(path: string): Promise<TranscriptResult<string>> {
  try {
    // A link that a person names is followed; those beside the file it leads to are not.
    const real = await realpath(path);
    if (!(await stat(real)).isDirectory()) {
      return ok(slashed(real));
    }
    const name = mainFileIn(await readdir(real));
    return name === undefined
      ? failed('unknown-format', 'The folder is not that of one session.')
      : ok(`${slashed(real)}/${name}`);
  } catch (error) {
    return fail(fileFailure(error));
  }
}

/** Finds out what a file is by its beginning. */
export async function recognise(
  path: string,
  formats: readonly TranscriptFormat[],
): Promise<TranscriptResult<RecognisedTranscript>> {
  const main = await mainFile(path);
  if (!main.ok) {
    return main;
  }
  const ends = await readEnds(main.value);
  if (!ends.ok) {
    return ends;
  }
  const { sample, facts } = ends.value;
  const format = formats.find((one) => one.recognises(sample));
  if (format === undefined) {
    return failed('unknown-format', 'The file is no transcript that is known.');
  }
  if (facts.size > (format.unit === 'line' ? longestLines : longestDocument)) {
    return failed('too-large', 'The file is too large to be read.');
  }
  return ok({ format, layout: layoutOf(format), main: main.value, bytes: facts.size });
}
