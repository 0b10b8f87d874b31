import { nothing, svg } from 'lit';
import type { SVGTemplateResult } from 'lit';
import type { RecordedBlockRow, RecordedPatchRow } from '../../src/ports/transcriptRows.ts';
import type { BlockStates } from './data/blockStates.ts';
import type { Band } from './data/stripBands.ts';
import type { Piece, StripLayout, StripRow } from './data/stripLayout.ts';
import { piecesBetween } from './data/stripLayout.ts';
import { kindPatterns, patternOf } from './kindPatterns.ts';

/** Pixels from the top: the rows and, between them, the bands. */
export const stripPlaces = { seen: 2, sent: 62, rowHeight: 22, height: 86 } as const;

/** What names the picture's patterns. */
const prefix = 'strip';

/** What is drawn. */
export interface PictureInput {
  readonly blocks: readonly RecordedBlockRow[];
  readonly patches: readonly RecordedPatchRow[];
  readonly states: BlockStates;
  readonly layout: StripLayout;
  readonly bands: readonly Band[];
  /** The part that is seen, in pixels of the layout. */
  readonly view: readonly [number, number];
  /** Index of the patch whose bands stand out. */
  readonly chosen: number | undefined;
}

/**
 * Both rows and the bands between them. However many blocks there are it is a few paths: one per kind and row, one per
 * kind of patch.
 */
export function stripPicture(input: PictureInput): SVGTemplateResult {
  const { layout, blocks, states, view } = input;
  const look = (block: number): Pick<Piece, 'kind' | 'gone'> => ({
    kind: blocks[block]?.kind ?? 'other',
    gone: states.placeOf(block) < 0,
  });
  const row = (of: StripRow, top: number): readonly SVGTemplateResult[] =>
    rowPaths(piecesBetween(of, view, look), top, view[0]);
  const [restFrom, restTo] = layout.rest;
  return svg`${kindPatterns(prefix)}
    ${bandPaths(input)}
    ${row(layout.seen, stripPlaces.seen)}
    ${row(layout.sent, stripPlaces.sent)}
    ${
      restTo - restFrom < 0.5
        ? nothing
        : svg`<rect class="strip-rest" x=${restFrom - view[0]} y=${stripPlaces.sent + 0.5}
            width=${restTo - restFrom} height=${stripPlaces.rowHeight - 1}
            fill=${`url(#${patternOf(prefix, 'unattributed')})`}></rect>`
    }`;
}

function rowPaths(
  pieces: readonly Piece[],
  top: number,
  left: number,
): readonly SVGTemplateResult[] {
  const paths = new Map<string, { readonly piece: Piece; d: string }>();
  for (const piece of pieces) {
    const key = `${piece.kind} ${piece.gone}`;
    const path = paths.get(key) ?? { piece, d: '' };
    // A line of the ground between pieces that have room for it.
    const to = piece.to - (piece.to - piece.from >= 3 ? 1 : 0);
    path.d += `M${short(piece.from - left)} ${top}H${short(to - left)}v${stripPlaces.rowHeight}H${short(piece.from - left)}z`;
    paths.set(key, path);
  }
  return [...paths.values()].map(
    ({ piece: { kind, gone }, d }) =>
      svg`<path class=${gone ? 'strip-piece is-gone' : 'strip-piece'} d=${d}
        fill=${`url(#${patternOf(prefix, kind)})`}></path>`,
  );
}

function bandPaths({
  bands,
  patches,
  view,
  chosen,
}: PictureInput): readonly (SVGTemplateResult | typeof nothing)[] {
  const paths = new Map<string, string>();
  for (const band of bands) {
    const [left, right] = [Math.min(band.from[0], band.to[0]), Math.max(band.from[1], band.to[1])];
    if (right < view[0] || left > view[1]) {
      continue;
    }
    const name =
      band.patch === undefined
        ? 'stays'
        : `${patchFamily(patches[band.patch]?.kind ?? '')}${band.patch === chosen ? ' is-chosen' : ''}`;
    paths.set(name, `${paths.get(name) ?? ''}${bandPath(band, view[0])}`);
  }
  // The chosen ones lie on top.
  return [...paths]
    .toSorted(([a], [b]) => Number(a.endsWith('is-chosen')) - Number(b.endsWith('is-chosen')))
    .map(([name, d]) => svg`<path class=${`strip-band is-${name}`} d=${d}></path>`);
}

function bandPath({ from, to }: Band, left: number): string {
  const top = stripPlaces.seen + stripPlaces.rowHeight;
  const bottom = stripPlaces.sent;
  const middle = (top + bottom) / 2;
  const [a, b, c, d] = [from[0], from[1], to[1], to[0]].map((pixel) => short(pixel - left));
  return `M${a} ${top}C${a} ${middle} ${d} ${middle} ${d} ${bottom}H${c}C${c} ${middle} ${b} ${middle} ${b} ${top}z`;
}

/** Tenths of pixels are enough. */
function short(pixel: number): number {
  return Math.round(pixel * 10) / 10;
}

/** How a patch is drawn: `summed` into something shorter, `moved` out of the view, `brought` back, `erased`, or `other`. */
export function patchFamily(kind: string): 'summed' | 'moved' | 'brought' | 'erased' | 'other' {
  switch (kind) {
    case 'compact':
    case 'merge':
    case 'fold':
      return 'summed';
    case 'archive':
    case 'offload':
    case 'hide':
    case 'clear':
      return 'moved';
    case 'restore':
    case 'show':
    case 'undo':
      return 'brought';
    case 'redact':
    case 'truncate':
    case 'rewind':
      return 'erased';
    default:
      return 'other';
  }
}
