import type { LimitsRow } from '../../ports/transcriptRows.ts';

/*
 * What is known of limits that transcripts do not tell.
 *
 * Claude Code: the window that Anthropic's models page gives for Claude models is 200,000 tokens, and 1,000,000 where a
 * model is used with the long window, which Claude Code writes as `[1m]` behind the model's name. It compacts when the
 * window has less left than the reserve for its summary (20,000) and 13,000 more: `/context` shows the 33,000 as the
 * buffer. In transcripts that were measured, compactions by themselves began at 167,094 to 170,251 tokens of 200,000.
 */

/** Room that Claude Code keeps for the summary, and the room it leaves free besides. Tokens. */
const [claudeCodeOutput, claudeCodeBuffer] = [20_000, 13_000];

const [claudeWindow, longClaudeWindow] = [200_000, 1_000_000];

/** What is known of a session whose limits are looked for. */
export interface LimitsQuestion {
  readonly format: string;
  /** Name of the model of its newest call; empty if unknown. */
  readonly model: string;
  /** Window that the transcript gives itself. Tokens. */
  readonly contextWindow?: number;
  /** Largest input of one call by the provider's count. Tokens. */
  readonly peakInput: number;
}

/** The limits of a session of another agent: as it tells them, as they usually are, or unknown. */
export function limitsOf({ format, model, contextWindow, peakInput }: LimitsQuestion): LimitsRow {
  if (contextWindow !== undefined) {
    return { window: contextWindow, known: 'recorded' };
  }
  if (format !== 'claude-code' || (model !== '' && !/claude/i.test(model))) {
    return { known: 'no' };
  }
  // A call that was larger than the usual window shows that it is the long one.
  const isLong = /\[1m\]/i.test(model) || peakInput > claudeWindow;
  const window = isLong ? longClaudeWindow : claudeWindow;
  return peakInput > window
    ? { known: 'no' }
    : {
        window,
        output: claudeCodeOutput,
        buffer: claudeCodeBuffer,
        trigger: window - claudeCodeOutput - claudeCodeBuffer,
        known: 'usual',
      };
}
