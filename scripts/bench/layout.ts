/*
 * Compares the two layouts of a context on synthetic sessions: same blocks, same offloads, only the order differs. The
 * cache is warm and ideal: of each request, the longest common start with the request before is read from it, block by
 * block, and the rest is written. Printed are tokens per session, the cached share, and tokens weighted by price (read
 * 0.1, written 1.25). The list of blocks at the end of a request is left out: it is new each time in either layout.
 * Asserts nothing.
 *
 * --sessions N   sessions per line; 40 if absent
 * --requests N   requests per session; 120 if absent
 * --rooms LIST   rooms for input in tokens; 32000,100000 if absent
 */
import { parseArgs } from 'node:util';
import type { Block } from '../../src/core/context/block.ts';
import { tokensOf } from '../../src/core/context/block.ts';
import { generationalOrder } from '../../src/core/context/budget/generationalOrder.ts';
import type { Offloads, SessionPlan } from './layoutSessions.ts';
import { requestsOf } from './layoutSessions.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '40' },
    requests: { type: 'string', default: '120' },
    rooms: { type: 'string', default: '32000,100000' },
  },
});

const readPrice = 0.1;
const writePrice = 1.25;

type Layout = (blocks: readonly Block[]) => readonly Block[];

const layouts: readonly (readonly [string, Layout])[] = [
  ['plain', (blocks) => blocks],
  [
    'generational',
    (blocks) => {
      const { prefix, tail } = generationalOrder(blocks);
      return [...prefix, ...tail];
    },
  ],
];

/** Tokens of sessions in one layout. */
interface Cost {
  prompt: number;
  cached: number;
}

for (const room of values.rooms.split(',').map(Number)) {
  print(`\nroom ${room}, ${values.sessions} sessions of ${values.requests} requests`);
  print(line(['offloads', 'layout', 'prompt', 'cached', 'weighted', 'ratio', 'better in']));
  for (const offloads of ['net, largest first', 'net, oldest first'] as const) {
    compare(offloads, room);
  }
}
print('\nwithout limit');
const unlimited: readonly Offloads[] = [
  'agent, all used',
  'quiet, one by one',
  'talk, one by one',
  'nobody',
];
for (const offloads of unlimited) {
  compare(offloads, Infinity);
}

function compare(offloads: Offloads, room: number): void {
  const sessions = Number(values.sessions);
  const plans = Array.from({ length: sessions }, (_, seed) => {
    return { seed: seed + 1, requests: Number(values.requests), room, offloads };
  });
  const costs = layouts.map(([, layout]) => plans.map((plan) => costOf(plan, layout)));
  const plain = costs[0] ?? [];
  for (const [index, [name]] of layouts.entries()) {
    const own = costs[index] ?? [];
    const prompt = sum(own.map((cost) => cost.prompt));
    const cached = sum(own.map((cost) => cost.cached));
    const ratio = sum(own.map(weighted)) / sum(plain.map(weighted));
    const better = own.filter((cost, at) => weighted(cost) < weighted(plain[at] ?? cost)).length;
    print(
      line([
        offloads,
        name,
        Math.round(prompt / sessions).toString(),
        `${((100 * cached) / prompt).toFixed(1)} %`,
        Math.round(sum(own.map(weighted)) / sessions).toString(),
        ratio.toFixed(2),
        index === 0 ? '' : `${better} of ${sessions}`,
      ]),
    );
  }
}

function costOf(plan: SessionPlan, layout: Layout): Cost {
  const cost: Cost = { prompt: 0, cached: 0 };
  let before: readonly Block[] = [];
  for (const blocks of requestsOf(plan)) {
    const request = layout(blocks);
    // A block that did not change is the same object.
    const changed = request.findIndex((block, index) => block !== before[index]);
    const common = changed < 0 ? request : request.slice(0, changed);
    cost.prompt += sum(request.map(tokensOf));
    cost.cached += sum(common.map(tokensOf));
    before = request;
  }
  return cost;
}

function weighted({ prompt, cached }: Cost): number {
  return cached * readPrice + (prompt - cached) * writePrice;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function line(cells: readonly string[]): string {
  return cells.map((cell, index) => (index < 2 ? cell.padEnd(20) : cell.padStart(11))).join('');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
