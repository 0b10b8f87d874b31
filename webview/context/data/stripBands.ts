import type { RecordedBlockRow, RecordedPatchRow } from '../../../src/ports/transcriptRows.ts';
import type { BlockStates } from './blockStates.ts';
import { indicesOf } from '../../../src/ports/runs.ts';
import type { StripLayout } from './stripLayout.ts';
import { extentOf } from './stripLayout.ts';

/** Leads from blocks of the upper row to where they are, or are gone, in the lower. Pixels. */
export interface Band {
  /** Index of the patch that took them out; undefined: they are still there. */
  readonly patch: number | undefined;
  readonly from: readonly [number, number];
  /** Of one point: nothing stands in their place. */
  readonly to: readonly [number, number];
}

type Span = readonly [number, number];

/** A band that grows while its blocks follow each other. */
interface Drawn {
  readonly patch: Band['patch'];
  from: Span;
  to: Span;
}

/** What bands are made of. */
export interface BandsInput {
  readonly blocks: readonly Pick<RecordedBlockRow, 'standsFor'>[];
  readonly patches: readonly Pick<RecordedPatchRow, 'created'>[];
  readonly states: BlockStates;
  readonly layout: StripLayout;
}

/** Pixels: bands that are this near to each other, and lead to the same, are one. */
const joined = 1;

/**
 * The bands of a turn, from left to right. What a patch took out leads to what stands for it (a summary, a stub); if
 * that has left too, to what stands for that; if nothing does, to the gap. O(blocks seen + what patches made).
 */
export function stripBands(input: BandsInput): readonly Band[] {
  const { states, layout } = input;
  const stubs = stubsOf(input);
  const targets = new Map<number, readonly [number, number] | undefined>();
  const bands: Drawn[] = [];
  // Where the blocks before stand in the lower row: a gap is there.
  let reached = 0;
  let begin = 0;
  for (let place = 0; place < layout.seen.blocks.length; place++) {
    const block = layout.seen.blocks[place] ?? 0;
    const [start, end] = [begin, layout.seen.ends[place] ?? 0];
    begin = end;
    const sentPlace = states.placeOf(block);
    if (sentPlace >= 0) {
      const to = extentOf(layout.sent, sentPlace);
      reached = to[1];
      put(bands, undefined, [start, end], to);
      continue;
    }
    const patch = states.leftBy(block);
    if (patch === undefined) {
      continue;
    }
    const stub = stubs.get(block);
    if (!targets.has(patch)) {
      targets.set(patch, targetOf(input, patch));
    }
    const to = stub === undefined ? targets.get(patch) : extentOf(layout.sent, stub);
    put(bands, patch, [start, end], to ?? [reached, reached]);
  }
  return bands;
}

/** Places in the window of what stands for a block, by the block. */
function stubsOf({ blocks, states }: BandsInput): ReadonlyMap<number, number> {
  const stubs = new Map<number, number>();
  for (const [place, block] of states.sent.entries()) {
    const standsFor = blocks[block]?.standsFor;
    if (standsFor !== undefined) {
      stubs.set(standsFor, place);
    }
  }
  return stubs;
}

/** Where in the lower row what a patch made stands now. */
function targetOf(
  { patches, states, layout }: BandsInput,
  patch: number,
): readonly [number, number] | undefined {
  const looked = new Set<number>();
  let at: number | undefined = patch;
  while (at !== undefined && !looked.has(at)) {
    looked.add(at);
    const made: readonly number[] = [...indicesOf(patches[at]?.created ?? [])];
    const places = made.map((block) => states.placeOf(block)).filter((place) => place >= 0);
    if (places.length > 0) {
      const extents = places.map((place) => extentOf(layout.sent, place));
      return [
        Math.min(...extents.map(([start]) => start)),
        Math.max(...extents.map(([, end]) => end)),
      ];
    }
    at = made.map((block) => states.leftBy(block)).find((taker) => taker !== undefined);
  }
  return undefined;
}

function put(bands: Drawn[], patch: Band['patch'], from: Span, to: Span): void {
  if (from[1] <= from[0]) {
    return;
  }
  const last = bands.at(-1);
  if (last !== undefined && last.patch === patch && from[0] - last.from[1] < joined) {
    const isSame = last.to[0] === to[0] && last.to[1] === to[1];
    const gap = to[0] - last.to[1];
    const goesOn = patch === undefined && gap >= 0 && gap < joined;
    if (isSame || goesOn) {
      last.from = [last.from[0], from[1]];
      last.to = isSame ? last.to : [last.to[0], to[1]];
      return;
    }
  }
  bands.push({ patch, from, to });
}
