import type { Failure } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { putRecent } from '../core/recent.ts';
import { lineHash } from '../core/edit/lineHash.ts';
import type { ActProposal, AnyTool } from './defineTool.ts';
import type { Caller } from './toolService.ts';

/** Calls remembered, and answers that did not arrive. */
const capacity = 1000;

interface MadeCall {
  readonly event: string;
  /** Within which the event has its name; empty for edits. */
  readonly scope: string;
  /** Names the request, so that it can be said later that its answer did not arrive. */
  readonly request: string | undefined;
}

/**
 * Remembers edits, and changes of contexts, by their calls, so that a call that is sent again because its answer was lost
 * does not edit twice, and one that is refused for the same reasons again and again is told so.
 * Clients send it again over a new connection, so equal arguments count and not who sends them.
 */
export class RepeatGuard {
  private readonly made = new Map<string, MadeCall>();
  /** Calls that were refused: why, and how often for that. */
  private readonly refused = new Map<string, { readonly why: number; readonly times: number }>();
  /** Requests; the values mean nothing. */
  private readonly undelivered = new Map<string, true>();

  /** The answer of a request did not reach its client; the call itself may still be running. */
  answerLost(session: string, request: string | number): void {
    putRecent(this.undelivered, requestName(session, request), true, capacity);
  }

  /**
   * What is to be said of a call before it is made: a failure where an equal one was made and its answer did not
   * arrive, a warning where it did.
   */
  check(
    tool: AnyTool,
    args: unknown,
    caller: Caller,
    act?: Pick<ActProposal, 'scope' | 'takeBack'>,
  ): { readonly refused?: Failure; readonly warning?: string } {
    const before = this.made.get(callName(tool, args, act?.scope));
    const { idempotent } = tool.annotations;
    if (before === undefined || idempotent || (args as { again?: unknown }).again === true) {
      return {};
    }
    // The call itself may be the one that was given up: the one sent again was quicker.
    if ([before.request, requestOf(caller)].some((one) => this.undelivered.has(one ?? ''))) {
      return { refused: alreadyApplied(before.event, act !== undefined) };
    }
    if (act !== undefined) {
      const how = act.takeBack(before.event);
      return {
        warning: `An equal call was made before, as ${before.event}. If it was meant once, take one back: ${how}.`,
      };
    }
    // Taking back one edit after the other is what the same call is for.
    return tool.name === 'be-trx'
      ? {}
      : {
          warning: `An equal call was made before, as event ${before.event}. If it was meant once, take one back with be-trx.`,
        };
  }

  /** The call was carried out as the event. */
  remember(tool: AnyTool, args: unknown, event: string, caller: Caller, scope = ''): void {
    const name = callName(tool, args, scope);
    this.refused.delete(name);
    putRecent(this.made, name, { event, scope, request: requestOf(caller) }, capacity);
  }

  /** What is to be said of a refused call: not to send it again, where an equal one was refused before for the same. */
  refusedAgain(tool: AnyTool, args: unknown, scope: string, why: Failure): Failure {
    if (why.code !== 'patch-refused') {
      // What fails for other reasons may well go through the next time.
      return why;
    }
    const name = callName(tool, args, scope);
    const before = this.refused.get(name);
    const reasons = lineHash(JSON.stringify(why));
    const times = before?.why === reasons ? before.times + 1 : 1;
    putRecent(this.refused, name, { why: reasons, times }, capacity);
    return times === 1
      ? why
      : {
          ...why,
          advice: `The same call was refused ${times} times, each time for the same reasons. Do not send it again: change what they name, or go on without it.`,
        };
  }

  /** The event was taken back, so the call may be made again. */
  forget(event: string, scope = ''): void {
    for (const [name, call] of this.made) {
      if (call.event === event && call.scope === scope) {
        this.made.delete(name);
      }
    }
  }
}

function alreadyApplied(event: string, isAct: boolean): Failure {
  return failure(
    'already-applied',
    `This call was already applied as ${isAct ? '' : 'event '}${event}; its answer could not be delivered.`,
    isAct
      ? 'Nothing was changed by this call, and nothing is left to do; to do it once more add "again": true.'
      : 'Nothing was changed by this call. Read the file to see what it holds; to make the edit once more add "again": true.',
    { event_id: event },
  );
}

function requestOf({ session, request }: Caller): string | undefined {
  return request === undefined ? undefined : requestName(session, request);
}

function requestName(session: string, request: string | number): string {
  return `${session} ${typeof request} ${request}`;
}

/** Equal for equal arguments in one scope, in whatever order their fields came. */
function callName(tool: AnyTool, args: unknown, scope = ''): string {
  const fields = Object.entries(args as Record<string, unknown>)
    .filter(([name]) => name !== 'again')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(fields);
  return `${tool.name} ${scope} ${text.length} ${lineHash(text)}`;
}
