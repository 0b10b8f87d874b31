import { longestDocument } from '../../core/sources/feedRecords.ts';
import { layoutOf, type FileLayout } from '../../core/sources/filesBeside.ts';
import {
  sessionAtPath,
  sessionPath,
  type SessionInDatabase,
} from '../../core/sources/opencode/databasePaths.ts';
import { opencode } from '../../core/sources/opencode/opencodeFormat.ts';
import type { TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import { sampleBytes } from '../../core/sources/transcriptSample.ts';
import { slashed } from '../../core/sources/workspaceMarks.ts';
import { ok } from '../../ports/result.ts';
import type { TranscriptResult } from '../../ports/transcripts.ts';
import { hasSession, listSessions, sessionFacts } from './opencodeDatabase.ts';
import { diskFiles } from './diskFiles.ts';
import { readEnds } from './readSample.ts';
import { isDatabase, readDatabase } from './sqliteFile.ts';
import { failed, type FileFacts, type TranscriptFiles } from './transcriptFiles.ts';

/** What a transcript is, before it is read. */
export interface RecognisedTranscript {
  readonly format: TranscriptFormat;
  /** What it is read from. */
  readonly files: TranscriptFiles;
  /** Undefined where a session is one file. */
  readonly layout: FileLayout | undefined;
  /** Absolute, links resolved, with `/` between its parts. */
  readonly main: string;
  readonly bytes: number;
  /** Where it lies, for a session in a database; `main` is its path then. */
  readonly database?: SessionInDatabase;
}

/** Bytes of a file's beginning that are looked at where a sample has no record. */
const longFirstLine = 8 * 1024 * 1024;

/** Most bytes of a file of lines. */
const longestLines = 4 * 1024 ** 3;

async function formatOfFile(
  files: TranscriptFiles,
  path: string,
  formats: readonly TranscriptFormat[],
): Promise<TranscriptResult<{ readonly format: TranscriptFormat; readonly facts: FileFacts }>> {
  // The first line may be longer than a sample, when it has a picture.
  for (const bytes of [sampleBytes, longFirstLine]) {
    const ends = await readEnds(files, path, bytes);
    if (!ends.ok) {
      return ends;
    }
    const { sample, facts } = ends.value;
    const format = formats.find((one) => one.recognises(sample));
    if (format !== undefined) {
      return ok({ format, facts });
    }
    if (sample.records.length > 0) {
      break;
    }
  }
  return failed('unknown-format', `The file is no transcript that is known. ${knownAre(formats)}`);
}

/** Names the agents, for a person who picked another file. */
function knownAre(formats: readonly TranscriptFormat[]): string {
  const agents = [...new Set(formats.map(({ agent }) => agent))];
  const last = agents.pop() ?? '';
  return `Known are those of ${agents.length === 0 ? last : `${agents.join(', ')} and ${last}`}.`;
}

/** A session in a database; the newest if none is named. */
async function recogniseInDatabase(
  named: { readonly database: string; readonly session: string | undefined },
  formats: readonly TranscriptFormat[],
): Promise<TranscriptResult<RecognisedTranscript>> {
  const format = formats.find(({ id }) => id === opencode.id);
  const real = await diskFiles.resolve(named.database);
  if (!real.ok) {
    return real;
  }
  const database = real.value;
  if (format === undefined || !(await isDatabase(database))) {
    return failed('unknown-format', `It is no database that is known. ${knownAre(formats)}`);
  }
  const found = await readDatabase(database, (db) => {
    const session = named.session ?? listSessions(db)[0]?.id;
    return session === undefined
      ? undefined
      : { session, exists: hasSession(db, session), bytes: sessionFacts(db, session).bytes };
  });
  if (!found.ok) {
    return found;
  }
  const { value } = found;
  if (value?.exists !== true) {
    return failed('not-found', 'The session is not in the database.');
  }
  const at = { database, session: value.session };
  const main = sessionPath(at);
  return ok({
    ...{ format, files: diskFiles, layout: undefined, main },
    ...{ bytes: value.bytes, database: at },
  });
}

/** Finds out what a file is by its beginning, or which session in a database a path names. */
export async function recognise(
  path: string,
  formats: readonly TranscriptFormat[],
  files: TranscriptFiles,
): Promise<TranscriptResult<RecognisedTranscript>> {
  const main = await files.resolve(path);
  if (!main.ok) {
    const inside =
      files.alive && main.failure.code === 'not-found' ? sessionAtPath(slashed(path)) : undefined;
    return inside === undefined ? main : recogniseInDatabase(inside, formats);
  }
  if (files.alive && (await isDatabase(main.value))) {
    return recogniseInDatabase({ database: main.value, session: undefined }, formats);
  }
  const known = await formatOfFile(files, main.value, formats);
  if (!known.ok) {
    return known;
  }
  const { format, facts } = known.value;
  if (facts.size > (format.unit === 'line' ? longestLines : longestDocument)) {
    return failed('too-large', 'The file is too large to be read.');
  }
  return ok({ format, files, layout: layoutOf(format), main: main.value, bytes: facts.size });
}
