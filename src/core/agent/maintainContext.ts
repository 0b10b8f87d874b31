import { isAtLeast } from '../context/budget/ladder.ts';
import { askModel } from './askModel.ts';
import type { TurnParts } from './agentTurn.ts';
import { noteCall } from './noteCall.ts';

/** What the model is told to do between two questions. */
export const maintenanceInstruction = [
  'Before the next question comes: put your context in order now. The manifest above lists its blocks.',
  'Call context-update once with the operations that take out what the coming work does not need, and keep what the user asked for, decisions, open questions and where facts came from.',
  'If everything is needed, answer no_context_update_needed. No other tool is run now, and nothing that you write here is kept.',
].join('\n');

/**
 * Between two questions, from the soft limit on: one request in which the model may do nothing but patch its context.
 * The exchange does not come into the context; the journal has the request and the patches.
 */
export async function maintainContext({
  care,
  model,
  tools,
  output,
  random,
  signal,
}: TurnParts): Promise<void> {
  const { session } = care;
  const updates = tools.list().filter((tool) => tool.context === 'update');
  const isFollowUp = session.state.calls.length > 0;
  if (!care.isPatchedByAgent || !isFollowUp || updates.length === 0 || signal.aborted) {
    return;
  }
  if (!isAtLeast(care.measure(model, tools.list()).level, 'soft')) {
    return;
  }
  // All tools are named, though only one is run: with other tools nothing of the request could be read from a cache.
  const all = tools.list();
  const { messages, estimate, fits } = care.prepareAside(maintenanceInstruction, model, all);
  if (!fits) {
    // Then the net acts, before the next request.
    return;
  }
  output.progress('Putting the context in order');
  const request = { id: random.hex(12), messages, tools: all };
  const counting = model.count?.(request);
  const answer = await askModel(model, request, signal);
  await noteCall({
    ...{ session, model, request, answer, estimate, counted: await counting },
    purpose: 'maintenance',
  });
  for (const call of answer.outcome === 'ok' ? answer.calls : []) {
    if (updates.some((tool) => tool.name === call.name)) {
      await tools.invoke(call, signal).catch(() => undefined);
    }
  }
}
