/*
 * How a process outside the editor finds the windows: each window whose MCP server runs has a file of mode 0600 in
 * `windows` in the storage folder, which says where the server is reached and with which token.
 */
import { randomBytes } from 'node:crypto';
import { promises as fs, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './isAlive.ts';
import { writePrivate } from './privateFile.ts';

/** A window whose server runs. */
export interface WindowEntry {
  readonly pid: number;
  /** The machine it runs on: a home folder may be shared by several. */
  readonly host: string;
  readonly url: string;
  readonly token: string;
  /** Absolute paths of the folders that are open. */
  readonly folders: readonly string[];
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** What a window says of itself. */
export type Announced = Pick<WindowEntry, 'url' | 'token' | 'folders'>;

const folderName = 'windows';

/** The entry of this process's window. */
export class WindowAnnouncement {
  private readonly folder: string;
  private readonly file: string;
  private readonly version: string;
  private readonly started = Date.now();
  private last: Promise<unknown> = Promise.resolve();

  constructor(storageFolder: string, version: string) {
    this.folder = join(storageFolder, folderName);
    this.file = join(this.folder, `${process.pid}-${randomBytes(4).toString('hex')}.json`);
    this.version = version;
  }

  /** Writes the entry, or writes it anew. */
  announce(announced: Announced): Promise<void> {
    return this.next(async () => {
      await fs.mkdir(this.folder, { recursive: true, mode: 0o700 });
      const { pid } = process;
      const { version, started } = this;
      const entry: WindowEntry = { ...announced, pid, host: hostname(), version, started };
      await writePrivate(this.file, `${JSON.stringify(entry)}\n`);
    });
  }

  /** Removes the entry; one that is not there is no fault. */
  withdraw(): Promise<void> {
    return this.next(() => fs.rm(this.file, { force: true }));
  }

  // In order, so that an entry withdrawn while it is written is gone in the end.
  private next(work: () => Promise<void>): Promise<void> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}

/** An entry that was found, and how to remove it. */
export interface FoundEntry extends WindowEntry {
  /** Removes the entry: nobody listens there any more. */
  dead(): void;
}

/**
 * The windows of this machine that have every one of the folders open, the newest first. Entries of processes that are
 * no more are removed on the way. It is asked before each call and blocks, as that takes a tenth of the time.
 * @param folders Real paths, without links.
 */
export function findWindows(storageFolder: string, folders: readonly string[]): FoundEntry[] {
  const folder = join(storageFolder, folderName);
  return (attempt(() => readdirSync(folder)) ?? [])
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readLiving(join(folder, name)) ?? [])
    .filter((entry) => hasOpen(entry, folders))
    .sort((a, b) => b.started - a.started);
}

function readLiving(file: string): FoundEntry | undefined {
  const entry = parseEntry(attempt(() => readFileSync(file, 'utf8')) ?? '');
  if (entry?.host !== hostname()) {
    return undefined;
  }
  const dead = (): void => attempt(() => rmSync(file, { force: true }));
  if (!isAlive(entry.pid)) {
    dead();
    return undefined;
  }
  return { ...entry, dead };
}

/** The folders must be the window's own and not lie in them: a relative path must mean the same file there and here. */
function hasOpen(entry: WindowEntry, folders: readonly string[]): boolean {
  const open = entry.folders.map((path) => attempt(() => realpathSync.native(path)) ?? path);
  return folders.length > 0 && folders.every((path) => open.includes(path));
}

/** Files come and go while they are looked at. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function parseEntry(text: string): WindowEntry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is WindowEntry {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { pid, host, url, token, folders, started } = value as Record<string, unknown>;
  return (
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    [host, url, token].every((text) => typeof text === 'string') &&
    // The token goes to this machine and nowhere else, whatever the file says.
    /^http:\/\/127\.0\.0\.1:\d+\//.test(String(url)) &&
    typeof started === 'number' &&
    Array.isArray(folders) &&
    folders.every((path) => typeof path === 'string')
  );
}
