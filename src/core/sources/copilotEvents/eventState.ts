import type { RecordedUsage } from '../recordedSession.ts';
import { startDraft, type DraftState } from '../sessionDraft.ts';

/** A tool call that a lane knows by its id. */
export interface KnownTool {
  /** Index of its block; undefined if only its result is known. */
  readonly block?: number;
  readonly tool: string;
  readonly path: string;
  /** Whether its result was told. */
  done: boolean;
}

/** What the beginning of a compaction told, until its end. */
export interface OpenCompaction {
  /** The window then. */
  readonly window: readonly number[];
  readonly trigger: string;
  readonly contextWindow?: number;
}

/** The main agent or a subagent: what it has in its window. */
export interface Lane {
  readonly draft: DraftState;
  model: string;
  /** The model's whole window, in tokens; 0 while unknown. */
  contextWindow: number;
  readonly tools: Map<string, KnownTool>;
  /** Index of the last call; -1 before the first. Its id is that of the model API's answer. */
  lastCall: number;
  /** Index of the block that has the system prompt; -1 without one. */
  system: number;
  /** Its text. */
  systemText: string;
  /** Numbers of an answer that has not come yet, by the model API's id of it. */
  counted?: { readonly api: string; readonly usage: RecordedUsage; readonly durationMs?: number };
  /** Beginning of a compaction that has not ended. */
  compaction?: OpenCompaction;
}

/** A subagent. */
export interface SubLane {
  readonly lane: Lane;
  /** Id of the tool call that started it; empty if it is not told. */
  started: string;
  label: string;
}

/** All that a reader of Copilot's events knows: plain data. */
export interface EventState {
  readonly main: Lane;
  readonly agents: Map<string, SubLane>;
  /** Blocks of the main agent there were before each event, by its id: to go back to, and to know repeated ones. */
  readonly seen: Map<string, number>;
  /** Written by the program of the terminal, not by the editor's extension. */
  terminal: boolean;
}

/** An agent that has done nothing. */
export function startLane(): Lane {
  return {
    draft: startDraft(),
    model: '',
    contextWindow: 0,
    tools: new Map(),
    lastCall: -1,
    system: -1,
    systemText: '',
  };
}

/** Nothing read yet. */
export function startEvents(): EventState {
  return { main: startLane(), agents: new Map(), seen: new Map(), terminal: false };
}
