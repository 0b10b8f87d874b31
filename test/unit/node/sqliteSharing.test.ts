import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'mocha';
import { chipPut, textOf } from '../../contract/storeSamples.ts';
import { fileIn, openStore, tempFolder, workerPath } from './sqliteSetup.ts';

const program = fileURLToPath(new URL('./sqliteWriter.ts', import.meta.url));
const chipsEach = 200;

async function startWriter(folder: string, name: string): Promise<ChildProcess> {
  const child = fork(program, [workerPath, fileIn(folder), name, String(chipsEach)]);
  await once(child, 'message');
  return child;
}

describe('A SqliteStore shared by two processes', () => {
  it('has another version for each after one of them wrote', async () => {
    const folder = await tempFolder();
    const [one, two] = [openStore(folder.path), openStore(folder.path)];
    const before = [await one.version(), await two.version()];

    await one.write([chipPut('a')]);

    const after = [await one.version(), await two.version()];
    await Promise.all([one.close(), two.close()]);
    await folder.remove();
    assert.notEqual(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
  });

  it('loses nothing and keeps the limits when both make it and write at once', async () => {
    const folder = await tempFolder();
    const writers = await Promise.all([
      startWriter(folder.path, 'a'),
      startWriter(folder.path, 'b'),
    ]);

    const ends = writers.map(async (writer) => (await once(writer, 'exit'))[0] as number);
    writers.forEach((writer) => writer.send('go'));

    assert.deepEqual(await Promise.all(ends), [0, 0]);
    const store = openStore(folder.path);
    const many = await store.chips({ workspaces: ['/many'] });
    const few = await store.chips({ workspaces: ['/few'] });
    const texts = await Promise.all([textOf(store, 'a0'), textOf(store, 'b0')]);
    await store.close();
    await folder.remove();
    assert.equal(many.length, 2 * chipsEach);
    assert.equal(few.length, 50);
    assert.deepEqual(texts, ['content of a0', 'content of b0']);
  });
});
