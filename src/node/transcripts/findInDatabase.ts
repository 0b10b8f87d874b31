import { sessionPath } from '../../core/sources/opencode/databasePaths.ts';
import { opencode } from '../../core/sources/opencode/opencodeFormat.ts';
import type { TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import type { TranscriptRow } from '../../ports/transcripts.ts';
import { listSessions, sessionFacts, type ListedSession } from './opencodeDatabase.ts';
import { isDatabase, readDatabase } from './sqliteFile.ts';

/** A session that was found in a database. */
export interface FoundSession extends ListedSession {
  /** The session's path. */
  readonly path: string;
  readonly database: string;
  /** 0: to know it the rows have to be looked at. */
  readonly bytes: number;
}

/** The sessions of a database that worked in a wanted folder, newest first; none if it can not be read. */
export async function sessionsIn(
  database: string,
  isWanted: (folder: string) => boolean,
): Promise<readonly FoundSession[]> {
  const read = (await isDatabase(database)) && (await readDatabase(database, listSessions));
  return read === false || !read.ok
    ? []
    : read.value
        .filter(({ folder }) => isWanted(folder))
        .map((session) => ({
          ...session,
          ...{ path: sessionPath({ database, session: session.id }), database, bytes: 0 },
        }));
}

/** What is to be said of a session; undefined if it can not be read any more, or its format is not wanted. */
export async function rowOfSession(
  { id, title, folder, modified, started, path, database }: FoundSession,
  formats: readonly TranscriptFormat[],
): Promise<TranscriptRow | undefined> {
  const format = formats.find((one) => one.id === opencode.id);
  const facts = format && (await readDatabase(database, (db) => sessionFacts(db, id)));
  return format === undefined || facts?.ok !== true
    ? undefined
    : {
        ...{ path, format: format.id, agent: format.agent, id, title, folder },
        ...{ bytes: facts.value.bytes, modified, model: facts.value.model },
        ...(started !== undefined && { started }),
      };
}
