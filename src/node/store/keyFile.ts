import { createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../ports/store.ts';

/** The two secrets of a store, 32 bytes each. */
export interface StoreKeys {
  /** Tells these keys from others and gives nothing of them away. */
  readonly id: string;
  /** For the HMAC that names a payload. */
  readonly mac: Uint8Array;
  /** For AES-256-GCM. */
  readonly cipher: Uint8Array;
}

const keyFileName = 'chipboard.key';
/** What a crash while the key file was made leaves behind. */
const draftName = /^chipboard\.key\.[0-9a-f]{12}$/;
const keyLength = 32;
const otherUsersBits = 0o077;

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function writeNew(path: string, bytes: Uint8Array): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeSync(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Makes the key file complete or not at all; a file that is there already stays. */
function create(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeNew(draft, randomBytes(2 * keyLength));
  try {
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return;
    }
    // The file system has no hard links. Writing in place is still exclusive, only not proof against a crash here.
    try {
      writeNew(path, readFileSync(draft));
    } catch (second) {
      if (codeOf(second) !== 'EEXIST') {
        throw second;
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw new StoreError('failed', `The store's key file ${path} cannot be read.`);
  }
}

/**
 * Reads the keys that lie in a folder, making them first if there are none. Processes that do this at once get the same
 * keys. The file is kept readable for its owner only. Throws `failed` if it cannot be read or has a wrong size: a fresh
 * key in its place would make every stored text unreadable, so that is left to a person.
 */
export function loadKeys(folder: string): StoreKeys {
  const path = join(folder, keyFileName);
  let bytes = read(path);
  if (bytes === undefined) {
    create(path);
    bytes = read(path);
  }
  if (bytes?.length !== 2 * keyLength) {
    throw new StoreError('failed', `The store's key file ${path} has a wrong size.`);
  }
  if ((statSync(path).mode & otherUsersBits) !== 0) {
    chmodSync(path, 0o600);
  }
  return keysOf(bytes);
}

/** Keys that no store has had. */
export function newKeys(): StoreKeys {
  return keysOf(randomBytes(2 * keyLength));
}

/**
 * Writes other keys over those in a folder, on the same place of the disk as far as the file system allows: what was
 * sealed with the old ones can not be read any more. To be called under the lock of the database.
 */
export function replaceKeys(folder: string, keys: StoreKeys): void {
  const fd = openSync(join(folder, keyFileName), 'r+');
  try {
    writeSync(fd, Buffer.concat([keys.mac, keys.cipher]), 0, 2 * keyLength, 0);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  for (const name of readdirSync(folder)) {
    if (draftName.test(name)) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

function keysOf(bytes: Uint8Array): StoreKeys {
  const mac = bytes.subarray(0, keyLength);
  const id = createHmac('sha256', mac).update('id of these keys').digest('hex').slice(0, 32);
  return { id, mac, cipher: bytes.subarray(keyLength) };
}
