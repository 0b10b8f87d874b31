import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreedPrivate, writePrivate } from '../../../src/node/privateFile.ts';

describe('private files', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chipboard-private-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are readable by their user only, and leave nothing beside them', async () => {
    const file = join(folder, 'a');

    await writePrivate(file, 'one');
    await writePrivate(file, 'two');

    assert.equal(readFileSync(file, 'utf8'), 'two');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['a']);
  });

  it('give everybody who makes one at once the same text', async () => {
    const file = join(folder, 'below', 'b');

    const texts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => agreedPrivate(file, `text ${index}`)),
    );

    assert.equal(new Set(texts).size, 1);
    assert.equal(readFileSync(file, 'utf8'), texts[0]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(folder, 'below')), ['b']);
  });
});
