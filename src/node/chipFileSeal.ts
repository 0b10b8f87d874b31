/*
 * Files of chips, encrypted: AES-256-GCM with a key that scrypt makes of a passphrase. How the key is made stands in the
 * file and is sealed with it; it is believed only within bounds, since a file may ask for any amount of memory.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import type { ChipFileSeal } from '../ports/chipFileSeal.ts';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { largestChipFile } from '../core/chips/chipFile.ts';

const version = 1;
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
const saltLength = 16;
const megabyte = 1024 * 1024;

/** Most memory that making a key may take, in bytes. */
const mostMemory = 256 * megabyte;

/** Base64 and what stands around it. */
const largestSealed = Math.ceil((largestChipFile * 4) / 3) + megabyte;

/** How the key is made of the passphrase. */
interface Derivation {
  readonly name: 'scrypt';
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** Base64. */
  readonly salt: string;
}

interface Envelope {
  readonly kdf: Derivation;
  readonly nonce: Buffer;
  /** The cipher text and its tag. */
  readonly data: Buffer;
}

const noSealedFile = 'The file is no encrypted export of Chipboard, or it was cut off.';

/** The bytes as a JSON file that only the passphrase opens. Takes about 128 MB and half a second, off this thread. */
export async function sealChipFile(bytes: Uint8Array, passphrase: string): Promise<Uint8Array> {
  const salt = randomBytes(saltLength).toString('base64');
  const kdf: Derivation = { name: 'scrypt', N: 2 ** 17, r: 8, p: 1, salt };
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, kdf), nonce);
  cipher.setAAD(sealedWith(kdf));
  const data = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  const envelope = { chipboard: 'sealed', version, kdf, nonce: nonce.toString('base64') };
  return Buffer.from(`${JSON.stringify({ ...envelope, data: data.toString('base64') })}\n`);
}

/** What `sealChipFile` was given, or in one sentence why it can not be had. */
export async function openChipFile(
  bytes: Uint8Array,
  passphrase: string,
): Promise<Result<Uint8Array, string>> {
  const envelope = bytes.length > largestSealed ? undefined : readEnvelope(bytes);
  if (envelope === undefined) {
    return fail(noSealedFile);
  }
  const { kdf, nonce, data } = envelope;
  if (!isBounded(kdf)) {
    return fail(
      'The file asks for more work or memory than an export of Chipboard; it is not opened.',
    );
  }
  const key = await keyOf(passphrase, kdf);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  decipher.setAAD(sealedWith(kdf));
  decipher.setAuthTag(data.subarray(-tagLength));
  const plain = decipher.update(data.subarray(0, -tagLength));
  try {
    decipher.final();
  } catch {
    return fail('The passphrase is wrong, or the file was changed after it was made.');
  }
  return ok(plain);
}

/** Whether the bytes begin like an encrypted export. */
export function isSealedChipFile(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 100)).toString('utf8');
  return /^\uFEFF?\s*\{\s*"chipboard"\s*:\s*"sealed"/.test(start);
}

/** The seal of this file. */
export const chipFileSeal: ChipFileSeal = {
  seal: sealChipFile,
  open: openChipFile,
  isSealed: isSealedChipFile,
};

function keyOf(passphrase: string, { N, r, p, salt }: Derivation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same words typed on another system may be composed otherwise.
    const words = passphrase.normalize('NFKC');
    const options = { N, r, p, maxmem: mostMemory + megabyte };
    scrypt(words, Buffer.from(salt, 'base64'), keyLength, options, (error, key) => {
      if (error === null) {
        resolve(key);
      } else {
        reject(error);
      }
    });
  });
}

/** What is not secret, but must not be changed either. */
function sealedWith({ name, N, r, p, salt }: Derivation): Buffer {
  return Buffer.from(JSON.stringify([version, name, N, r, p, salt]));
}

function isBounded({ N, r, p, salt }: Derivation): boolean {
  const length = Buffer.from(salt, 'base64').length;
  const isPower = N >= 2 ** 14 && Number.isInteger(Math.log2(N));
  const isSmall = r >= 1 && r <= 32 && p >= 1 && p <= 4 && 128 * N * r <= mostMemory;
  return isPower && isSmall && length >= saltLength && length <= 64;
}

function readEnvelope(bytes: Uint8Array): Envelope | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  const file = fields(value);
  const kdf = fields(file.get('kdf'));
  const [name, N, r, p] = [kdf.get('name'), kdf.get('N'), kdf.get('r'), kdf.get('p')];
  const salt = kdf.get('salt');
  const nonce = base64Of(file.get('nonce'));
  const data = base64Of(file.get('data'));
  if (
    file.get('chipboard') !== 'sealed' ||
    file.get('version') !== version ||
    name !== 'scrypt' ||
    typeof salt !== 'string' ||
    !isWhole(N) ||
    !isWhole(r) ||
    !isWhole(p) ||
    nonce?.length !== nonceLength ||
    data === undefined ||
    data.length < tagLength
  ) {
    return undefined;
  }
  return { kdf: { name, N, r, p, salt }, nonce, data };
}

function fields(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function base64Of(value: unknown): Buffer | undefined {
  return typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
    ? Buffer.from(value, 'base64')
    : undefined;
}
