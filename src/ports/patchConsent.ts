import type { ConsentAnswer } from './consent.ts';

/** A block that a patch changes, as the user is told of it. */
export interface AskedBlock {
  readonly id: string;
  /** What it is about; may be empty. */
  readonly description: string;
  /** Before the patch; tokens, estimated. */
  readonly tokens: number;
}

/** What the user is asked before an agent's patch is done: what a dry run came to. Tokens are estimated. */
export interface PatchQuestion {
  /** Id of the conversation. */
  readonly session: string;
  /** The agent's own words. */
  readonly reason: string;
  /** What the patch is, such as `compact`. */
  readonly kind: string;
  /** Tokens that leave the window; below 0 if it grows. */
  readonly freed: number;
  /** `freed` as a share of what is in view before. */
  readonly share: number;
  /** Tokens of the former view that the next request pays anew, because the prompt's beginning changes. */
  readonly invalidated: number;
  /** Requests after which what was freed outweighs that; absent if never, or if nothing is paid anew. */
  readonly breakEven?: number;
  /** The blocks that change, the largest first. */
  readonly blocks: readonly AskedBlock[];
}

/** Which patches of agents the user wants to be asked about: none, all, or those that take much out of the view. */
export type AskBefore = 'never' | 'always' | 'large';

/** Asks the user about patches of agents. */
export interface PatchConsent {
  /** As it is set now. */
  readonly askBefore: AskBefore;
  /** The signal ends the question; an answer after that has no effect. */
  ask(question: PatchQuestion, signal: AbortSignal): Promise<ConsentAnswer>;
}
