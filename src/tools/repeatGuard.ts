import type { Failure } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { putRecent } from '../core/recent.ts';
import { lineHash } from '../core/edit/lineHash.ts';
import type { AnyTool } from './defineTool.ts';
import type { Caller } from './toolService.ts';

/** Calls remembered, and answers that did not arrive. */
const capacity = 1000;

interface MadeCall {
  readonly event: string;
  /** Names the request, so that it can be said later that its answer did not arrive. */
  readonly request: string | undefined;
}

/**
 * Remembers edits by their calls, so that a call that is sent again because its answer was lost does not edit twice.
 * Clients send it again over a new connection, so equal arguments count and not who sends them.
 */
export class RepeatGuard {
  private readonly made = new Map<string, MadeCall>();
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
  ): { readonly refused?: Failure; readonly warning?: string } {
    const before = this.made.get(callName(tool, args));
    const { idempotent } = tool.annotations;
    if (before === undefined || idempotent || (args as { again?: unknown }).again === true) {
      return {};
    }
    // The call itself may be the one that was given up: the one sent again was quicker.
    if ([before.request, requestOf(caller)].some((one) => this.undelivered.has(one ?? ''))) {
      return { refused: alreadyApplied(before.event) };
    }
    // Taking back one edit after the other is what the same call is for.
    return tool.name === 'be-trx'
      ? {}
      : {
          warning: `An equal call was made before, as event ${before.event}. If it was meant once, take one back with be-trx.`,
        };
  }

  /** The call was carried out as the event. */
  remember(tool: AnyTool, args: unknown, event: string, caller: Caller): void {
    putRecent(this.made, callName(tool, args), { event, request: requestOf(caller) }, capacity);
  }

  /** The event was taken back, so the call may be made again. */
  forget(event: string): void {
    for (const [name, call] of this.made) {
      if (call.event === event) {
        this.made.delete(name);
      }
    }
  }
}

function alreadyApplied(event: string): Failure {
  return failure(
    'already-applied',
    `This call was already applied as event ${event}; its answer could not be delivered.`,
    'Nothing was changed by this call. Read the file to see what it holds; to make the edit once more add "again": true.',
    { event_id: event },
  );
}

function requestOf({ session, request }: Caller): string | undefined {
  return request === undefined ? undefined : requestName(session, request);
}

function requestName(session: string, request: string | number): string {
  return `${session} ${typeof request} ${request}`;
}

/** Equal for equal arguments, in whatever order their fields came. */
function callName(tool: AnyTool, args: unknown): string {
  const fields = Object.entries(args as Record<string, unknown>)
    .filter(([name]) => name !== 'again')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(fields);
  return `${tool.name} ${text.length} ${lineHash(text)}`;
}
