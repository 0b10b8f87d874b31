import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import type {
  JSONRPCRequest,
  RequestId,
  ServerResult,
  Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../ports/log.ts';
import type { Caller, ToolAnswer, ToolService, ToolSpec } from '../tools/toolService.ts';

/** What an MCP server is made of. */
export interface McpServerOptions {
  /** Shared by all servers of the process. */
  readonly service: ToolService;
  /** The extension's version, told to clients. */
  readonly version: string;
  readonly log: Log;
  /** Identifies the connection in every `Caller`. */
  readonly session: string;
}

/** An SDK server for one connection. */
export interface McpServer {
  /** To be connected to one transport. Closing it frees everything. */
  readonly server: Server;
  /** Who speaks over this connection: `unknown` until the client has introduced itself. */
  caller(): Caller;
}

const instructions =
  'The be-* tools read and edit the files of the workspace open in the editor. ' +
  'Read a place with be-read first and give the view id it answers to the edit: a file that changed since is then never overwritten. ' +
  'When a call fails, its text is kept as a chip, and the answer says how to use it again without sending it once more. ' +
  'An edit can be taken back with be-trx. ' +
  'context-update and artifact-get are for conversations whose context Chipboard manages; others need them not.';

const clientNameLimit = 100;

/**
 * Makes the MCP server of one connection (MCP 2025-11-25; older revisions are negotiated by the SDK). One server per
 * connection, since the SDK's server remembers its client and would send one client's answers to another.
 */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { service, version, log, session } = options;
  const server = new Server(
    { name: 'chipboard', title: 'Chipboard', version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions,
      // Only for forms the server would send, which it does not; else every session would make a validator with Ajv.
      jsonSchemaValidator: { getValidator: noValidator },
    },
  );
  const caller = (): Caller => ({
    client: server.getClientVersion()?.name.slice(0, clientNameLimit) ?? 'unknown',
    session,
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: service.list().map(toTool) }));
  // Not setRequestHandler: it refuses arguments that are no object before the service could keep their text.
  server.fallbackRequestHandler = (request, extra) => {
    if (request.method !== 'tools/call') {
      throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
    }
    return callTool(options, request, {
      caller: { ...caller(), request: clientRequest(server.transport, extra.requestId) },
      signal: extra.signal,
    });
  };
  // The messages of these errors may quote what the client sent, so they are not logged.
  server.onerror = () => log.warn(`MCP session ${session}: a message could not be handled.`);
  const subscription = service.onDidChangeTools(() => {
    server.sendToolListChanged().catch((cause: unknown) => {
      log.error(`MCP session ${session}: the change of the tool list could not be told.`, cause);
    });
  });
  server.onclose = () => subscription.dispose();
  return { server, caller };
}

/** A transport that gives requests numbers of its own. */
interface Numbering {
  /** The id by which the client knows the request. */
  clientId(number: RequestId): RequestId | undefined;
}

function clientRequest(transport: object | undefined, id: RequestId): RequestId {
  const numbering = transport as Partial<Numbering> | undefined;
  return numbering?.clientId?.(id) ?? id;
}

/** A tool's answer as the result of a `tools/call` (MCP 2025-11-25, server/tools). */
export function toCallResult(answer: ToolAnswer): {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
} {
  return {
    content: [{ type: 'text', text: answer.text }],
    ...(answer.plain === true ? {} : { structuredContent: { ...answer.structured } }),
    isError: answer.isError,
  };
}

function noValidator(): never {
  throw new Error('This server sends no forms.');
}

async function callTool(
  options: McpServerOptions,
  request: JSONRPCRequest,
  who: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<ServerResult> {
  // A call without a usable name goes on too: the service answers it, and keeps its text, like an unknown tool's.
  const name = typeof request.params?.['name'] === 'string' ? request.params['name'] : '';
  const args = request.params?.['arguments'] ?? {};
  try {
    return toCallResult(await options.service.call(name, args, who.caller, who.signal));
  } catch (cause) {
    options.log.error('A tool call ended in a fault.', cause);
    throw new McpError(ErrorCode.InternalError, 'Chipboard failed on this call; see its log.');
  }
}

function toTool(spec: ToolSpec): Tool {
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    inputSchema: { ...spec.inputSchema, type: 'object' },
    annotations: { ...spec.annotations },
  };
}
