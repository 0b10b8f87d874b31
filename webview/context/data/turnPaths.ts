import type { CacheFigure } from './cacheRibbon.ts';
import type { TurnFigure } from './turnFigures.ts';
import { stackLayers } from './turnFigures.ts';
import type { TurnLayout } from './turnLayout.ts';
import { peakOf } from './turnLayout.ts';

/** Width from which columns stand a pixel apart. */
const gapFrom = 5;

/** One path of rectangles for each layer of a stack. `values` are per column, from the bottom up; `top` is the height's. */
export function stackPaths(
  columns: readonly (readonly number[])[],
  { columnWidth }: Pick<TurnLayout, 'columnWidth'>,
  { top, height }: { readonly top: number; readonly height: number },
): readonly string[] {
  const layers = Math.max(0, ...columns.map((values) => values.length));
  const paths: string[][] = Array.from({ length: layers }, () => []);
  const width = round(columnWidth >= gapFrom ? columnWidth - 1 : columnWidth);
  for (const [at, values] of columns.entries()) {
    const x = round(at * columnWidth);
    let below = 0;
    for (const [layer, value] of values.entries()) {
      if (value > 0) {
        const bottom = height - (below / top) * height;
        below += value;
        const y = height - (below / top) * height;
        paths[layer]?.push(`M${x} ${round(y)}h${width}V${round(bottom)}h-${width}z`);
      }
    }
  }
  return paths.map((parts) => parts.join(''));
}

/** The stacks of what the calls carried: of each column the call that carried most. */
export function windowColumns(
  figures: readonly TurnFigure[],
  { columns }: TurnLayout,
): readonly (readonly number[])[] {
  return columns.map((column) => {
    const peak = peakOf(column, (turn) => heightOf(figures[turn]));
    return figures[peak]?.parts ?? [];
  });
}

/** Tokens of a call's column: what it carried and what the answer added. */
export function heightOf(figure: TurnFigure | undefined): number {
  return figure === undefined ? 0 : figure.total + (figure.parts[stackLayers.length - 1] ?? 0);
}

/** The stacks of the session's sum up to each column's last call: what providers counted, and what we estimated. */
export function sumColumns(
  figures: readonly TurnFigure[],
  { columns }: TurnLayout,
): readonly (readonly number[])[] {
  return columns.map(({ to }) => {
    const { sum = 0, sumEstimated = 0 } = figures[to - 1] ?? {};
    return [sum - sumEstimated, sumEstimated];
  });
}

/** The call of each column that the ribbon shows: the one that lost most of the cache, else the first. */
export function ribbonCalls(figures: readonly TurnFigure[], { columns }: TurnLayout): number[] {
  return columns.map((column) => peakOf(column, (turn) => lossOf(figures[turn]?.cache)));
}

function lossOf(cache: CacheFigure | undefined): number {
  return cache === undefined ? -1 : cache.isMiss ? (cache.lost ?? 0) : 0;
}

/** The stacks of the ribbon as shares of a call's input: read, written, neither. Empty without a count. */
export function ribbonColumns(
  figures: readonly TurnFigure[],
  calls: readonly number[],
): readonly (readonly number[])[] {
  return calls.map((call) => {
    const cache = figures[call]?.cache;
    if (cache === undefined || cache.input === 0) {
      return [];
    }
    const { input, read, written = 0, missed } = cache;
    return [read / input, written / input, (missed - written) / input];
  });
}

/** Vertical lines, `height` long, at places from left to right; those less than `apart` from the last are left out. */
export function linesPath(places: readonly number[], height: number, apart: number): string {
  let last = -Infinity;
  let path = '';
  for (const place of places) {
    if (place - last >= apart) {
      path += `M${round(place)} 0v${height}`;
      last = place;
    }
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
