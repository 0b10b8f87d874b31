import assert from 'node:assert/strict';
import { isSealedChipFile, openChipFile, sealChipFile } from '../../../src/node/chipFileSeal.ts';

const plain = new TextEncoder().encode('{"chipboard":"chips"} secret words');

interface Sealed {
  readonly kdf: Record<string, unknown>;
  readonly nonce: string;
  readonly data: string;
}

function parse(bytes: Uint8Array): Sealed {
  return JSON.parse(Buffer.from(bytes).toString()) as Sealed;
}

function bytesOf(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

async function problemOf(bytes: Uint8Array, passphrase = 'open sesame'): Promise<string> {
  const opened = await openChipFile(bytes, passphrase);
  return opened.ok ? 'none' : opened.failure;
}

describe('an encrypted file of chips', () => {
  let sealed: Uint8Array;
  before(async () => {
    sealed = await sealChipFile(plain, 'open sesame');
  });

  it('gives back what was sealed, with the passphrase in any composition', async () => {
    const accents = await sealChipFile(plain, 'caf\u00e9');

    const opened = await openChipFile(sealed, 'open sesame');
    const composed = await openChipFile(accents, 'cafe\u0301');

    assert.ok(opened.ok && composed.ok);
    assert.deepEqual([...opened.value], [...plain]);
    assert.deepEqual([...composed.value], [...plain]);
  });

  it('shows nothing of it, and is another every time', async () => {
    const again = await sealChipFile(plain, 'open sesame');

    assert.ok(!Buffer.from(parse(sealed).data, 'base64').includes('secret'));
    assert.notEqual(parse(again).data, parse(sealed).data);
    assert.notEqual(parse(again).kdf['salt'], parse(sealed).kdf['salt']);
  });

  it('is told from a plain one', () => {
    assert.equal(isSealedChipFile(sealed), true);
    assert.equal(isSealedChipFile(plain), false);
    assert.equal(isSealedChipFile(new Uint8Array()), false);
  });

  it('is not opened by another passphrase', async () => {
    assert.match(await problemOf(sealed, 'open Sesame'), /passphrase is wrong/);
    assert.match(await problemOf(sealed, ''), /passphrase is wrong/);
  });

  it('is not opened after anything in it was changed', async () => {
    const { kdf, nonce, data, ...rest } = parse(sealed);
    const flipped = (text: string): string => {
      const bytes = Buffer.from(text, 'base64');
      bytes.writeUInt8((bytes[3] ?? 0) ^ 1, 3);
      return bytes.toString('base64');
    };

    for (const file of [
      { ...rest, kdf, nonce: flipped(nonce), data },
      { ...rest, kdf, nonce, data: flipped(data) },
      { ...rest, kdf, nonce, data: data.slice(0, -8) },
      { ...rest, kdf: { ...kdf, salt: flipped(String(kdf['salt'])) }, nonce, data },
      { ...rest, kdf: { ...kdf, p: 2 }, nonce, data },
    ]) {
      assert.match(await problemOf(bytesOf(file)), /passphrase is wrong, or the file was changed/);
    }
  });

  it('is not opened if it asks for too much memory or work, or for too little', async () => {
    const file = parse(sealed);

    for (const over of [
      { N: 2 ** 30 },
      { N: 2 ** 17 + 1 },
      { N: 2 },
      { r: 1_000_000 },
      { p: 1000 },
      { salt: '' },
      { N: -(2 ** 17) },
    ]) {
      const asked = bytesOf({ ...file, kdf: { ...file.kdf, ...over } });
      assert.match(await problemOf(asked), /more work or memory/);
    }
  });

  it('is no file of ours if a part is missing or of another type', async () => {
    const file = parse(sealed);

    for (const wrong of [
      {},
      [],
      null,
      { ...file, version: 2 },
      { ...file, kdf: { ...file.kdf, name: 'pbkdf2' } },
      { ...file, kdf: { ...file.kdf, N: '131072' } },
      { ...file, nonce: 'AAAA' },
      { ...file, data: '' },
      { ...file, data: '!' },
    ]) {
      assert.match(await problemOf(bytesOf(wrong)), /no encrypted export/);
    }
    assert.match(await problemOf(sealed.slice(0, -9)), /no encrypted export/);
  });
});
