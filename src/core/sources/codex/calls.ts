import { countAt, isObject, objectAt, type JsonObject } from '../json.ts';
import type { RecordedUsage } from '../recordedSession.ts';
import { pushRun } from '../../../ports/runs.ts';
import type { SessionDraft } from '../sessionDraft.ts';
import type { CodexState } from './codexState.ts';
import { settleOpening } from './opening.ts';

function begin(state: CodexState, draft: SessionDraft, at: number | undefined): void {
  settleOpening(state, draft);
  const { index } = draft.call({
    native: '',
    model: state.model,
    counts: 'call',
    outcome: 'ok',
    ...(at !== undefined && { at }),
    ...(state.contextWindow !== undefined && { contextWindow: state.contextWindow }),
  });
  state.open = { index, counted: false, accepting: true, answered: false };
  state.unanswered = new Set();
  state.guessed = 0;
}

/** Puts a block of an answer into the window: of the call that is open, or of a new one. */
export function addSaid(
  state: CodexState,
  draft: SessionDraft,
  block: number,
  at: number | undefined,
): void {
  if (state.open?.accepting !== true) {
    begin(state, draft, at);
  }
  const { open } = state;
  if (open !== undefined) {
    open.answered = true;
    const output = [...(draft.state.calls[open.index]?.output ?? [])];
    pushRun(output, block, block + 1);
    draft.changeCall(open.index, { output });
  }
  draft.show(block);
}

/** What an answer's tools gave ends the answer, but its counts may come yet; anything else ends both. */
export function endAnswer(state: CodexState, isResult: boolean): void {
  if (state.open !== undefined) {
    state.open.accepting = false;
    if (!isResult) {
      delete state.open;
    }
  }
}

function usageOf(last: JsonObject): RecordedUsage {
  const cacheRead = countAt(last, 'cached_input_tokens');
  const cacheWritten = countAt(last, 'cache_write_input_tokens');
  const output = countAt(last, 'output_tokens');
  const reasoning = countAt(last, 'reasoning_output_tokens');
  const input = countAt(last, 'input_tokens');
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWritten !== undefined && cacheWritten > 0 && { cacheWritten }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

/** Takes the model's whole window from a record that may have it. */
export function noteContextWindow(state: CodexState, of: JsonObject): void {
  const tokens = countAt(of, 'model_context_window');
  if (tokens !== undefined && tokens > 0) {
    state.contextWindow = tokens;
  }
}

/** What a count is: a call's, one that was told before, or none of a call (with its type). */
export type CountOutcome = 'taken' | 'repeated' | { readonly beside: string };

/**
 * Takes a `token_count`. Codex writes the newest counts again with each change of the limits, so that what changes
 * neither counts nor total is told before; after a compaction it writes an estimate with an input of 0. Input includes
 * the cached part, output the reasoning.
 */
export function takeCount(
  state: CodexState,
  draft: SessionDraft,
  payload: JsonObject,
  { at, inherited }: { readonly at: number | undefined; readonly inherited: boolean },
): CountOutcome {
  const info = payload['info'];
  if (!isObject(info) || !isObject(info['last_token_usage'])) {
    return { beside: 'token_count without counts' };
  }
  noteContextWindow(state, info);
  const last = info['last_token_usage'];
  const total = JSON.stringify(objectAt(info, 'total_token_usage'));
  const counts = JSON.stringify([total, last]);
  const told = counts === state.counts;
  const still = total !== '{}' && total === state.total;
  state.counts = counts;
  state.total = total;
  if (told || inherited) {
    return 'repeated';
  }
  const usage = usageOf(last);
  if (usage.input === undefined || usage.input === 0) {
    return { beside: 'token_count reset' };
  }
  if (still) {
    return 'repeated';
  }
  countCall(state, draft, usage, at);
  return 'taken';
}

/*
 * Counts follow the answer's items. In versions up to about 0.46 they came before: then no call is open that lacks
 * them, and what follows is their answer.
 */
function countCall(
  state: CodexState,
  draft: SessionDraft,
  usage: RecordedUsage,
  at: number | undefined,
): void {
  if (state.open?.counted !== false) {
    begin(state, draft, at);
  }
  const { open, contextWindow } = state;
  if (open !== undefined) {
    open.counted = true;
    open.accepting = !open.answered;
    draft.changeCall(open.index, {
      usage,
      ...(contextWindow !== undefined && { contextWindow }),
    });
  }
}

/** The user stopped the turn: a call that was not counted, or whose tools gave nothing, did not end. */
export function cancelCall(state: CodexState, draft: SessionDraft): void {
  const { open } = state;
  if (open !== undefined && (!open.counted || state.unanswered.size > 0)) {
    draft.changeCall(open.index, { outcome: 'cancelled' });
  }
  delete state.open;
}
