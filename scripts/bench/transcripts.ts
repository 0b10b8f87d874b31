/*
 * Measures how transcripts are read, each figure in a process of its own: the import beside a bare parse of the same
 * lines, a session of 100 MB until its newest turns and until all of it is there, the most memory that takes, what the
 * thread notices that asks, how fast a session is there again that was read before, and what it costs to follow ten lines a second. Prints times and ratios; asserts nothing.
 *
 * --mib N   size of the long session; 100 if absent
 */
import { buildSync } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../setup/command.mjs';
import { ROOT } from '../setup/dependencies.mjs';
import { measuredFormat, writeLongTranscript } from './longTranscript.ts';

const { values } = parseArgs({ options: { mib: { type: 'string', default: '100' } } });
const mebibyte = 1024 * 1024;

const scratch = await mkdtemp(join(tmpdir(), 'chipboard-bench-'));
try {
  const workerPath = join(scratch, 'worker.cjs');
  const entry = measuredFormat.id.endsWith('made')
    ? 'test/fakes/madeTranscriptsWorker.ts'
    : 'src/node/transcripts/transcriptsWorker.ts';
  buildSync({
    entryPoints: [join(ROOT, entry)],
    bundle: true,
    platform: 'node',
    outfile: workerPath,
  });
  const storeWorkerPath = join(scratch, 'storeWorker.cjs');
  buildSync({
    entryPoints: [join(ROOT, 'src/node/store/storeWorker.ts')],
    bundle: true,
    platform: 'node',
    outfile: storeWorkerPath,
  });
  const long = join(scratch, 'long.jsonl');
  const short = join(scratch, 'short.jsonl');
  await writeLongTranscript(long, Number(values.mib) * mebibyte);
  await writeLongTranscript(short, 10 * mebibyte);
  console.log(`Format ${measuredFormat.id}, a session of ${values.mib} MiB`);
  const parse = await measure('parse', long);
  const bare = number(parse, 'bare');
  const whole = number(parse, 'whole');
  console.log(
    `  import ${whole.toFixed(0)} ms, bare parse ${bare.toFixed(0)} ms: ${(whole / bare).toFixed(2)} ×, of ${mib(number(parse, 'bytes'))}`,
  );
  for (const what of ['memory', 'worker']) {
    const figures = await measure(what, long, workerPath);
    const rest = ['peakMiB', 'longestDelay', 'usualDelay', 'longestBlock']
      .filter((name) => name in figures)
      .map((name) => `${name} ${number(figures, name).toFixed(1)}`);
    console.log(
      `  ${what === 'memory' ? 'in one thread' : 'in a worker'}: newest turns after ${number(figures, 'newest').toFixed(0)} ms, all after ${number(figures, 'complete').toFixed(0)} ms (${number(figures, 'calls')} calls, ${number(figures, 'blocks')} blocks); ${rest.join(', ')}`,
    );
  }
  const small = join(scratch, 'small.jsonl');
  await writeLongTranscript(small, mebibyte);
  for (const [name, file] of [
    ['1 MiB', small],
    ['10 MiB', short],
    [`${values.mib} MiB`, long],
  ] as const) {
    const again = await measure('again', file, workerPath, storeWorkerPath, scratch);
    const [first, second] = [number(again, 'first'), number(again, 'second')];
    console.log(
      `  ${name} read before: all after ${second.toFixed(0)} ms, anew ${first.toFixed(0)} ms: ${(first / second).toFixed(1)} ×; ${mib(number(again, 'kept'))} kept; longestBlock ${number(again, 'longestBlock').toFixed(1)}`,
    );
  }
  for (const [name, file] of [
    ['10 MiB', short],
    [`${values.mib} MiB`, long],
  ] as const) {
    const tail = await measure('tail', file);
    console.log(
      `  following ten lines a second at the end of ${name}: ${percent(number(tail, 'share'))} of a core, idle ${percent(number(tail, 'idleShare'))}, ${number(tail, 'told')} changes told`,
    );
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function measure(what: string, ...args: readonly string[]): Promise<object> {
  const child = join(ROOT, 'scripts', 'bench', 'transcriptsChild.ts');
  const output = await run(process.execPath, [child, what, ...args], { cwd: ROOT });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as object;
}

function number(of: object, name: string): number {
  return Number((of as Record<string, unknown>)[name]);
}

function mib(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
