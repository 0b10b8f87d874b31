import type { HostContract } from '../protocol/inspector.ts';
import type { RpcHandlers } from '../protocol/rpc.ts';
import type { SessionRequests } from '../protocol/sessions.ts';
import { callRequests } from './callRequests.ts';
import { chipFileRequests } from './chipFileRequests.ts';
import { chipActs } from './chipActs.ts';
import { chipRequests } from './chipRequests.ts';
import { chipTextRequests } from './chipTextRequests.ts';
import { dataRequests } from './dataRequests.ts';
import type { PanelParts } from './panelParts.ts';
import { previewRequests } from './previewRequests.ts';
import { replayRequests } from './replayRequests.ts';
import { asRpcError } from './storeProblem.ts';

/** All requests that are answered to every page in the same way; those about sessions know what their page has open. */
export type OtherHandlers = Omit<RpcHandlers<HostContract>, 'page/ready' | keyof SessionRequests>;

/** What answers the requests of every page of the window. */
export function otherHandlers(parts: PanelParts): OtherHandlers {
  const handlers: OtherHandlers = {
    ...chipRequests(parts),
    ...chipActs(parts),
    ...chipTextRequests(parts),
    ...chipFileRequests(parts),
    ...replayRequests(parts),
    ...previewRequests(parts),
    ...callRequests(parts),
    ...dataRequests(parts),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, telling(handler as AnyHandler)]),
  ) as unknown as OtherHandlers;
}

interface AnyHandler {
  readonly guard: (value: unknown) => boolean;
  handle(params: unknown, signal: AbortSignal): unknown;
}

/** Troubles of the store become errors that a page can show as they are. */
function telling(handler: AnyHandler): AnyHandler {
  return {
    guard: handler.guard,
    async handle(params, signal) {
      try {
        return await handler.handle(params, signal);
      } catch (cause) {
        throw asRpcError(cause);
      }
    },
  };
}
