/*
 * One measurement of `transcripts.ts` in a process of its own: what, and the transcript's path. Prints one object.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as later } from 'node:timers/promises';
import { feedRecords } from '../../src/core/sources/feedRecords.ts';
import { SqliteStore } from '../../src/node/store/sqliteStore.ts';
import { DirectTranscripts } from '../../src/node/transcripts/directTranscripts.ts';
import { StoredMemory } from '../../src/node/transcripts/storedMemory.ts';
import { WorkerTranscripts } from '../../src/node/transcripts/workerTranscripts.ts';
import type { TranscriptSource, TranscriptState } from '../../src/ports/transcripts.ts';
import { measuredFormat } from './longTranscript.ts';
import { median } from './median.ts';

const [what = '', path = '', workerPath = '', storeWorkerPath = '', scratch = ''] =
  process.argv.slice(2);

const chunkBytes = 512 * 1024;
const runs = 3;
const tailSeconds = 10;

function direct(): DirectTranscripts {
  return new DirectTranscripts({ formats: [measuredFormat] });
}

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Every line parsed and let go, beside the import of the same bytes; in turn. */
function parse(): object {
  const bytes = readFileSync(path);
  const bare = (): void => {
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf(10, from);
      const end = found === -1 ? bytes.length : found;
      try {
        JSON.parse(bytes.toString('utf8', from, end));
      } catch {
        // Some samples have lines that are none.
      }
      from = end + 1;
    }
  };
  const whole = (): void => {
    const reader = measuredFormat.reader();
    const feed = feedRecords(measuredFormat, reader, 0);
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      feed.push(bytes.subarray(at, at + chunkBytes));
    }
    feed.pause(true);
    reader.session([path]);
  };
  const times: { bare: number[]; whole: number[] } = { bare: [], whole: [] };
  for (let run = 0; run < runs; run += 1) {
    times.bare.push(timed(bare));
    times.whole.push(timed(whole));
  }
  return { bare: median(times.bare), whole: median(times.whole), bytes: bytes.length };
}

function whenDone(source: TranscriptSource): Promise<TranscriptState> {
  return new Promise((resolve) => {
    source.onDidChange((state) => {
      if (state.reading === 'done') {
        resolve(state);
      }
    });
  });
}

async function open(source: TranscriptSource): Promise<object> {
  const done = whenDone(source);
  const start = performance.now();
  const opened = await source.open({ path });
  if (!opened.ok) {
    throw new Error(opened.failure.message);
  }
  const { transcript, generation, reading } = opened.value;
  await source.calls({ transcript, generation, session: [] }, { from: 0, limit: 500 });
  const newest = performance.now() - start;
  const state = reading === 'done' ? opened.value : await done;
  const complete = performance.now() - start;
  const [counts] = state.sessions;
  return { newest, complete, calls: counts?.calls, blocks: counts?.blocks };
}

/** In this process alone: times and the most memory it had. */
async function memory(): Promise<object> {
  const source = direct();
  const figures = await open(source);
  source.dispose();
  return { ...figures, peakMiB: process.resourceUsage().maxRSS / 1024 };
}

/** With the worker: what this thread notices. */
async function worker(): Promise<object> {
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  const source = new WorkerTranscripts({ workerPath, log });
  const delay = monitorEventLoopDelay({ resolution: 2 });
  await source.find({ folders: ['/nowhere'] });
  const awake = new Awake();
  delay.enable();
  const figures = await open(source);
  delay.disable();
  source.dispose();
  return {
    ...figures,
    longestDelay: delay.max / 1e6,
    usualDelay: delay.percentile(99) / 1e6,
    longestBlock: awake.end(),
  };
}

/** Keeps the process alive, which a worker does not that reads on by itself, and measures this thread. */
class Awake {
  #longest = 0;
  #last = Awake.#spent();
  readonly #timer = setInterval(() => this.#look(), 2);

  static #spent(): number {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  }

  /** Most milliseconds of CPU that this thread spent without a break. */
  end(): number {
    clearInterval(this.#timer);
    return this.#longest;
  }

  #look(): void {
    const now = Awake.#spent();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }
}

/** Read as a whole, and once more as after a restart of the editor, with a database. */
async function again(): Promise<object> {
  const file = join(await mkdtemp(join(scratch, 'store-')), 'chipboard.db');
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  const awake = new Awake();
  const once = async (isKept: boolean): Promise<{ time: number; kept: number }> => {
    const store = new SqliteStore({ workerPath: storeWorkerPath, file, log });
    const index = new StoredMemory(store, { now: () => Date.now() });
    const source = new WorkerTranscripts({ workerPath, log, index });
    // Both threads run, as after a search.
    await source.find({ folders: ['/nowhere'] });
    await store.transcripts({});
    const start = performance.now();
    const opened = await source.open({ path, newest: 0, until: 'whole' });
    const time = performance.now() - start;
    if (!opened.ok) {
      throw new Error(opened.failure.message);
    }
    let kept = 0;
    for (let tries = 0; isKept && kept === 0 && tries < 100; tries += 1) {
      await later(100);
      kept = (await store.transcriptResume(opened.value.path))?.length ?? 0;
    }
    source.dispose();
    await store.close();
    return { time, kept };
  };
  const first = await once(true);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    times.push((await once(false)).time);
  }
  const { time, kept } = first;
  return { first: time, second: median(times), kept, longestBlock: awake.end() };
}

/** CPU time of this process while another one writes ten lines a second. */
async function tail(): Promise<object> {
  const source = direct();
  await source.open({ path, follow: true, newest: 0, until: 'whole' });
  const line = readFileSync(path, 'utf8').slice(0, 1e6).split('\n').at(-2) ?? '{}';
  const cpu = async (seconds: number): Promise<number> => {
    const before = process.cpuUsage();
    await later(seconds * 1000);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6 / seconds;
  };
  // What the process does of itself after it has read so much.
  await later(2000);
  const idle = await cpu(tailSeconds / 2);
  const program = `const fs=require('fs');let n=0;const t=setInterval(()=>{fs.appendFileSync(process.argv[1],process.argv[2]+'\\n');if(++n>=${String((tailSeconds + 2) * 10)})clearInterval(t)},100)`;
  let told = 0;
  source.onDidChange(() => (told += 1));
  const writer = spawn(process.execPath, ['-e', program, path, line], { stdio: 'inherit' });
  // To start the writer is no part of it.
  await later(1500);
  const busy = await cpu(tailSeconds);
  await once(writer, 'exit');
  source.dispose();
  return { idleShare: idle, share: busy, told };
}

const measurements: Record<string, () => object | Promise<object>> = {
  parse,
  memory,
  worker,
  again,
  tail,
};
console.log(JSON.stringify(await measurements[what]?.()));
