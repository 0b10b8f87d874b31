import { countAt, isObject, objectAt, textAt, timeAt, type JsonObject } from '../json.ts';
import type { RecordedCall, RecordedUsage } from '../recordedSession.ts';

/** Usage by two fields; undefined if neither is there. */
function usageBy(of: JsonObject, input: string, output: string): RecordedUsage | undefined {
  const [sent, answered] = [countAt(of, input), countAt(of, output)];
  return sent === undefined && answered === undefined
    ? undefined
    : {
        ...(sent !== undefined && { input: sent }),
        ...(answered !== undefined && { output: answered }),
      };
}

/**
 * The numbers of a question: where they stand changed over the versions, and all places tell of the same request, so the
 * first that has any is taken and the others are not added.
 */
function usageOf(request: JsonObject): RecordedUsage | undefined {
  const result = objectAt(request, 'result');
  return (
    usageBy(objectAt(result, 'metadata'), 'promptTokens', 'outputTokens') ??
    usageBy(objectAt(result, 'usage'), 'promptTokens', 'completionTokens') ??
    usageBy(request, 'promptTokens', 'completionTokens') ??
    usageBy(objectAt(request, 'usage'), 'promptTokens', 'completionTokens')
  );
}

/** States of an answer as VS Code numbers them (ResponseModelState): 0 pending, 1 complete, 2 cancelled, 3 failed. */
function outcomeOf(request: JsonObject): RecordedCall['outcome'] {
  const result = objectAt(request, 'result');
  const state = objectAt(request, 'modelState')['value'];
  if (request['isCanceled'] === true || state === 2) {
    return 'cancelled';
  }
  if (state === 3 || isObject(result['errorDetails'])) {
    return 'failed';
  }
  return state === 1 || isObject(request['result']) ? 'ok' : 'unknown';
}

/** What a request tells of its model call, except its texts. */
export type CallFacts = Pick<
  RecordedCall,
  'native' | 'model' | 'counts' | 'outcome' | 'at' | 'usage' | 'durationMs'
>;

/** The call that is shown for a question. */
export function callFacts(request: JsonObject): CallFacts {
  const result = objectAt(request, 'result');
  const usage = usageOf(request);
  const at = timeAt(request, 'timestamp');
  const durationMs =
    countAt(objectAt(result, 'timings'), 'totalElapsed') ?? countAt(request, 'elapsedMs');
  return {
    native: textAt(request, 'requestId'),
    model: textAt(objectAt(result, 'metadata'), 'resolvedModel') || textAt(request, 'modelId'),
    counts: 'question',
    outcome: outcomeOf(request),
    ...(at !== undefined && { at }),
    ...(usage !== undefined && { usage }),
    ...(durationMs !== undefined && { durationMs }),
  };
}

/** Name of the participant that answered a request, for people; empty if it has none. */
export function participantOf(request: JsonObject): string {
  const agent = objectAt(request, 'agent');
  const extension = textAt(objectAt(agent, 'extensionId'), 'value').toLowerCase();
  if (extension === 'github.copilot-chat' || extension === 'github.copilot') {
    return 'Copilot';
  }
  return (textAt(agent, 'fullName') || textAt(agent, 'name') || textAt(agent, 'id')).slice(0, 60);
}
