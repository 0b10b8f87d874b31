import { svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { StackLayer } from './data/turnFigures.ts';
import { stackLayers } from './data/turnFigures.ts';

/** Pixels of a tile's side. */
const tile = 8;

/** Lines on each tile, so that layers can be told apart without their colours. */
const lines: Readonly<Record<StackLayer | keyof typeof ribbonFills, string>> = {
  system_prompt: '',
  tool_schemas: 'M-1 9L9 -1M-1 1L1 -1M7 9L9 7',
  injected: 'M1.5 2h1M5.5 6h1',
  summary: 'M0 0L8 8M8 0L0 8',
  user_message: 'M0 2H8M0 6H8',
  assistant_message: 'M3 4h2',
  reasoning_trace: 'M-1 -1L9 9M7 -1L9 1M-1 7L1 9',
  tool_call: 'M2 0V8M6 0V8',
  tool_result: 'M0 2h4M4 6h4',
  task_state: 'M0 6L4 2L8 6',
  budget_report: 'M4 1V7M1 4H7',
  other: 'M0 4H8M4 0V8',
  unattributed: 'M-1 9L9 -1',
  answer: 'M0 0.5H8M0 2.5H8M0 4.5H8M0 6.5H8',
  read: '',
  written: 'M-1 9L9 -1M-1 1L1 -1M7 9L9 7M-1 5L5 -1M3 9L9 3',
  fresh: 'M0 0L8 8M8 0L0 8',
  counted: '',
  estimated: 'M-1 9L9 -1',
};

/** Colours of what is no layer of a window: the cache ribbon's, and those of the session's sum. */
const ribbonFills = {
  read: 'var(--vscode-charts-green)',
  written: 'var(--vscode-charts-yellow)',
  fresh: 'var(--vscode-charts-red)',
  counted: 'var(--vscode-charts-blue)',
  estimated: 'color-mix(in srgb, var(--vscode-charts-blue) 45%, transparent)',
} as const;

/** What has a pattern. */
export type Patterned = keyof typeof lines;

function fillOf(name: Patterned): string {
  if (Object.hasOwn(ribbonFills, name)) {
    return ribbonFills[name as keyof typeof ribbonFills];
  }
  return name === 'answer' ? 'transparent' : `var(--kind-${name})`;
}

/** The value of `fill` for a layer, in a picture that has the patterns. */
export function patternFill(name: Patterned): string {
  return `url(#turn-${name})`;
}

/** The patterns. They are to stand in the page once, in a picture that is shown. */
export function turnPatterns(): TemplateResult {
  const names: readonly Patterned[] = [
    ...stackLayers,
    ...(Object.keys(ribbonFills) as (keyof typeof ribbonFills)[]),
  ];
  return svg`<defs>
    ${names.map(
      (name) => svg`<pattern
        id=${`turn-${name}`}
        width=${tile}
        height=${tile}
        patternUnits="userSpaceOnUse"
      >
        <rect width=${tile} height=${tile} fill=${fillOf(name)}></rect>
        <path class=${name === 'answer' || name === 'unattributed' ? 'turn-lines is-strong' : 'turn-lines'} d=${lines[name]}></path>
      </pattern>`,
    )}
  </defs>`;
}
