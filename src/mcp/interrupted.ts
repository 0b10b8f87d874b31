import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { toCallResult } from './mcpServer.ts';
import { rpcCode } from './rpc.ts';

const text =
  'The connection was ended while this call ran, so its outcome is unknown: it may have been carried out. ' +
  'Read the file again before you repeat the call.';

/**
 * What a request is answered that was running when its session ended. Not by 404, nor by a broken connection: on
 * either, clients initialize anew and send the call again by themselves, and the edit could be made twice.
 */
export function interruptedAnswer(id: RequestId, isCall: boolean): JSONRPCMessage {
  if (!isCall) {
    const error = { code: rpcCode.refused, message: 'The session was ended.' };
    return { jsonrpc: '2.0', id, error };
  }
  const result = toCallResult({
    isError: true,
    text,
    structured: { interrupted: true, message: text },
  });
  return { jsonrpc: '2.0', id, result };
}
