import type { ContextSession } from '../context/contextSession.ts';
import type { CallRecord } from '../context/journalEvent.ts';
import type { AgentModel, ModelRequest } from './agentModel.ts';
import type { ModelAnswer } from './askModel.ts';

/** A request that ended. */
export interface EndedCall {
  readonly session: ContextSession;
  readonly model: AgentModel;
  readonly request: ModelRequest;
  readonly answer: ModelAnswer;
  readonly estimate: number;
  /** The request's tokens by the provider's tokenizer; counts only where the provider reports no input. */
  readonly counted: number | undefined;
  readonly commonPrefix?: number;
  readonly purpose?: CallRecord['purpose'];
}

/** Notes a request with its usage in the journal. */
export async function noteCall(ended: EndedCall): Promise<void> {
  const { session, model, request, answer, estimate, counted, commonPrefix, purpose } = ended;
  const reported = answer.usage;
  const isReported = reported?.input !== undefined;
  const usage = isReported || counted === undefined ? reported : { ...reported, input: counted };
  await session.recordCall({
    request: request.id,
    model: model.id,
    estimate,
    visibleBlocks: session.outline.ids.length,
    outcome: answer.outcome,
    viewHash: session.viewHash,
    ...(purpose !== undefined && { purpose }),
    ...(usage !== undefined && { usage }),
    ...(usage?.input !== undefined && { measured: isReported ? 'provider' : 'tokenizer' }),
    ...(commonPrefix !== undefined && { commonPrefix }),
  });
}
