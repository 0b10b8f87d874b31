import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import * as zlib from 'node:zlib';
import { StoreError, type PayloadKey } from '../../ports/store.ts';
import type { StoreKeys } from './keyFile.ts';

/** A sealed text is: codec (1 byte), nonce, cipher text, tag. The codec byte says how the plain text was packed. */
const codecs = { plain: 0, deflate: 1, zstd: 2 } as const;
type Codec = (typeof codecs)[keyof typeof codecs];

const nonceLength = 12;
const tagLength = 16;

/** Nonces that are drawn at once: to draw each by itself takes half as long as to encrypt a short text. */
const noncesAtOnce = 256;

const smallestRoom = 1024;
const largestChunk = 64 * 1024;

/** Shorter texts are left as they are: packing would spare few bytes, and unpacking many takes longer than reading them. */
const shortestPacked = 512;

/** Older versions of Node have no zstd; a database may be shared with one that has. */
const hasZstd = typeof zlib.zstdCompressSync === 'function';

interface Packed {
  readonly codec: Codec;
  readonly bytes: Uint8Array;
}

function pack(content: Uint8Array): Packed {
  if (content.length >= shortestPacked) {
    // Room for a text of its length: by default it is 16 KiB, which for short texts is most of what they leave to collect.
    const chunkSize = Math.min(content.length, largestChunk);
    const bytes = hasZstd
      ? zlib.zstdCompressSync(content, { chunkSize })
      : zlib.deflateRawSync(content, { level: 3, chunkSize });
    if (bytes.length < content.length) {
      return { codec: hasZstd ? codecs.zstd : codecs.deflate, bytes };
    }
  }
  return { codec: codecs.plain, bytes: content };
}

/** Room for what a text mostly unpacks to, for the same reason; a longer one is unpacked in steps. */
function roomFor(packed: Uint8Array): number {
  return Math.min(Math.max(packed.length * 4, smallestRoom), largestChunk);
}

function unpack(codec: number, bytes: Uint8Array): Uint8Array {
  switch (codec) {
    case codecs.plain:
      return bytes;
    case codecs.deflate:
      return zlib.inflateRawSync(bytes, { chunkSize: roomFor(bytes) });
    case codecs.zstd:
      if (!hasZstd) {
        throw new StoreError('failed', 'This stored text needs a newer version of Node (zstd).');
      }
      return zlib.zstdDecompressSync(bytes, { chunkSize: roomFor(bytes) });
    default:
      throw tampered();
  }
}

function tampered(): StoreError {
  return new StoreError(
    'tampered',
    'A stored text cannot be read: it was changed, or the key file was lost or replaced after it was stored.',
  );
}

/** Names texts by a keyed hash, and packs and encrypts them. */
export class PayloadSeal {
  // Made once: from bytes, Node makes a key anew for every text, which takes longer than the cipher itself.
  private readonly mac: KeyObject;
  private readonly cipher: KeyObject;
  private nonces = Buffer.alloc(0);

  constructor(keys: StoreKeys) {
    this.mac = createSecretKey(keys.mac);
    this.cipher = createSecretKey(keys.cipher);
  }

  /** The name of a content: HMAC-SHA-256, 64 hexadecimal digits. */
  keyOf(content: Uint8Array): PayloadKey {
    return createHmac('sha256', this.mac).update(content).digest('hex');
  }

  /** Packs and encrypts. Only `open` with the same `purpose` reads it again. */
  seal(content: Uint8Array, purpose: string): Uint8Array {
    const { codec, bytes } = pack(content);
    const nonce = this.nextNonce();
    const cipher = createCipheriv('aes-256-gcm', this.cipher, nonce);
    cipher.setAAD(Buffer.from(`${codec}:${purpose}`));
    return Buffer.concat([
      Uint8Array.of(codec),
      nonce,
      cipher.update(bytes),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  /** Random bytes that were not given before. */
  private nextNonce(): Uint8Array {
    if (this.nonces.length === 0) {
      this.nonces = randomBytes(nonceLength * noncesAtOnce);
    }
    const nonce = this.nonces.subarray(0, nonceLength);
    this.nonces = this.nonces.subarray(nonceLength);
    return nonce;
  }

  /** The content of a sealed text. Throws `tampered` if it was not sealed with these keys for this purpose. */
  open(sealed: Uint8Array, purpose: string): Uint8Array {
    const codec = sealed[0];
    if (codec === undefined || sealed.length < 1 + nonceLength + tagLength) {
      throw tampered();
    }
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.cipher,
      sealed.subarray(1, 1 + nonceLength),
      { authTagLength: tagLength },
    );
    decipher.setAAD(Buffer.from(`${codec}:${purpose}`));
    decipher.setAuthTag(sealed.subarray(-tagLength));
    const packed = decipher.update(sealed.subarray(1 + nonceLength, -tagLength));
    try {
      decipher.final();
    } catch {
      throw tampered();
    }
    return unpack(codec, packed);
  }

  /** Opens a payload sealed for its own key, and checks that its content has that key. */
  openPayload(sealed: Uint8Array, key: PayloadKey): Uint8Array {
    const content = this.open(sealed, key);
    if (this.keyOf(content) !== key) {
      throw tampered();
    }
    return content;
  }
}
