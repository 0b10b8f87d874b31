import { html, nothing, svg } from 'lit';
import type { SVGTemplateResult, TemplateResult } from 'lit';
import type { KindPart } from './data/gaugeKinds.ts';
import type { GaugeLine, WindowGauge } from './data/gaugeWindow.ts';
import { historyPath } from './data/gaugeHistory.ts';
import type { LimitLine } from './data/limitLines.ts';
import { labelPlaces, scaleTop } from './data/limitLines.ts';
import type { TurnFigure } from './data/turnFigures.ts';
import { turnLayout } from './data/turnLayout.ts';
import { kindPatterns, patternOf } from './kindPatterns.ts';

/** What names the pictures' patterns. */
const prefix = 'gauge';

/** Parts of the gauge's bar that have a look of their own. */
export type BarPart = 'used' | 'about' | 'free' | 'buffer' | 'output';

/** Letters of the lines. */
const lineLetters: Readonly<Partial<Record<LimitLine['id'], string>>> = {
  trigger: 'T',
  critical: 'C',
  act: 'A',
  soft: 'S',
};

/** The letter that names a line in the bar. */
export function lineLetter({ id }: Pick<GaugeLine, 'id'>): string {
  return lineLetters[id] ?? '';
}

/** Pixels from the top: letters, then the bar. */
const bar = { top: 13, height: 16 } as const;
/** Per cent of the width that letters have to be apart. */
const lettersApart = 5;

/** What is used, what is free and what is kept, with the lines across it, as wide as its place. */
export function gaugeBar(gauge: WindowGauge, exact: boolean): TemplateResult {
  const { used, window, buffer, output, top } = gauge;
  const kept: readonly (readonly [BarPart, number, number])[] =
    window === undefined
      ? []
      : [
          ['buffer', window - output - buffer, buffer],
          ['output', window - output, output],
        ];
  const lines = gauge.lines.toSorted((a, b) => a.tokens - b.tokens);
  const letters = labelPlaces(
    lines.map(({ tokens }) => percent(tokens, top)),
    lettersApart,
    100,
  );
  const { top: y, height } = bar;
  return html`<svg class="gauge-bar" width="100%" height=${y + height + 3} aria-hidden="true">
    ${svg`<defs>${barPattern('about', 'M-1 1L1 -1M0 6L6 0M5 7L7 5')}${barPattern('buffer', 'M1 1.5h1M4 4.5h1')}${barPattern('output', 'M-1 5L1 7M0 0L6 6M5 -1L7 1')}</defs>
      <rect class=${`gauge-frame${window === undefined ? ' is-open' : ''}`} x="0" y=${y} width="100%" height=${height}></rect>
      <rect class="gauge-used" x="0" y=${y + 3} width=${`${percent(used, top)}%`} height=${height - 6} fill=${partFill(exact ? 'used' : 'about')}></rect>
      ${kept.map(([part, from, tokens]) =>
        tokens <= 0
          ? nothing
          : svg`<rect class="gauge-kept" x=${`${percent(from, top)}%`} y=${y} width=${`${percent(tokens, top)}%`} height=${height} fill=${partFill(part)}></rect>`,
      )}
      ${lines.map(
        (line, at) => svg`${limitMark(line.id, percent(line.tokens, top), [y - 1, y + height + 3])}
          <text class="gauge-letter" x=${`${letters[at] ?? 0}%`} y=${y - 3} text-anchor="middle">${lineLetter(line)}</text>`,
      )}`}
  </svg>`;
}

function barPattern(part: BarPart, lines: string): SVGTemplateResult {
  return svg`<pattern id=${`${prefix}-part-${part}`} width="6" height="6" patternUnits="userSpaceOnUse">
    <path class=${`gauge-lines is-${part}`} d=${lines}></path>
  </pattern>`;
}

function partFill(part: BarPart): string {
  switch (part) {
    case 'used':
      return 'var(--gauge-used)';
    case 'free':
      return 'transparent';
    default:
      return `url(#${prefix}-part-${part})`;
  }
}

function limitMark(
  id: LimitLine['id'],
  at: number,
  [from, to]: readonly [number, number],
): SVGTemplateResult {
  return svg`<line class=${`turn-limit is-${id}`} x1=${`${at}%`} x2=${`${at}%`} y1=${from} y2=${to}></line>`;
}

/** What a part of the bar looks like, for the words beside it. */
export function partSwatch(part: BarPart): TemplateResult {
  return html`<svg class="gauge-swatch" width="14" height="12" aria-hidden="true">
    <rect width="14" height="12" fill=${partFill(part)}></rect>
  </svg>`;
}

/** What a line of the bar looks like, for its name. */
export function lineSwatch(line: GaugeLine): TemplateResult {
  return html`<svg class="gauge-mark" width="14" height="14" aria-hidden="true">
    ${svg`<line class=${`turn-limit is-${line.id}`} x1="1.5" x2="1.5" y1="0" y2="14"></line>
      <text class="gauge-letter" x="9" y="11" text-anchor="middle">${lineLetter(line)}</text>`}
  </svg>`;
}

/** What the window is made of, as wide as its place. */
export function kindBar(parts: readonly KindPart[], label: string): TemplateResult {
  let from = 0;
  return html`<svg class="gauge-kinds" width="100%" height="16" role="img" aria-label=${label}>
    ${kindPatterns(prefix)}
    ${parts.map(({ layer, share }) => {
      const x = from;
      from += share;
      return svg`<rect data-layer=${layer} x=${`${round(x * 100)}%`} y="0.5" width=${`${round(share * 100)}%`} height="15" fill=${`url(#${patternOf(prefix, layer)})`}></rect>`;
    })}
  </svg>`;
}

/** Pixels of the history's picture before it is drawn out to its place. */
export const historySize = { width: 240, height: 36 } as const;

/** The window over all turns, with the limits that leave it readable. */
export function historyPicture(
  figures: readonly TurnFigure[],
  peak: number,
  lines: readonly LimitLine[],
): TemplateResult {
  const { width, height } = historySize;
  const layout = turnLayout(figures.length, width);
  const top = scaleTop(peak, lines);
  const shown = lines.filter(({ id, tokens }) => id !== 'room' && tokens <= top);
  return html`<svg
    class="gauge-history"
    width="100%"
    height=${height}
    viewBox=${`0 0 ${Math.max(1, layout.width)} ${height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${svg`<path class="gauge-past" d=${historyPath(figures, layout, { top, height })}></path>
      ${shown.map(({ id, tokens }) => {
        const y = round(height - (tokens / top) * height);
        return svg`<line class=${`turn-limit is-${id}`} x1="0" x2=${layout.width} y1=${y} y2=${y}></line>`;
      })}`}
  </svg>`;
}

function percent(tokens: number, top: number): number {
  return round((Math.max(0, tokens) / top) * 100);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
