import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJSONRPCErrorResponse, isJSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../ports/log.ts';
import type { Caller, ToolService } from '../tools/toolService.ts';
import { readBody } from './body.ts';
import { toCallResult } from './mcpServer.ts';
import { sendAccepted, sendJson, sendRefusal } from './respond.ts';
import { readRpcBody, rpcCode, rpcError } from './rpc.ts';
import type { RpcBody } from './rpc.ts';
import { sessionHeader, sessionIdOf, sessionMissing, sessionNotFound } from './sessionHeader.ts';
import type { Exchange } from './sessionTransport.ts';
import type { McpSession, Sessions } from './sessions.ts';
import { damagedCallId, parseBody } from './unreadable.ts';

/** What answering a POST needs. */
export interface PostContext {
  readonly service: ToolService;
  readonly sessions: Sessions;
  readonly log: Log;
  /** Most bytes of a body. */
  readonly bodyLimit: number;
  /** A tool call's answer did not reach its client; called once per call. */
  readonly onUndelivered: (session: string, requestId: RequestId) => void;
}

/** Reads and answers a POST that passed the gate. Rejects only on a fault of ours. */
export async function answerPost(
  context: PostContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, context.bodyLimit);
  if (body.kind === 'too-large') {
    const message =
      `The request body is over ${context.bodyLimit} bytes. Nothing was run and nothing was kept; ` +
      'send the text in several smaller calls.';
    return sendRefusal(response, { status: 413, code: rpcCode.invalidRequest, message });
  }
  if (body.kind === 'cut-off') {
    const of = body.declared === undefined ? '' : ` of ${body.declared}`;
    const problem = `The request was cut off after ${body.bytes.byteLength}${of} bytes.`;
    return keepCutOff(context, request, { bytes: body.bytes, problem });
  }
  const parsed = parseBody(body.bytes);
  if (!parsed.ok) {
    return answerUnreadable(context, request, response, {
      bytes: body.bytes,
      problem: parsed.problem,
    });
  }
  const read = readRpcBody(parsed.value);
  if (typeof read === 'string') {
    // JSON, but still text that would be lost if it were only refused.
    return answerUnreadable(context, request, response, { bytes: body.bytes, problem: read });
  }
  await answerMessages(context, request, response, read);
}

interface Damaged {
  readonly bytes: Uint8Array;
  readonly problem: string;
}

async function keepCutOff(
  context: PostContext,
  request: IncomingMessage,
  damaged: Damaged,
): Promise<void> {
  if (damaged.bytes.byteLength === 0) {
    return;
  }
  context.log.warn(`MCP: ${damaged.problem}`);
  await context.service.keepUnreadable(damaged.bytes, damaged.problem, callerOf(context, request));
}

async function answerUnreadable(
  context: PostContext,
  request: IncomingMessage,
  response: ServerResponse,
  damaged: Damaged,
): Promise<void> {
  context.log.warn('MCP: a request body could not be read.');
  const { bytes, problem } = damaged;
  const answer = await context.service.keepUnreadable(bytes, problem, callerOf(context, request));
  const id = damagedCallId(bytes);
  if (id === undefined) {
    sendJson(response, 400, rpcError(rpcCode.parseError, answer.text, answer.structured));
  } else {
    const result = { ...toCallResult(answer), isError: true };
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  }
}

function callerOf(context: PostContext, request: IncomingMessage): Caller {
  const id = sessionIdOf(request);
  const session = id === undefined ? undefined : context.sessions.find(id);
  return session?.caller() ?? { client: 'unknown', session: '' };
}

async function answerMessages(
  context: PostContext,
  request: IncomingMessage,
  response: ServerResponse,
  body: RpcBody,
): Promise<void> {
  const [first] = body.messages;
  if (body.messages.some((message) => asks(message, 'initialize'))) {
    if (body.messages.length === 1) {
      return initialize(context, response, body);
    }
    const message = 'initialize stands alone, not in a batch.';
    return sendRefusal(response, { status: 400, code: rpcCode.invalidRequest, message });
  }
  const id = sessionIdOf(request);
  const session = id === undefined ? undefined : context.sessions.find(id);
  if (session) {
    return runExchange(context, response, session, body);
  }
  if (first && asks(first, 'server/discover') && 'id' in first) {
    // How clients of MCP 2026-07-28 ask whether we are of that revision. This answer, in a 200, is the one on which
    // all of them go on with initialize; some take any other error for a broken server.
    const error = { code: rpcCode.methodNotFound, message: 'Method not found' };
    return sendJson(response, 200, { jsonrpc: '2.0', id: first.id, error });
  }
  sendRefusal(response, id === undefined ? sessionMissing : sessionNotFound);
}

function asks(message: JSONRPCMessage, method: string): boolean {
  return isJSONRPCRequest(message) && message.method === method;
}

// A session header that came along is ignored: after a restart, clients send the one they remember.
async function initialize(
  context: PostContext,
  response: ServerResponse,
  body: RpcBody,
): Promise<void> {
  const session = await context.sessions.open();
  if (!session) {
    const message = 'Too many sessions are running calls; try again in a moment.';
    const headers = { 'Retry-After': '1' };
    return sendRefusal(response, { status: 503, code: rpcCode.refused, message, headers });
  }
  const { answers } = await session.transport.receive(body.messages).outcome;
  const [answer] = answers;
  if (!answer || isJSONRPCErrorResponse(answer) || response.destroyed) {
    await context.sessions.end(session.id);
    return answer ? sendJson(response, 200, answer) : sendAccepted(response);
  }
  context.log.info(
    `MCP session ${session.id} opened by ${JSON.stringify(session.caller().client)}.`,
  );
  sendJson(response, 200, answer, { [sessionHeader]: session.id });
}

async function runExchange(
  context: PostContext,
  response: ServerResponse,
  session: McpSession,
  body: RpcBody,
): Promise<void> {
  const exchange = session.transport.receive(body.messages);
  const report = undeliveredReport(context, session.id, exchange);
  const onClose = (): void => {
    // "Finished" means handed to the system; whether the client read it cannot be known.
    if (response.writableFinished) {
      return;
    }
    exchange.abandon();
    report(exchange.calls);
  };
  if (response.destroyed) {
    onClose();
  } else {
    response.once('close', onClose);
  }
  const { answers, lost } = await exchange.outcome;
  report(lost);
  if (answers.length > 0) {
    return sendJson(response, 200, body.batch ? answers : answers[0]);
  }
  // Also for a request that was cancelled: it gets no answer (MCP 2025-11-25, "Cancellation"), but its POST must end.
  sendAccepted(response);
}

function undeliveredReport(
  context: PostContext,
  session: string,
  exchange: Exchange,
): (ids: readonly RequestId[]) => void {
  const unreported = new Set(exchange.calls);
  return (ids) => {
    for (const id of ids) {
      if (unreported.delete(id)) {
        context.onUndelivered(session, id);
      }
    }
  };
}
