import * as l10n from '@vscode/l10n';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type {
  LimitsRow,
  RecordedCallRow,
  RecordedPatchRow,
} from '../../src/ports/transcriptRows.ts';
import { lineName } from './data/gaugeWords.ts';
import { labelPlaces, limitLines, scaleTop } from './data/limitLines.ts';
import type { PatchMark } from './data/patchMarks.ts';
import { patchMarks } from './data/patchMarks.ts';
import type { SessionTurns } from './data/sessionTurns.ts';
import { stackLayers } from './data/turnFigures.ts';
import type { TurnLayout } from './data/turnLayout.ts';
import { leftOf } from './data/turnLayout.ts';
import {
  heightOf,
  linesPath,
  ribbonCalls,
  ribbonColumns,
  stackPaths,
  sumColumns,
  windowColumns,
} from './data/turnPaths.ts';
import type { Patterned } from './turnPatterns.ts';
import { patternFill, turnPatterns } from './turnPatterns.ts';
import { shortNumber } from './data/numberText.ts';

/** What the columns are: what each call carried, or the sum of all inputs up to it. */
export type TurnMode = 'window' | 'session';

/** What a picture is made of. Pixels; the names of lines stand in the gutter, or in the picture where there is none. */
export interface PictureParts {
  readonly turns: SessionTurns;
  readonly calls: readonly RecordedCallRow[];
  readonly patches: readonly RecordedPatchRow[];
  readonly limits: LimitsRow | undefined;
  readonly layout: TurnLayout;
  readonly width: number;
  readonly gutter: number;
  readonly mode: TurnMode;
}

/** Heights of the picture's rows, from the top: marks, columns, ribbon, and what tells of misses. */
export const rowHeights = { marks: 18, columns: 104, ribbon: 14, misses: 9 } as const;
/** Pixels between columns and ribbon. */
const between = 4;
/** Height of all. */
export const pictureHeight =
  rowHeights.marks + rowHeights.columns + between + rowHeights.ribbon + rowHeights.misses;

/** The picture of all turns. It has no words that are not elsewhere: the slider and the table tell the same. */
export function turnPicture(parts: PictureParts): TemplateResult {
  const { layout, width, gutter, mode } = parts;
  return html`<svg
    class="turn-picture"
    width=${width + gutter}
    height=${pictureHeight}
    aria-hidden="true"
    shape-rendering=${layout.columnWidth <= 1 ? 'crispEdges' : 'auto'}
  >
    ${turnPatterns()}
    <g transform=${`translate(0 ${rowHeights.marks})`}>
      ${separations(parts)} ${mode === 'window' ? windowStacks(parts) : sumStacks(parts)}
      <path class="turn-floor" d=${`M0 ${rowHeights.columns}H${width}`}></path>
    </g>
    <g transform=${`translate(0 ${rowHeights.marks + rowHeights.columns + between})`}>
      ${ribbon(parts)}
    </g>
    ${marks(parts)}
  </svg>`;
}

function paths(names: readonly Patterned[], shapes: readonly string[]): readonly TemplateResult[] {
  return names.flatMap((name, at) => {
    const shape = shapes[at] ?? '';
    return shape === ''
      ? []
      : [svg`<path data-layer=${name} fill=${patternFill(name)} d=${shape}></path>`];
  });
}

function windowStacks({ turns, limits, layout, width, gutter }: PictureParts): TemplateResult {
  const { columns: height } = rowHeights;
  const lines = limitLines(limits);
  const peak = turns.figures.reduce((most, figure) => Math.max(most, heightOf(figure)), 0);
  const top = scaleTop(peak, lines);
  const inside = lines.filter(({ tokens }) => tokens <= top);
  const places = inside.map(({ tokens }) => height - (tokens / top) * height);
  const labels = labelPlaces(
    // Beside the lines, or above them; below where marks stand above.
    places.map((place) => place + (gutter > 0 ? 3 : place < 12 ? 11 : -3)),
    11,
    height - 2,
  );
  const beyond = lines.filter(({ tokens }) => tokens > top);
  return svg`
    ${paths(stackLayers, stackPaths(windowColumns(turns.figures, layout), layout, { top, height }))}
    ${inside.map(
      ({ id }, at) =>
        svg`<path class=${`turn-limit is-${id}`} d=${`M0 ${places[at] ?? 0}H${width}`}></path>`,
    )}
    ${inside.map(
      ({ name, tokens, isUsual }, at) =>
        svg`<text
          class="turn-limit-name"
          x=${gutter > 0 ? width + 6 : width - 2}
          y=${labels[at] ?? 0}
          text-anchor=${gutter > 0 ? 'start' : 'end'}
        >${lineName({ name, isUsual: isUsual && gutter > 0 })} ${shortNumber(tokens)}</text>`,
    )}
    ${
      beyond.length === 0
        ? nothing
        : svg`<text class="turn-limit-name" x=${width - 2} y="10" text-anchor="end">${beyond
            .map(({ name, tokens }) => `↑ ${name} ${shortNumber(tokens)}`)
            .join(l10n.t(', '))}</text>`
    }`;
}

