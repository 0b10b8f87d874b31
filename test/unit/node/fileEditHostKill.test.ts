import assert from 'node:assert/strict';
import { buildSync } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileEditHost } from '../../../src/node/fileEditHost.ts';
import { HostBench, lf } from '../../fakes/hostBench.ts';

const source = fileURLToPath(new URL('../../fakes/editLoop.ts', import.meta.url));
const lineCount = 20_000;

describe('FileEditHost killed in the middle of an edit', function () {
  this.timeout(60_000);
  let program = '';
  let folder = '';

  before(() => {
    // In one file the program starts several times faster.
    program = join(fs.mkdtempSync(join(tmpdir(), 'chipboard-kill-')), 'editLoop.mjs');
    const options = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error' } as const;
    buildSync({ ...options, entryPoints: [source], outfile: program });
  });

  after(() => {
    fs.rmSync(dirname(program), { recursive: true, force: true });
  });

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'chipboard-kill-')));
  });

  afterEach(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('leaves the old file or the new one, and nothing that stops the next edit', async () => {
    const file = join(folder, 'a.txt');
    fs.writeFileSync(file, 'round 0\n'.repeat(lineCount));
    // Making, filling and renaming the new file are some events each, so every step is cut off once.
    const moments = Array.from({ length: 12 }, (_, index) => index + 1);

    for (const events of moments) {
      await killedAfter(program, file, events);
      const lines = fs.readFileSync(file, 'utf8').split('\n');
      assert.equal(lines.length, lineCount + 1);
      assert.equal(new Set(lines.slice(0, -1)).size, 1);
    }

    const left = fs.readdirSync(folder).filter((name) => name !== 'a.txt');
    assert.ok(left.every((name) => /^\.chipboard-\d+-[0-9a-f]{12}\.tmp$/.test(name)));
    assert.ok(left.length <= moments.length);
    await new HostBench(new FileEditHost(), folder).splice(file, 1, 1, lf('after'));
    assert.match(fs.readFileSync(file, 'utf8'), /^after\nround \d+\n/);
  });
});

/** Lets the program edit the file until so many things have happened in its folder, then kills it. */
async function killedAfter(program: string, file: string, events: number): Promise<void> {
  const child = spawn(process.execPath, [program, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let seen = 0;
  const watcher = fs.watch(dirname(file), () => {
    seen += 1;
    if (seen === events) {
      child.kill('SIGKILL');
    }
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  watcher.close();
  assert.equal(signal, 'SIGKILL');
}
