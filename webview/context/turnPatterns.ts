import { svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { StackLayer } from './data/turnFigures.ts';
import { kindPatterns } from './kindPatterns.ts';

/** Pixels of a tile's side. */
const tile = 8;

/** What is no kind of block: the answer, the cache ribbon's parts, and those of the session's sum. Fill and lines. */
const looks = {
  answer: ['transparent', 'M0 0.5H8M0 2.5H8M0 4.5H8M0 6.5H8'],
  read: ['var(--vscode-charts-green)', ''],
  written: ['var(--vscode-charts-yellow)', 'M-1 9L9 -1M-1 1L1 -1M7 9L9 7M-1 5L5 -1M3 9L9 3'],
  fresh: ['var(--vscode-charts-red)', 'M0 0L8 8M8 0L0 8'],
  counted: ['var(--vscode-charts-blue)', ''],
  estimated: ['color-mix(in srgb, var(--vscode-charts-blue) 45%, transparent)', 'M-1 9L9 -1'],
} as const;

/** What has a pattern. */
export type Patterned = StackLayer | keyof typeof looks;

/** What names the picture's patterns. */
const prefix = 'turn';

/** The value of `fill` for a layer, in a picture that has the patterns. */
export function patternFill(name: Patterned): string {
  return `url(#${prefix}-${name})`;
}

/** The patterns. They are to stand in the page once, in a picture that is shown. */
export function turnPatterns(): TemplateResult {
  return svg`${kindPatterns(prefix)}
    <defs>
      ${Object.entries(looks).map(
        ([name, [fill, lines]]) => svg`<pattern
          id=${`${prefix}-${name}`}
          width=${tile}
          height=${tile}
          patternUnits="userSpaceOnUse"
        >
          <rect width=${tile} height=${tile} fill=${fill}></rect>
          <path class=${name === 'answer' ? 'turn-lines is-strong' : 'turn-lines'} d=${lines}></path>
        </pattern>`,
      )}
    </defs>`;
}
