import { svg } from 'lit';
import type { SVGTemplateResult } from 'lit';
import type { RecordedBlockKind } from '../../src/ports/transcriptRows.ts';
import { kindLooks } from './kinds.ts';

/** Lines of a tile of 8 by 8 pixels: what tells kinds apart without colours. The style sheet has the same for swatches. */
const lines: Readonly<Record<RecordedBlockKind, string>> = {
  system_prompt: '',
  tool_schemas: 'M2 0V8M6 0V8',
  injected: 'M2 2h1.5M6 6h1.5',
  summary: 'M0 0L8 8M8 0L0 8',
  user_message: 'M0 4H8',
  assistant_message: 'M-1 1L1 -1M0 8L8 0M7 9L9 7',
  reasoning_trace: 'M-1 7L1 9M0 0L8 8M7 -1L9 1',
  tool_call: 'M0 2H8M0 6H8',
  tool_result: 'M4 0V8',
  task_state: 'M0 4H8M4 0V8',
  budget_report: 'M0 6L4 2L8 6',
  other: 'M3.5 4h1.5',
};

/**
 * Definitions of the patterns of all kinds, and of what is in no block, for pictures; named by `patternOf`. `prefix` is
 * the picture's own. A kind has the same lines in every picture.
 */
export function kindPatterns(prefix: string): SVGTemplateResult {
  return svg`<defs>
    ${kindLooks.map(
      ({ kind }) =>
        svg`<pattern id=${patternOf(prefix, kind)} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect class=${`kind-fill is-${kind}`} width="8" height="8"></rect>
          <path class="kind-lines" d=${lines[kind]}></path>
        </pattern>`,
    )}
    <pattern id=${patternOf(prefix, 'unattributed')} width="6" height="6" patternUnits="userSpaceOnUse">
      <path class="unattributed-lines" d="M-1 1L1 -1M0 6L6 0M5 7L7 5"></path>
    </pattern>
  </defs>`;
}

/** Name of the pattern of a kind in a picture. */
export function patternOf(prefix: string, kind: RecordedBlockKind | 'unattributed'): string {
  return `${prefix}-${kind}`;
}
