import { readdir, realpath, stat } from 'node:fs/promises';
import { mainFileIn } from '../../core/sources/filesBeside.ts';
import { slashed } from '../../core/sources/workspaceMarks.ts';
import { fail, ok } from '../../ports/result.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { fileFacts, openRegular } from './regularFile.ts';
import { failed, fileFailure, type TranscriptFiles } from './transcriptFiles.ts';
import { walkFolder } from './walkFolder.ts';

async function resolve(path: string): Promise<TranscriptResult<string>> {
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

/** The files on disk: regular ones only, and no link below the file that is named is followed. */
export const diskFiles: TranscriptFiles = {
  alive: true,
  resolve,
  facts: fileFacts,
  open: openRegular,
  list: (folder, parts, budget) => walkFolder(folder, parts, { budget }),
};
