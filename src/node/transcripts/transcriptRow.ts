import { feedRecords } from '../../core/sources/feedRecords.ts';
import { layoutOf } from '../../core/sources/filesBeside.ts';
import type { RecordedSession } from '../../core/sources/recordedSession.ts';
import { importerOf, type TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import type { TranscriptRow } from '../../ports/transcripts.ts';
import type { IndexedTranscript } from '../../ports/transcriptStore.ts';
import { diskFiles } from './diskFiles.ts';
import { readEnds, type FileEnds } from './readSample.ts';

/** Bytes that are read of a file's beginning, and of its end. */
const headBytes = 64 * 1024;
const tailBytes = 16 * 1024;

/** A file that is to be read for its row. */
interface RowFile {
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
}

/** A file that was found. */
export interface FoundFile extends RowFile {
  /** Folder of the session as it was told beside the file; empty if it was not. */
  readonly folder: string;
}

const newline = 10;

/** The session as its beginning and its end tell it: enough for a title, a folder, a model. */
function sessionOfEnds(
  format: TranscriptFormat,
  path: string,
  { head, tail, facts }: FileEnds,
): RecordedSession {
  const reader = format.reader();
  reader.file?.(0, path);
  if (format.unit === 'document') {
    if (tail.length === 0 && head.length === facts.size) {
      const feed = feedRecords(format, reader, 0);
      feed.push(head);
      feed.pause(true);
    }
    return reader.session([path]);
  }
  const headEnd = head.length === facts.size ? head.length : head.lastIndexOf(newline) + 1;
  const feed = feedRecords(format, reader, 0);
  feed.push(head.subarray(0, headEnd));
  feed.pause(false);
  const start = tail.indexOf(newline) + 1;
  if (start > 0 && format.fromBeginning !== true) {
    const end = feedRecords(format, reader, 0, facts.size - tail.length + start);
    end.push(tail.subarray(start));
    end.pause(false);
  }
  return reader.session([path]);
}

/** Text of a field of a document that is too long to be read for a row; empty if its beginning has none. */
function looseText(text: string, fields: readonly string[]): string {
  for (const field of fields) {
    const match = new RegExp(`"${field}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,1000}")`).exec(text);
    if (match !== null) {
      try {
        return String(JSON.parse(match[1] ?? '""')).slice(0, 120);
      } catch {
        continue;
      }
    }
  }
  return '';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
}

/** What a file tells of itself. */
export type ReadRow = Pick<IndexedTranscript, 'importer' | 'row' | 'hint'>;

/** What is to be said of a file; undefined if it is no transcript that is known, or can not be read. */
export async function rowOf(
  file: FoundFile,
  formats: readonly TranscriptFormat[],
): Promise<TranscriptRow | undefined> {
  const read = await readRow(file, formats);
  return read && shownRow(read, file);
}

/** The row as it is shown. What the session does not tell is told beside the file, or guessed by its texts. */
export function shownRow(
  { row, hint }: Pick<ReadRow, 'row' | 'hint'>,
  { folder }: Pick<FoundFile, 'folder'>,
): TranscriptRow {
  return { ...row, folder: row.folder || folder || hint };
}

/** Reads what a file tells of itself; undefined if it is no transcript that is known, or can not be read. */
export async function readRow(
  { path, bytes, modified }: RowFile,
  formats: readonly TranscriptFormat[],
): Promise<ReadRow | undefined> {
  const ends = await readEnds(diskFiles, path, headBytes, tailBytes);
  if (!ends.ok) {
    return undefined;
  }
  const { sample } = ends.value;
  const format = formats.find((one) => one.recognises(sample));
  if (format === undefined) {
    return undefined;
  }
  const session = sessionOfEnds(format, path, ends.value);
  // Of a long document nothing was parsed; what it is called stands before or behind its messages.
  const loose = `${sample.text}\n${new TextDecoder().decode(ends.value.tail)}`;
  const row = {
    path,
    format: format.id,
    agent: format.agent,
    id: session.id || looseText(loose, ['sessionId', 'id']) || nameOf(path),
    title: session.title || looseText(loose, ['customTitle', 'title']),
    folder: session.folder,
    bytes,
    modified,
    ...(session.started !== undefined && { started: session.started }),
    model: session.models[0] ?? '',
    ...(tellsCalls(format, ends.value) && { calls: session.calls.length }),
  };
  const hint = looseText(loose, ['cwd', 'directory']);
  return { importer: importerOf(format), row, hint };
}

/** Whether all that has calls of the main session was read; of some documents they lie in files beside. */
function tellsCalls(format: TranscriptFormat, { head, facts }: FileEnds): boolean {
  const isWhole = head.length === facts.size;
  return isWhole && (format.unit === 'line' || layoutOf(format) === undefined);
}
