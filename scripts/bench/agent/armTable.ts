import type { SessionMetrics } from '../../../src/core/context/metrics.ts';
import { armNames, type ArmName, type ArmResult } from './runArm.ts';

/** Price of a token by that of plain input: read from the cache, and written to it. */
const readPrice = 0.1;
const writePrice = 1.25;

/** What a column says of the runs of one arm. `all` has the runs of every arm. */
type Column = (runs: readonly ArmResult[], all: readonly ArmResult[]) => string;

const columns: readonly (readonly [string, Column])[] = [
  ['right', (runs) => percent(sum(runs, rightOf) / sum(runs, ({ asked }) => asked.length))],
  ['unanswered', (runs) => whole(mean(runs, stopsOf))],
  ['requests', (runs) => whole(mean(runs, ({ metrics }) => metrics.requests))],
  ['prompt', (runs) => whole(mean(runs, promptOf))],
  [': react', (runs, all) => ratio(mean(runs, promptOf), mean(of(all, 'react'), promptOf))],
  [': threshold', (runs, all) => ratio(mean(runs, promptOf), mean(of(all, 'threshold'), promptOf))],
  [
    'cached',
    (runs) => percent(sum(runs, ({ metrics }) => metrics.cacheRead) / sum(runs, promptOf)),
  ],
  ['price', (runs) => whole(mean(runs, priceOf))],
  [': threshold', (runs, all) => ratio(mean(runs, priceOf), mean(of(all, 'threshold'), priceOf))],
  ['peak', (runs) => whole(Math.max(...runs.map(({ peak }) => peak)))],
  ['by agent', (runs) => whole(mean(runs, ({ metrics }) => operationsOf(metrics, 'agent')))],
  ['by runtime', (runs) => whole(mean(runs, ({ metrics }) => operationsOf(metrics, 'runtime')))],
  ['refused', (runs) => whole(mean(runs, ({ metrics }) => refusedOf(metrics)))],
  ['fallbacks', (runs) => whole(mean(runs, ({ metrics }) => metrics.fallbacks))],
  ['restores', (runs) => whole(mean(runs, ({ metrics }) => restoresOf(metrics)))],
  ['read back', (runs) => whole(mean(runs, ({ readBack }) => readBack))],
  ['reread', (runs) => whole(mean(runs, ({ reread }) => reread))],
  ['upkeep', (runs) => whole(mean(runs, ({ maintenance }) => maintenance))],
];

/**
 * One line per arm. Numbers are means per task, but for `peak`, which is the largest request of all, and shares.
 * `price` is prompt tokens weighted: those read from the cache count a tenth, the others 1.25. `by agent` and `by
 * runtime` are operations done; `upkeep` are requests between questions.
 */
export function armTable(results: readonly ArmResult[]): string {
  const present = armNames.filter((arm) => of(results, arm).length > 0);
  const rows = [
    ['', ...columns.map(([name]) => name)],
    ...present.map((arm) => [
      arm,
      ...columns.map(([, column]) => column(of(results, arm), results)),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join('  ');
  return rows.map(line).join('\n');
}

function of(results: readonly ArmResult[], arm: ArmName): readonly ArmResult[] {
  return results.filter((result) => result.arm === arm);
}

function rightOf({ asked }: ArmResult): number {
  return asked.filter(({ isRight }) => isRight).length;
}

/** Questions whose turn ended without an answer. */
function stopsOf({ asked }: ArmResult): number {
  return asked.filter(({ end }) => end.outcome !== 'done').length;
}

function promptOf({ metrics }: ArmResult): number {
  return metrics.tokensIn;
}

function priceOf({ metrics: { tokensIn, cacheRead } }: ArmResult): number {
  return readPrice * cacheRead + writePrice * (tokensIn - cacheRead);
}

function operationsOf({ patches }: SessionMetrics, actor: string): number {
  return sum(Object.values(patches[actor] ?? {}), ({ applied }) => applied);
}

function refusedOf({ patches }: SessionMetrics): number {
  return sum(
    Object.values(patches).flatMap(Object.values<{ refused: number }>),
    ({ refused }) => refused,
  );
}

function restoresOf({ patches }: SessionMetrics): number {
  return sum(Object.values(patches), (operations) => operations['restore']?.applied ?? 0);
}

function sum<T>(list: readonly T[], number: (item: T) => number): number {
  return list.reduce((total, item) => total + number(item), 0);
}

function mean<T>(list: readonly T[], number: (item: T) => number): number {
  return sum(list, number) / list.length;
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function ratio(number: number, to: number): string {
  return to > 0 ? (number / to).toFixed(2) : '';
}
