import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileEditHost } from '../../../src/node/fileEditHost.ts';
import { HostBench, lf } from '../../fakes/hostBench.ts';

const program = fileURLToPath(new URL('../../fakes/editLoop.ts', import.meta.url));
const lineCount = 20_000;

describe('FileEditHost killed in the middle of an edit', function () {
  this.timeout(60_000);
  let folder = '';

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'chipboard-kill-')));
  });

  afterEach(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('leaves the old file or the new one, and nothing that stops the next edit', async () => {
    const file = join(folder, 'a.txt');
    fs.writeFileSync(file, 'round 0\n'.repeat(lineCount));
    const loops = Array.from({ length: 10 }, (_, index) => index + 1);

    for (const edits of loops) {
      await killedAfter(file, edits);
      const lines = fs.readFileSync(file, 'utf8').split('\n');
      assert.equal(lines.length, lineCount + 1);
      assert.equal(new Set(lines.slice(0, -1)).size, 1);
    }

    const left = fs.readdirSync(folder).filter((name) => name !== 'a.txt');
    assert.ok(left.every((name) => /^\.chipboard-[0-9a-f]{12}\.tmp$/.test(name)));
    assert.ok(left.length <= loops.length);
    await new HostBench(new FileEditHost(), folder).splice(file, 1, 1, lf('after'));
    assert.match(fs.readFileSync(file, 'utf8'), /^after\nround \d+\n/);
  });
});

/** Lets the program edit the file so many times, then kills it at a moment of its next edit. */
async function killedAfter(file: string, edits: number): Promise<void> {
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let made = 0;
  child.stdout.on('data', (dots: Buffer) => {
    made += dots.length;
    if (made >= edits) {
      child.kill('SIGKILL');
    }
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL');
}
