import type { AskBefore } from './patchConsent.ts';

/** What the user set for our own agent and the contexts that it manages; validated. */
export interface AgentSettings {
  /** Most requests to the model for one question, at least 1. */
  readonly maxSteps: number;
  /** Whether agents may delete fields of results. */
  readonly redact: boolean;
  /** Whether agents may overwrite texts. */
  readonly replace: boolean;
  /** Whether the text before a redaction stays stored. */
  readonly keepRedacted: boolean;
  /** Shares of the room for input, above 0, at most 1, none below the one before. */
  readonly limits: {
    readonly soft: number;
    readonly mustAct: number;
    readonly critical: number;
  };
  /** Order of the blocks in a request. */
  readonly layout: 'plain' | 'generational';
  /** Whether the model gets the tools to change its own context, and reports about it. */
  readonly agentPatches: boolean;
  /** Which changes of its context by the model the user is asked about first. */
  readonly askBefore: AskBefore;
  /** Whether Chipboard takes texts out by itself before a request would not fit. */
  readonly safetyNet: boolean;
}
