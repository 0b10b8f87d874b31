import type { PatchRecord } from '../context/journalEvent.ts';
import { isAtLeast } from '../context/budget/ladder.ts';
import type { ToolSpec } from './agentModel.ts';
import { askModel } from './askModel.ts';
import type { TurnParts } from './agentTurn.ts';
import { noteCall } from './noteCall.ts';

/** What the model is told to do between two questions. */
export const maintenanceInstruction = [
  'Before the next question comes: put your context in order now. The manifest above lists its blocks.',
  'Call context-update once with the operations that take out what the coming work does not need, and keep what the user asked for, decisions, open questions and where facts came from.',
  'If everything is needed, answer no_context_update_needed. No other tool is run now, and nothing that you write here is kept.',
].join('\n');

/** What came of a pass. */
export interface Maintenance {
  /**
   * `not-due`: there was no need. `no-tools`: the model has no tool to change its context. `too-large`: there is no room
   * for the request; the net acts before the next.
   */
  readonly outcome: 'ok' | 'failed' | 'cancelled' | 'not-due' | 'no-tools' | 'too-large';
  /** The patches that were made. */
  readonly patches: readonly PatchRecord[];
  /** A change that the model wanted was refused. */
  readonly refused: boolean;
  /** What the model said beside. */
  readonly text: string;
  /** What the provider threw. */
  readonly problem?: unknown;
}

/** A pass that a person asks for. */
export interface AskedMaintenance {
  /** What has to stay, in their words; may be empty. */
  readonly keep: string;
}

function nothing(outcome: Maintenance['outcome']): Maintenance {
  return { outcome, patches: [], refused: false, text: '' };
}

/**
 * Between two questions, from the soft limit on, or when a person asks: one request in which the model may do nothing
 * but patch its context. The exchange does not come into the context; the journal has the request and the patches.
 * Throws `SessionConflict` and `StoreError` only.
 */
export async function maintainContext(
  parts: Omit<TurnParts, 'maxSteps'>,
  asked?: AskedMaintenance,
): Promise<Maintenance> {
  const { care, model, tools, signal } = parts;
  const isFollowUp = care.session.state.calls.length > 0;
  if (asked === undefined && (!care.isPatchedByAgent || !isFollowUp)) {
    return nothing('not-due');
  }
  const updates = tools.list().filter((tool) => tool.context === 'update');
  if (updates.length === 0) {
    return nothing('no-tools');
  }
  if (asked === undefined && !isAtLeast(care.measure(model, tools.list()).level, 'soft')) {
    return nothing('not-due');
  }
  return signal.aborted ? nothing('cancelled') : makePass(parts, updates, instructionFor(asked));
}

function instructionFor(asked: AskedMaintenance | undefined): string {
  if (asked === undefined) {
    return maintenanceInstruction;
  }
  const wish = asked.keep.trim();
  const words = wish === '' ? '' : ` Above all, this has to stay, in the user's words: ${wish}`;
  return `${maintenanceInstruction}\nThe user asked for this pass: make room wherever you can.${words}`;
}

async function makePass(
  { care, model, tools, output, random, signal }: Omit<TurnParts, 'maxSteps'>,
  updates: readonly ToolSpec[],
  instruction: string,
): Promise<Maintenance> {
  const { session } = care;
  const before = session.state.patchCount;
  // All tools are named, though only one is run: with other tools nothing of the request could be read from a cache.
  const all = tools.list();
  const { messages, estimate, fits } = care.prepareAside(instruction, model, all);
  if (!fits) {
    return nothing('too-large');
  }
  output.progress('Putting the context in order');
  const request = { id: random.hex(12), messages, tools: all };
  const counting = model.count?.(request);
  const answer = await askModel(model, request, signal);
  await noteCall({
    ...{ session, model, request, answer, estimate, counted: await counting },
    purpose: 'maintenance',
  });
  let refused = false;
  for (const call of answer.outcome === 'ok' ? answer.calls : []) {
    if (updates.some((tool) => tool.name === call.name)) {
      const done = await tools.invoke(call, signal).catch(() => undefined);
      refused ||= done?.failed !== false;
    }
  }
  const { outcome, text, problem } = answer;
  const patches = [...session.state.patches].slice(before);
  return { outcome, patches, refused, text, ...(problem !== undefined && { problem }) };
}
