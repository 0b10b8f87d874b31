import type { Times } from './contextTimes.ts';

/**
 * CPAT's figures at 10,000 blocks in milliseconds: measured once with Node 24 on commit cef6582 of
 * github.com/TokenRollAI/CPAT, on chains of the same make. A block that came in cost it a file that is synced.
 */
const cpat: Readonly<Record<string, number>> = {
  ingest: 0.304,
  view: 134,
  offload: 9362,
  compact: 8410,
  'fold half': 4829,
  budget: 115,
};

/** The size at which CPAT was measured, and the one from which growth is told. */
const reference = 10_000;

/** Prints what was measured at one size, in milliseconds. */
export function printSize(size: number, times: Times): void {
  const isReference = size === reference;
  print(`\n${size} blocks (medians; ms, of ingest and bare µs per block)`);
  print(line(['', 'wall', 'cpu', ...(isReference ? ['CPAT', 'CPAT / wall'] : [])]));
  for (const name of times.names) {
    const { wall, cpu } = times.median(name);
    const theirs = cpat[name];
    const cells =
      isReference && theirs !== undefined ? [figure(name, theirs), ratio(theirs, wall)] : [];
    print(line([name, figure(name, wall), figure(name, cpu), ...cells]));
  }
  const [own, bare] = [times.median('ingest'), times.median('bare')];
  print(line(['ingest / bare', ratio(own.wall, bare.wall), ratio(own.cpu, bare.cpu)]));
}

/** Prints how much longer everything takes at ten times the reference size. */
export function printGrowth(bySize: ReadonlyMap<number, Times>): void {
  const [small, large] = [bySize.get(reference), bySize.get(reference * 10)];
  if (small === undefined || large === undefined) {
    return;
  }
  print(`\nfrom ${reference} to ${reference * 10} blocks, times as long`);
  print(line(['', 'wall', 'cpu']));
  for (const name of large.names) {
    const [before, after] = [small.median(name), large.median(name)];
    print(line([name, ratio(after.wall, before.wall), ratio(after.cpu, before.cpu)]));
  }
}

function figure(name: string, milliseconds: number): string {
  return name === 'ingest' || name === 'bare'
    ? (milliseconds * 1000).toFixed(1)
    : milliseconds.toFixed(2);
}

function ratio(a: number, b: number): string {
  return b === 0 ? '-' : `${(a / b).toFixed(2)} ×`;
}

function line(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(13))).join('');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