function sumStacks({ turns, layout, width, gutter }: PictureParts): TemplateResult {
  const { columns: height } = rowHeights;
  const sum = turns.figures.at(-1)?.sum ?? 0;
  const top = Math.max(1, sum) * 1.04;
  const shapes = stackPaths(sumColumns(turns.figures, layout), layout, { top, height });
  return svg`${paths(['counted', 'estimated'], shapes)}
    <text
      class="turn-limit-name"
      x=${gutter > 0 ? width + 6 : width - 2}
      y="12"
      text-anchor=${gutter > 0 ? 'start' : 'end'}
    >${l10n.t`all inputs ${shortNumber(sum)}`}</text>`;
}

/** Pixels that separations of questions must have between them to be of use. */
const questionApart = 6;

function separations({ calls, layout, turns }: PictureParts): TemplateResult {
  const { columns: height } = rowHeights;
  const shown = calls.slice(0, turns.figures.length);
  const starts = (of: (call: RecordedCallRow) => number): readonly number[] =>
    shown.flatMap((call, at) => {
      const before = shown[at - 1];
      return before !== undefined && of(before) !== of(call) ? [leftOf(layout, at)] : [];
    });
  const questions = starts(({ question }) => question);
  const path = linesPath(questions, height, questionApart);
  return svg`<path class="turn-question" d=${path}></path>
    <path class="turn-branch" d=${linesPath(
      starts(({ branch }) => branch),
      height,
      2,
    )}></path>`;
}

function ribbon({ turns, layout }: PictureParts): TemplateResult {
  const { ribbon: height, misses } = rowHeights;
  const { figures } = turns;
  const calls = ribbonCalls(figures, layout);
  const shapes = stackPaths(ribbonColumns(figures, calls), layout, { top: 1, height });
  const missed = calls.flatMap((call, column) =>
    figures[call]?.cache?.isMiss === true ? [{ call, x: (column + 0.5) * layout.columnWidth }] : [],
  );
  const arrow = (x: number): string => `M${x} ${height + 1}l4 ${misses - 2}h-8z`;
  const byProvider = (call: number): boolean => turns.causes.of(call)[0]?.told === 'provider';
  const told = missed.filter(({ call }) => byProvider(call));
  const ours = missed.filter(({ call }) => !byProvider(call));
  return svg`${paths(['read', 'written', 'fresh'], shapes)}
    <path class="turn-miss is-told" d=${told.map(({ x }) => arrow(x)).join('')}></path>
    <path class="turn-miss" d=${ours.map(({ x }) => arrow(x)).join('')}></path>`;
}

function marks({ patches, layout, width }: PictureParts): TemplateResult {
  const { marks: top, columns } = rowHeights;
  const placesOf = (provenance: RecordedPatchRow['provenance']): readonly number[] =>
    patches
      .filter((patch) => patch.provenance === provenance)
      .map(({ call }) => leftOf(layout, call))
      .sort((a, b) => a - b);
  return svg`<g transform=${`translate(0 ${top})`}>
      <path class="turn-patch" d=${linesPath(placesOf('recorded'), columns, 2)}></path>
      <path class="turn-patch is-inferred" d=${linesPath(placesOf('inferred'), columns, 2)}></path>
    </g>
    ${patchMarks(patches, layout).map((mark, at) => patchMark(mark, at, width))}`;
}

/** Outlines around the middle, by who did it. */
export const actorShapes: Readonly<Record<PatchMark['actor'], string>> = {
  agent: 'M-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z',
  runtime: 'M-7 -7h14v14h-14z',
  user: 'M0 -9L9 0L0 9L-9 0z',
  client: 'M-9 0L-5 -7H5L9 0L5 7H-5z',
  provider: 'M-9 -7H9L6 7H-6z',
  several: 'M-12 -7H12V7H-12z',
};

function patchMark(
  { x, text, actor, recorded, words, patches }: PatchMark,
  at: number,
  width: number,
): TemplateResult {
  const shape = patches.length > 1 ? actorShapes.several : actorShapes[actor];
  const half = patches.length > 1 ? 13 : 10;
  // Those at the picture's edges are not to be cut off.
  const place = Math.max(half, Math.min(width - half, x));
  return svg`<g
    class=${`turn-mark${recorded ? '' : ' is-inferred'}`}
    data-mark=${at}
    transform=${`translate(${place} 9)`}
  >
    <title>${words}</title>
    <path d=${shape}></path>
    <text y="3.5" text-anchor="middle">${text}</text>
  </g>`;
}
