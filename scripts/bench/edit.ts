/*
 * Measures one-line edits and slice reads of the headless server beside other servers and a floor, over stdio, on
 * files of several sizes. Calls are interleaved server by server, so that a slow moment hits all of them. Prints
 * medians, ratios to the floor, peak memory of edits and reads, the time of the function around a line in a file as it
 * was and after an edit, and whether edits get slower with history. Then, in the real editor, a call over MCP beside
 * the bare edit and save. Asserts nothing about times.
 *
 * --lines LIST   sizes in lines; 100,10000,100000,1000000 if absent
 * --calls N      calls of each kind per server and size; 15 if absent
 * --only LIST    names of servers
 * --no-editor    leaves the editor out
 */
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { run } from '../setup/command.mjs';
import { ROOT } from '../setup/dependencies.mjs';
import { median } from './median.ts';
import type { Peer, PeerCall } from './peers.ts';
import { peers } from './peers.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100,10000,100000,1000000' },
    calls: { type: 'string', default: '15' },
    only: { type: 'string' },
    editor: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

/** Edits in a row that show whether they get slower with history. */
const growthCalls = 200;

/** A server that is being measured at one size. */
interface Running {
  readonly peer: Peer;
  readonly client: Client;
  readonly file: string;
  readonly pid: number;
  /** Milliseconds, by kind of call. */
  readonly times: Map<string, number[]>;
}

