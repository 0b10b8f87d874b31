import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepLeftovers, temporaryName } from '../../../src/node/leftovers.ts';

describe('leftovers of writes that were cut off', () => {
  let folder: string;
  const put = (name: string, age: number): string => {
    const path = join(folder, name);
    fs.writeFileSync(path, 'half a file');
    const time = Date.now() / 1000 - age;
    fs.utimesSync(path, time, time);
    return path;
  };

  beforeEach(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'chipboard-left-'));
  });

  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('are removed when their process is dead, and only then', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const dead = put(`.chipboard-${pid}-0123456789ab.tmp`, 120);
    const young = put(`.chipboard-${pid}-0123456789ac.tmp`, 1);
    const own = put(`.chipboard-${process.pid}-0123456789ab.tmp`, 120);
    const ancient = put('.chipboard-0123456789ab.tmp', 2 * 86_400);
    const other = put('.chipboard-notes.tmp', 2 * 86_400);

    await sweepLeftovers(folder);

    assert.deepEqual(
      [dead, young, own, ancient, other].map((path) => fs.existsSync(path)),
      [false, true, true, false, true],
    );
  });

  it('do not stop an edit where the folder can not be looked at', async () => {
    await sweepLeftovers(join(folder, 'nowhere'));

    assert.match(
      temporaryName(folder),
      new RegExp(`/\\.chipboard-${process.pid}-[0-9a-f]{12}\\.tmp$`),
    );
  });
});
