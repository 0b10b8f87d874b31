import type { Usage } from '../context/journalEvent.ts';
import type { MessageCall } from '../context/message.ts';
import type { AgentModel, ModelRequest } from './agentModel.ts';

/** A model's answer, whole or as far as it came. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly MessageCall[];
  readonly reasoning?: { readonly text: string; readonly signature?: string };
  readonly usage?: Usage;
  readonly outcome: 'ok' | 'failed' | 'cancelled';
  /** What the provider threw. */
  readonly problem?: unknown;
}

/** Asks a model and gathers its answer; text is passed on as it comes. Never throws. */
export async function askModel(
  model: AgentModel,
  request: ModelRequest,
  signal: AbortSignal,
  onText: (piece: string) => void = () => undefined,
): Promise<ModelAnswer> {
  let text = '';
  let thought = '';
  let signature: string | undefined;
  let usage: Usage | undefined;
  const calls: MessageCall[] = [];
  const answer = (): Omit<ModelAnswer, 'outcome'> => ({
    text,
    calls,
    ...(thought !== '' && {
      reasoning: { text: thought, ...(signature !== undefined && { signature }) },
    }),
    ...(usage !== undefined && { usage }),
  });
  try {
    for await (const part of model.request(request, signal)) {
      if (signal.aborted) {
        break;
      }
      switch (part.type) {
        case 'text':
          text += part.text;
          onText(part.text);
          break;
        case 'call':
          calls.push(part.call);
          break;
        case 'reasoning':
          thought += part.text;
          signature = part.signature ?? signature;
          break;
        case 'usage':
          usage = { ...usage, ...part.usage };
          break;
      }
    }
  } catch (problem) {
    return { ...answer(), outcome: signal.aborted ? 'cancelled' : 'failed', problem };
  }
  return { ...answer(), outcome: signal.aborted ? 'cancelled' : 'ok' };
}
