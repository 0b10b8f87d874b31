import { layoutOf } from '../../core/sources/filesBeside.ts';
import type { TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import { fail, ok } from '../../ports/result.ts';
import {
  mostFileBytes,
  type FileBytes,
  type TranscriptFileList,
  type TranscriptFileRow,
  type TranscriptResult,
} from '../../ports/transcripts.ts';
import { diskFiles } from './diskFiles.ts';
import { FilesBeside, type FileBeside } from './findBeside.ts';
import { recognise } from './recognise.ts';
import { failed, fileFailure, type FileFacts } from './transcriptFiles.ts';
import { rowOf } from './transcriptRow.ts';

const changed = failed('changed', 'The file is not what it was when it was looked at.');

/** Lists the files of the transcript that a path leads to. */
export async function filesOf(
  path: string,
  formats: readonly TranscriptFormat[],
): Promise<TranscriptResult<TranscriptFileList>> {
  const recognised = await recognise(path, formats, diskFiles);
  if (!recognised.ok) {
    return recognised;
  }
  const { format, main, database } = recognised.value;
  if (database !== undefined) {
    return failed(
      'not-a-file',
      'The session lies in its agent’s database, from which it can not be kept.',
    );
  }
  const layout = layoutOf(format);
  const beside = layout === undefined ? [] : await new FilesBeside(diskFiles, main, layout).find();
  const files: TranscriptFileRow[] = [];
  for (const { path: file, use } of [{ path: main, use: 'records' } as FileBeside, ...beside]) {
    const facts = await diskFiles.facts(file);
    if (facts !== undefined) {
      files.push({ path: file, use, ...facts });
    } else if (file === main) {
      return failed('not-found', 'The file is not there.');
    }
  }
  const { size = 0, modified = 0 } = files[0] ?? {};
  // What it is is known, also where its first line is longer than what a row is made of.
  const known = [{ ...format, recognises: () => true }];
  const row = await rowOf({ path: main, bytes: size, modified, folder: '' }, known);
  return row === undefined ? changed : ok({ row, unit: format.unit, files });
}

/** Reads a part of a file that was listed. */
export async function bytesOf(
  file: TranscriptFileRow,
  unit: TranscriptFileList['unit'],
  offset: number,
  length: number,
): Promise<TranscriptResult<FileBytes>> {
  const opened = await diskFiles.open(file.path);
  if (!opened.ok) {
    return opened;
  }
  const open = opened.value;
  try {
    if (!fits(open.facts, file, unit)) {
      return changed;
    }
    const most = Math.min(length, mostFileBytes, file.size - offset);
    const buffer = new Uint8Array(Math.max(0, most));
    const bytes = await open.fill(buffer, offset);
    // A document that was written meanwhile is half one and half the other.
    const after = await diskFiles.facts(file.path);
    const isWhole = bytes.length === buffer.length && after !== undefined;
    return isWhole && fits(after, file, unit) ? ok({ bytes }) : changed;
  } catch (error) {
    return fail(fileFailure(error));
  } finally {
    await open.close();
  }
}

function fits(
  now: FileFacts,
  { inode, size, modified }: TranscriptFileRow,
  unit: TranscriptFileList['unit'],
): boolean {
  return (
    now.inode === inode &&
    (unit === 'line' ? now.size >= size : now.size === size && now.modified === modified)
  );
}
