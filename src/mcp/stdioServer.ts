import type { Readable, Writable } from 'node:stream';
import type { Log } from '../ports/log.ts';
import type { Random } from '../ports/system.ts';
import type { ToolService } from '../tools/toolService.ts';
import type { FindWindows } from './forwardTarget.ts';
import { ForwardTransport } from './forwardTransport.ts';
import { createMcpServer } from './mcpServer.ts';
import { StdioTransport } from './stdioTransport.ts';

/** What a server on standard input and output is made of. */
export interface StdioServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The tools of this process, for when there is no window. */
  readonly service: ToolService;
  readonly findWindows: FindWindows;
  readonly version: string;
  readonly log: Log;
  readonly random: Random;
}

/** The connection to the client. */
export interface StdioConnection {
  /** Resolves when the client has left. */
  readonly ended: Promise<void>;
  /** Resolves when every request that has come is answered. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Serves one client on standard input and output; its calls go to a window where there is one. */
export async function serveStdio(options: StdioServerOptions): Promise<StdioConnection> {
  const { input, output, service, findWindows, version, log, random } = options;
  const made = createMcpServer({ service, version, log, session: random.hex(32) });
  const stdio = new StdioTransport({
    input,
    output,
    log,
    keepUnreadable: (line, problem) => service.keepUnreadable(line, problem, made.caller()),
  });
  const ended = new Promise<void>((resolve) => (stdio.onend = resolve));
  await made.server.connect(new ForwardTransport({ stdio, findWindows, log }));
  return { ended, idle: () => stdio.idle(), close: () => made.server.close() };
}
