import type { RecordedUsage } from '../recordedSession.ts';
import type { HistoryMessage, UiRequest } from './taskSeeds.ts';

/** A call of a task: its request as the user saw it, its answer in the history, or both. */
export interface TaskCall {
  readonly request?: UiRequest;
  /** Index of the answer in the history. */
  readonly answer?: number;
}

function takes(
  request: UiRequest,
  next: UiRequest | undefined,
  answer: number,
  message: HistoryMessage | undefined,
): 'yes' | 'no' | 'later' {
  if (request.before !== undefined) {
    const expected = request.before + 2;
    // A request that was tried again begins at the same place.
    const again = next?.before === request.before;
    if (answer < expected) {
      return 'later';
    }
    return answer === expected && !again ? 'yes' : 'no';
  }
  const at = message?.at;
  if (at === undefined) {
    return 'yes';
  }
  if (at < request.at) {
    return 'later';
  }
  return next === undefined || at < next.at ? 'yes' : 'no';
}

/**
 * Finds the answer of each request, in order: by the index that Cline writes down, else by the times that Roo Code writes
 * down, else one by one. Requests without an answer and answers without a request are calls of their own.
 */
export function matchCalls(
  messages: readonly HistoryMessage[],
  requests: readonly UiRequest[],
): TaskCall[] {
  const answers = messages.flatMap(({ role, stands }, index) =>
    role === 'assistant' && stands === undefined ? [index] : [],
  );
  const calls: TaskCall[] = [];
  let next = 0;
  for (const [at, request] of requests.entries()) {
    let found: number | undefined;
    while (next < answers.length) {
      const answer = answers[next] ?? 0;
      const match = takes(request, requests[at + 1], answer, messages[answer]);
      if (match === 'no') {
        break;
      }
      next += 1;
      if (match === 'yes') {
        found = answer;
        break;
      }
      calls.push({ answer });
    }
    calls.push({ request, ...(found !== undefined && { answer: found }) });
  }
  return [...calls, ...answers.slice(next).map((answer) => ({ answer }))];
}

/**
 * How a task's files count input. Cline: `tokensIn` is without the cached parts. Roo Code: with them; its older
 * versions without them for Anthropic's API, which a request with more cached tokens than `tokensIn` shows.
 */
export function countsCacheApart(agent: string, requests: readonly UiRequest[]): boolean {
  return (
    agent === 'cline' ||
    requests.some(
      ({ tokensIn = 0, cacheReads = 0, cacheWrites = 0 }) => cacheReads + cacheWrites > tokensIn,
    )
  );
}

/** A request's tokens; undefined if it has none. */
export function usageOf(
  request: UiRequest,
  agent: string,
  apart: boolean,
): RecordedUsage | undefined {
  const { tokensIn = 0, tokensOut = 0, cacheReads = 0, cacheWrites = 0 } = request;
  if (tokensIn + tokensOut + cacheReads + cacheWrites === 0) {
    return undefined;
  }
  const whole =
    agent === 'roo-code' && request.protocol === 'openai' && cacheReads + cacheWrites <= tokensIn;
  return {
    input: tokensIn + (apart && !whole ? cacheReads + cacheWrites : 0),
    output: tokensOut,
    ...(request.cacheReads !== undefined && { cacheRead: cacheReads }),
    ...(request.cacheWrites !== undefined && { cacheWritten: cacheWrites }),
  };
}
