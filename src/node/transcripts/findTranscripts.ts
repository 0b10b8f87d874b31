import { createHash } from 'node:crypto';
import { readdir, realpath } from 'node:fs/promises';
import { matchesName } from '../../core/sources/filesBeside.ts';
import type { TranscriptPlace, Surroundings } from '../../core/sources/places.ts';
import { transcriptPlaces } from '../../core/sources/places.ts';
import type { TranscriptFormat } from '../../core/sources/transcriptFormat.ts';
import {
  folderTold,
  isInFolders,
  isSlugOf,
  slashed,
  slugMayBe,
} from '../../core/sources/workspaceMarks.ts';
import { ok } from '../../ports/result.ts';
import type {
  FoundTranscripts,
  TranscriptQuery,
  TranscriptResult,
  TranscriptRow,
} from '../../ports/transcripts.ts';
import { diskFiles } from './diskFiles.ts';
import { rowOfSession, sessionsIn, type FoundSession } from './findInDatabase.ts';
import { fileFacts } from './regularFile.ts';
import { readRange } from './transcriptFiles.ts';
import { IndexedRows, type FoundTranscript } from './indexedRows.ts';
import { PatientMemory } from './patientMemory.ts';
import { walkFolder } from './walkFolder.ts';

/** Bounds of a search. */
export interface SearchBounds {
  /** Entries of folders that are looked at in each place. */
  readonly entries: number;
  /** Files whose size and time are looked at, all places together. */
  readonly files: number;
  /** Files whose beginning and end are read. */
  readonly reads: number;
}

const usual: SearchBounds = { entries: 20_000, files: 20_000, reads: 1000 };

const usualRows = 100;

/** Longest file that tells a folder. */
const markBytes = 64 * 1024;

interface Candidate extends FoundTranscript {
  readonly extra: boolean;
  /** For a session in a database. */
  readonly session?: FoundSession;
}

/** What a search is made of. */
export interface SearchParts {
  readonly formats: readonly TranscriptFormat[];
  readonly surroundings: Surroundings;
  readonly bounds?: SearchBounds;
  /** What rows are remembered by; if absent, all are read. */
  readonly memory?: PatientMemory;
}

/** Lists transcripts, newest first. Throws only when the signal is aborted. */
export async function findTranscripts(
  query: TranscriptQuery,
  { formats, surroundings, memory = new PatientMemory(undefined), bounds = usual }: SearchParts,
  signal?: AbortSignal,
): Promise<TranscriptResult<FoundTranscripts>> {
  const folders = query.folders && (await withReal(query.folders));
  const found = new Map<string, Candidate>();
  let more = false;
  for (const place of transcriptPlaces(surroundings, query.extra)) {
    signal?.throwIfAborted();
    if (place.agents !== undefined && !wants(query, place.agents)) {
      continue;
    }
    more = !(await lookIn(place, folders, found, bounds)) || more;
  }
  const newest = [...found.values()].sort((a, b) => b.modified - a.modified);
  const indexed = new IndexedRows(newest, formats, memory);
  const rows: TranscriptRow[] = [];
  const limit = Math.min(query.limit ?? usualRows, bounds.reads);
  for (const [index, candidate] of newest.entries()) {
    signal?.throwIfAborted();
    if (rows.length >= limit || index >= bounds.reads) {
      more = true;
      break;
    }
    const row =
      candidate.session === undefined
        ? await indexed.row(index)
        : await rowOfSession(candidate.session, formats);
    const isWanted =
      folders === undefined || candidate.extra || isInFolders(row?.folder ?? '', folders);
    if (row !== undefined && isWanted && wants(query, [row.agent])) {
      rows.push(row);
    }
  }
  // Nobody waits for it.
  void indexed.end();
  return ok({ rows, more });
}

/** Of sessions that were found once, those that a search would give if their files were there still. */
export async function lostTranscripts(
  rows: readonly TranscriptRow[],
  query: TranscriptQuery,
): Promise<TranscriptRow[]> {
  const folders = query.folders && (await withReal(query.folders));
  const lost: TranscriptRow[] = [];
  for (const row of rows) {
    const isWanted = folders === undefined || isInFolders(row.folder, folders);
    if (isWanted && wants(query, [row.agent]) && (await fileFacts(row.path)) === undefined) {
      lost.push(row);
    }
  }
  return lost;
}

/** Whether sessions of one of these agents are looked for. */
function wants({ agents }: TranscriptQuery, of: readonly string[]): boolean {
  return agents === undefined || agents.length === 0 || of.some((agent) => agents.includes(agent));
}

/** Folders and what their links lead to: programs name either. */
async function withReal(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  return [...new Set([...folders, ...real].map(slashed))];
}

/** Adds the files of a place to those found. Answers false when a bound was met. */
async function lookIn(
  place: TranscriptPlace,
  folders: readonly string[] | undefined,
  found: Map<string, Candidate>,
  bounds: SearchBounds,
): Promise<boolean> {
  const budget = { entries: bounds.entries };
  const root = await realpath(place.root).then(slashed, () => undefined);
  if (root === undefined) {
    return true;
  }
  // What marks told, by the folder of the part; the walk asks before it goes on.
  let told = '';
  const enter = async (path: string, name: string, depth: number): Promise<boolean> => {
    const { mark } = place;
    if (mark?.depth !== depth) {
      return true;
    }
    if (mark.by === 'slug') {
      told = folders?.find((one) => isSlugOf(name, one)) ?? '';
      return folders === undefined || slugMayBe(name, folders);
    }
    const read = await readRange(diskFiles, `${path}/${mark.name}`, 0, markBytes);
    told = read.ok ? folderTold(mark.name, new TextDecoder().decode(read.value)) : '';
    if (told === '' && mark.hashed === true && folders !== undefined) {
      told = folders.find((one) => hashOf(one) === name) ?? '';
    }
    return folders === undefined || told === '' || isInFolders(told, folders);
  };
  const walk = walkFolder(root, place.parts, {
    budget,
    enter,
    ...(place.newestLast && { reverse: true }),
  });
  for await (const path of walk) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (found.has(path) || (place.except !== undefined && matchesName(place.except, name))) {
      continue;
    }
    if (found.size >= bounds.files) {
      return false;
    }
    if (place.database === true) {
      const isWanted = (folder: string): boolean =>
        folders === undefined || place.extra === true || isInFolders(folder, folders);
      for (const session of await sessionsIn(path, isWanted)) {
        if (found.size < bounds.files) {
          found.set(session.path, { ...session, inode: 0, extra: place.extra ?? false, session });
        }
      }
      continue;
    }
    const facts = await fileFacts(path);
    if (facts !== undefined && facts.size > 0) {
      const { inode, size: bytes, modified } = facts;
      found.set(path, { path, inode, bytes, modified, folder: told, extra: place.extra ?? false });
    }
  }
  return budget.entries > 0;
}

function hashOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex');
}

const windowsUsers = '/mnt/c/Users';

/** Homes of Windows users, where Linux runs inside Windows; none elsewhere. */
export async function windowsHomes(env: Surroundings['env']): Promise<string[]> {
  if (env['WSL_DISTRO_NAME'] === undefined) {
    return [];
  }
  try {
    const entries = await readdir(windowsUsers, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const own = names.filter((name) => !['Public', 'Default', 'All Users'].includes(name));
    return own.slice(0, 20).map((name) => `${windowsUsers}/${name}`);
  } catch {
    return [];
  }
}
