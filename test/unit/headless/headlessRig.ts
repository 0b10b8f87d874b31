import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** The headless server's source, which Node runs as it is. */
export const program = fileURLToPath(new URL('../../../src/headless.ts', import.meta.url));

/** An answer of a tool, as a client gets it. */
export interface ReceivedAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** A headless server and its client. */
export interface HeadlessSession {
  readonly client: Client;
  readonly pid: number;
  /** What the server wrote to standard error so far. */
  errors(): string;
  call(name: string, args: Record<string, unknown>): Promise<ReceivedAnswer>;
  close(): Promise<void>;
}

const cleanups: (() => Promise<unknown>)[] = [];

/** Ends and removes all that the tests of a suite have made. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
}

/** Has something done at the end of the test. */
export function atEnd(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup);
}

/** A folder that is gone after the test; its real path. */
export async function scratch(name: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `chipboard-${name}-`)));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** Starts a server with a real SDK client. */
export async function startHeadless(...args: string[]): Promise<HeadlessSession> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, ...args],
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
  const client = new Client({ name: 'test-client', version: '1.0.0' });
  await client.connect(transport);
  atEnd(() => client.close());
  return {
    client,
    pid: transport.pid ?? 0,
    errors: () => errors,
    call: async (name, callArgs) =>
      received(
        await client.callTool({ name, arguments: callArgs }, undefined, { timeout: 60_000 }),
      ),
    close: () => client.close(),
  };
}

/** A result in the form the tests look at. */
export function received(result: Record<string, unknown>): ReceivedAnswer {
  const [content] = result.content as readonly { readonly text: string }[];
  return {
    isError: result.isError === true,
    text: content?.text ?? '',
    structured: (result.structuredContent ?? {}) as Record<string, unknown>,
  };
}

/** A server whose bytes the test sends and reads itself. */
export interface RawHeadless {
  readonly child: ChildProcessWithoutNullStreams;
  /** Sends messages as lines. */
  send(...messages: readonly unknown[]): void;
  /** The answer with that id, as soon as it is there. */
  answer(id: unknown): Promise<Record<string, unknown>>;
  errors(): string;
  /** The exit code. */
  ended(): Promise<number | null>;
}

/** Starts a server without client. */
export function startRaw(args: readonly string[], env: Record<string, string> = {}): RawHeadless {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let errors = '';
  let rest = '';
  const answers: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  child.stdout.on('data', (data: Buffer) => {
    const lines = (rest + data.toString()).split('\n');
    rest = lines.pop() ?? '';
    answers.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
    waiting.splice(0).forEach((look) => look());
  });
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close') as Promise<[number | null]>;
  atEnd(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    child,
    send: (...messages) => {
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    },
    answer: (id) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = answers.find((answer) => answer.id === id);
          if (found === undefined) {
            waiting.push(look);
          } else {
            resolve(found);
          }
        };
        look();
      }),
    errors: () => errors,
    ended: async () => (await closed)[0],
  };
}

/** The messages that open a session; the answer has the id `init`. */
export const hello = [
  {
    jsonrpc: '2.0',
    id: 'init',
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw-client', version: '1' },
    },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
] as const;

/** A call of a tool. */
export function call(id: unknown, name: string, args: unknown): unknown {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}
