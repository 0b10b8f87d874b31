/*
 * The rule of this file: the database is opened and set aside only under the lock beside it. SQLite names its -wal and
 * -shm files by path, so a database opened while another process moves the three would take up foreign pages.
 * And nothing here opens the file of a living database: closing such a descriptor would drop the locks SQLite holds on it.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Endings of the files of one database. The main file comes last: while it is there, the others belong to it. */
const parts = ['-wal', '-shm', ''] as const;

/** Makes the folder of a database, for its owner only, if it is not there. */
export function makeFolder(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
}

/**
 * Does something while no other process or thread does it for the same database. The lock ends with the process that
 * holds it. Throws SQLite's busy error after `wait` milliseconds.
 */
export function withFileLock<T>(file: string, wait: number, work: () => T): T {
  const path = `${file}.lock`;
  const lock = new DatabaseSync(path, { timeout: wait });
  try {
    chmodSync(path, 0o600);
    lock.exec('BEGIN EXCLUSIVE');
    return work();
  } finally {
    lock.close();
  }
}

/** Makes an empty database file for its owner only, if there is none. SQLite gives its other files the same mode. */
export function makeFile(file: string): void {
  if (!existsSync(file)) {
    closeSync(openSync(file, 'wx', 0o600));
  }
}

/** Takes the rights of other users from the files of a database. */
export function protectFiles(file: string): void {
  for (const part of parts) {
    if (existsSync(file + part)) {
      chmodSync(file + part, 0o600);
    }
  }
}

/** Tells one file from another that took its path; undefined if there is none. */
export function identityOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}

/**
 * Renames a damaged database to the first free `<file>.corrupt-<n>` and gives that name. Its other files keep their
 * endings, so that SQLite's tools can still read it. To be called under the lock.
 */
export function setAside(file: string): string {
  let number = 1;
  while (existsSync(`${file}.corrupt-${number}`)) {
    number += 1;
  }
  const aside = `${file}.corrupt-${number}`;
  for (const part of parts) {
    if (existsSync(file + part)) {
      renameSync(file + part, aside + part);
    }
  }
  return aside;
}

/** Overwrites and removes the damaged databases that were set aside. To be called under the lock. */
export function overwriteSetAside(file: string): void {
  const start = `${basename(file)}.corrupt-`;
  const folder = dirname(file);
  for (const name of readdirSync(folder).filter((one) => one.startsWith(start))) {
    overwrite(join(folder, name));
    rmSync(join(folder, name), { force: true });
  }
}

function overwrite(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    const zeros = Buffer.alloc(1024 * 1024);
    let left = statSync(path).size;
    for (let at = 0; left > 0; at += zeros.length, left -= zeros.length) {
      writeSync(fd, zeros, 0, Math.min(left, zeros.length), at);
    }
    fsyncSync(fd);
    ftruncateSync(fd);
  } finally {
    closeSync(fd);
  }
}
