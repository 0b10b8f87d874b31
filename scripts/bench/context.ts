/*
 * Measures a context session over a real store at several sizes, with chains of one message and three results of 680
 * characters: taking blocks in beside the bare sequence (hash, pack, encrypt, two inserts) on the same texts, the view,
 * the manifest, patches, the budget, and opening from the journal. Everything is done in rounds, so that a slow moment
 * hits all of it. Prints medians of wall and CPU time, ratios, the growth to ten times the size, and the figures that
 * were published for CPAT. Exact token counts come later, from a worker, and are not part of it. Asserts nothing.
 *
 * --blocks LIST   sizes in blocks; 1000,10000,100000 if absent
 * --rounds N      rounds of the operations per size; 15 if absent
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Operation } from '../../src/core/context/operations.ts';
import type { ContextSession } from '../../src/core/context/contextSession.ts';
import { bareSession } from './contextBare.ts';
import { blocksPerChain, chainOf } from './contextChains.ts';
import type { OwnSession } from './contextOwn.ts';
import { careOf, ownSession } from './contextOwn.ts';
import { printGrowth, printSize } from './contextReport.ts';
import { Times } from './contextTimes.ts';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '15' },
  },
});

/** Chains taken in by one side before the other has its turn. */
const chainsAtOnce = 25;

const output = { description: 'what was read', content: 'A summary of what was read there.' };

const scratch = await mkdtemp(join(tmpdir(), 'chipboard-bench-'));
try {
  const bySize = new Map<number, Times>();
  for (const size of values.blocks.split(',').map(Number)) {
    const times = await measured(size);
    bySize.set(size, times);
    printSize(size, times);
  }
  printGrowth(bySize);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function measured(size: number): Promise<Times> {
  const times = new Times();
  const own = await ownSession(join(scratch, `own-${size}`, 'store.db'));
  try {
    const chains = await ingest(own.session, size, times);
    const rounds = Number(values.rounds);
    // From the middle on; before it, half of the blocks is folded afterwards.
    const later = chains.slice(Math.ceil(chains.length / 2));
    for (let round = 0; round < rounds; round += 1) {
      await operate(own.session, later.slice(round * 2), times);
    }
    for (let round = 0; round < Math.min(3, rounds); round += 1) {
      await foldHalf(own.session, chains.slice(0, Math.floor(chains.length / 2)).flat(), times);
      await reopen(own, times);
    }
  } finally {
    own.close();
  }
  return times;
}

/** Fills a session and, in turn with it, a bare one. Gives the ids of the chains. */
async function ingest(session: ContextSession, size: number, times: Times): Promise<string[][]> {
  const bare = bareSession(join(scratch, `bare-${size}`, 'store.db'));
  const all = Math.floor(size / blocksPerChain);
  const made: string[][] = [];
  for (let from = 0; from < all; from += chainsAtOnce) {
    const length = Math.min(chainsAtOnce, all - from);
    const chains = Array.from({ length }, (_, index) => chainOf(from + index));
    const units = length * blocksPerChain;
    await times.take('bare', () => chains.forEach((chain) => bare.add(chain)), units);
    const ingestAll = async (): Promise<void> => {
      for (const chain of chains) {
        const blocks = await session.ingest(chain);
        made.push(blocks.map(({ id }) => id));
      }
    };
    await times.take('ingest', ingestAll, units);
  }
  bare.close();
  return made;
}

/** Everything that is done to a session of any size, once. Patches are of the first two chains given. */
async function operate(
  session: ContextSession,
  [first = [], second = []]: readonly string[][],
  times: Times,
): Promise<void> {
  await times.take('view', () => session.view());
  await times.take('manifest', () => session.manifest());
  const ids = first.slice(1, 2);
  const replaceWith = { description: 'a file', summary: 'what it says', hint: '' };
  const offload: Operation = { op: 'payload_offload', ids, replaceWith };
  await times.take('offload', () => patch(session, offload));
  await times.take('budget', careOf(session));
  const compact: Operation = { op: 'compact', ids: second, output, preserve: ['paths'], drop: [] };
  await times.take('compact', () => patch(session, compact));
}

async function foldHalf(
  session: ContextSession,
  ids: readonly string[],
  times: Times,
): Promise<void> {
  const fold: Operation = { op: 'fold', ids, output, scope: 'reading' };
  const done = await times.take('fold half', () => patch(session, fold));
  await times.take('undo of it', () => session.undo(done, 'user'));
}

async function reopen(own: OwnSession, times: Times): Promise<void> {
  const again = await times.take('open', () => own.reopened());
  if (again.viewHash !== own.session.viewHash) {
    throw new Error('The session opened as another one.');
  }
}

async function patch(session: ContextSession, operation: Operation): Promise<string> {
  const result = await session.apply({ reason: 'bench', operations: [operation] }, 'agent');
  if (result.patch === undefined) {
    throw new Error(`A patch was refused: ${JSON.stringify(result.rejections)}`);
  }
  return result.patch.id;
}