const scratch = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-bench-')));
try {
  await run(process.execPath, [join(ROOT, 'scripts', 'build.ts'), '--minify'], { cwd: ROOT });
  const all = await peers(scratch);
  const chosen = all.filter(({ name }) => values.only?.split(',').includes(name) ?? true);
  for (const lines of values.lines.split(',').map(Number)) {
    await measureSize(chosen, lines);
  }
  if (values.editor) {
    process.stdout.write('\nIn the editor, a one-line replace of 1000 lines\n');
    await run(process.execPath, [join(ROOT, 'scripts', 'build.ts'), '--minify', '--tests'], {
      cwd: ROOT,
    });
    const bench = join(ROOT, 'test', 'vscode', 'runTests.ts');
    const output = await run(process.execPath, [bench, 'bench'], { cwd: ROOT });
    const figures = output.split('\n').filter((line) => line.includes(' ms beside '));
    process.stdout.write(`${figures.join('\n')}\n`);
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function measureSize(chosen: readonly Peer[], lines: number): Promise<void> {
  const running: Running[] = [];
  for (const peer of chosen) {
    running.push(await start(peer, lines));
  }
  // Inside a function, and the text is a statement: the file stays sound.
  const middle = Math.floor(lines / 20) * 10 + 4;
  for (let call = 0; call < Number(values.calls); call++) {
    for (const one of running) {
      const old = call === 0 ? lineText(middle) : editedText(call - 1);
      const { peer, file } = one;
      await time(one, 'replace', peer.replace(file, middle, old, editedText(call)));
      await time(one, 'slice', peer.slice?.(file, middle - 10, middle + 9));
    }
  }
  process.stdout.write(`\n${lines} lines\n`);
  report('replace', running);
  report('slice', running);
  for (const { peer, pid } of running) {
    process.stdout.write(`  peak memory of ${peer.name}: ${await peakMemory(pid)}\n`);
  }
  await measureFunctions(running, middle);
  await measureGrowth(running, middle);
  for (const { client } of running) {
    await client.close();
  }
}

/** The function around a line: in a file that stays as it is, and right after an edit. */
async function measureFunctions(running: readonly Running[], middle: number): Promise<void> {
  for (let call = 0; call < Number(values.calls); call++) {
    for (const one of running) {
      await time(one, 'func-range', one.peer.functionRange?.(one.file, middle));
    }
  }
  for (let call = 0; call < Number(values.calls); call++) {
    for (const one of running.filter(({ peer }) => peer.functionRange !== undefined)) {
      const { peer, file } = one;
      const [before, after] = [last(Number(values.calls), call), editedText(1000 + call)];
      await time(one, 'replace before func-range', peer.replace(file, middle, before, after));
      await time(one, 'func-range after an edit', peer.functionRange?.(file, middle));
    }
  }
  report('func-range', running);
  report('func-range after an edit', running);
}

function last(calls: number, call: number): string {
  return call === 0 ? editedText(calls - 1) : editedText(1000 + call - 1);
}

/** 200 edits in a row: whether the last ones take longer than the first. */
async function measureGrowth(running: readonly Running[], middle: number): Promise<void> {
  for (const one of running.filter(({ peer }) => peer.functionRange !== undefined)) {
    for (let call = 0; call < growthCalls; call++) {
      const { peer, file } = one;
      const kind = call < 50 ? 'first 50' : call >= growthCalls - 50 ? 'last 50' : 'between';
      const before = call === 0 ? last(0, Number(values.calls)) : `  grown(${call - 1});`;
      await time(one, kind, peer.replace(file, middle, before, `  grown(${call});`));
    }
    const [early, late] = ['first 50', 'last 50'].map((kind) => median(one.times.get(kind) ?? []));
    process.stdout.write(
      `  ${growthCalls} edits in a row of ${one.peer.name}: the last 50 take ${((late ?? 0) / (early ?? 1)).toFixed(2)} × the first 50\n`,
    );
  }
}

async function start(peer: Peer, lines: number): Promise<Running> {
  const folder = join(scratch, `${peer.name}-${lines}`);
  await mkdir(folder);
  const file = join(folder, 'file.ts');
  await writeLines(file, lines);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...peer.command(folder)],
    env: { HOME: scratch, PATH: process.env['PATH'] ?? '' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return { peer, client, file, pid: transport.pid ?? 0, times: new Map() };
}

async function time(one: Running, kind: string, call: PeerCall | undefined): Promise<void> {
  if (call === undefined) {
    return;
  }
  const started = performance.now();
  const result = await one.client.callTool({ name: call.tool, arguments: call.args }, undefined, {
    timeout: 120_000,
  });
  const took = performance.now() - started;
  if (result.isError === true) {
    throw new Error(`${one.peer.name} ${kind}: ${JSON.stringify(result.content).slice(0, 300)}`);
  }
  one.times.set(kind, [...(one.times.get(kind) ?? []), took]);
}

function report(kind: string, running: readonly Running[]): void {
  const floor = running.find(({ peer }) => peer.name === 'floor')?.times.get(kind);
  for (const { peer, times } of running) {
    const all = times.get(kind);
    if (all !== undefined) {
      const [first = 0, ...warm] = all;
      const ratio =
        floor === undefined
          ? ''
          : `, ${(median(warm) / median(floor.slice(1))).toFixed(2)} × floor`;
      process.stdout.write(
        `  ${kind} ${peer.name}: cold ${first.toFixed(1)} ms, warm median ${median(warm).toFixed(1)} ms${ratio}\n`,
      );
    }
  }
}

function editedText(call: number): string {
  return `  const v = "edited ${call}";`;
}

/** A line of the file, 44 characters long, part of a function of ten lines. */
function lineText(line: number): string {
  const place = (line - 1) % 10;
  const code =
    place === 0
      ? `export function f${line}() {`
      : place === 9
        ? '}'
        : `  const v${line} = "${line}";`;
  return code.padEnd(43, ' ').trimEnd();
}

async function writeLines(file: string, lines: number): Promise<void> {
  const stream = createWriteStream(file);
  for (let from = 1; from <= lines; from += 10_000) {
    const count = Math.min(10_000, lines - from + 1);
    const block = Array.from({ length: count }, (_, index) => `${lineText(from + index)}\n`).join(
      '',
    );
    if (!stream.write(block)) {
      await once(stream, 'drain');
    }
  }
  stream.end();
  await once(stream, 'finish');
}

async function peakMemory(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]);
  return Number.isNaN(kilobytes) ? 'unknown' : `${Math.round(kilobytes / 1024)} MiB`;
}
