import type { Log } from '../ports/log.ts';
import type { Clock, Random } from '../ports/system.ts';
import type { Caller, ToolService } from '../tools/toolService.ts';
import { createMcpServer } from './mcpServer.ts';
import { SessionTransport } from './sessionTransport.ts';

/** What sessions are made of, and how many there may be. */
export interface SessionsOptions {
  readonly service: ToolService;
  /** The extension's version. */
  readonly version: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: Random;
  /** Milliseconds without request or stream after which a session is dropped. */
  readonly sessionIdle: number;
  /** Most sessions at one time. */
  readonly sessionLimit: number;
}

/** One client's connection. */
export interface McpSession {
  /**
   * The `Mcp-Session-Id`, and the session of its `Caller`. A name and no credential: the token is checked on every
   * request.
   */
  readonly id: string;
  readonly transport: SessionTransport;
  caller(): Caller;
}

interface Entry {
  readonly session: McpSession;
  /** Milliseconds since the epoch. */
  lastUsed: number;
}

const idDigits = 32;

/** The open sessions. What agents' work leaves behind is not held here but by the service, so dropping one loses nothing. */
export class Sessions {
  private readonly options: SessionsOptions;
  private readonly entries = new Map<string, Entry>();

  constructor(options: SessionsOptions) {
    this.options = options;
  }

  /**
   * Opens a session; when there are too many, the one longest unused makes room. Undefined if every session has a
   * call running.
   */
  async open(): Promise<McpSession | undefined> {
    if (this.entries.size >= this.options.sessionLimit && !(await this.makeRoom())) {
      return undefined;
    }
    const id = this.options.random.hex(idDigits);
    const { service, version, log } = this.options;
    const made = createMcpServer({ service, version, log, session: id });
    const transport = new SessionTransport();
    const session: McpSession = { id, transport, caller: () => made.caller() };
    this.entries.set(id, { session, lastUsed: this.options.clock.now() });
    await made.server.connect(transport);
    return session;
  }

  /** The session, now marked as used, or undefined if there is none. */
  find(id: string): McpSession | undefined {
    const entry = this.entries.get(id);
    if (entry) {
      entry.lastUsed = this.options.clock.now();
    }
    return entry?.session;
  }

  /** Ends a session; one that is not there is left alone. */
  async end(id: string): Promise<void> {
    const entry = this.entries.get(id);
    this.entries.delete(id);
    await entry?.session.transport.close();
  }

  /** Ends all sessions. */
  async endAll(): Promise<void> {
    await Promise.all([...this.entries.keys()].map((id) => this.end(id)));
  }

  /** Drops the sessions that were idle too long. */
  async sweep(): Promise<void> {
    const now = this.options.clock.now();
    for (const [id, { session, lastUsed }] of [...this.entries]) {
      // A stream that has just closed was use up to now.
      if (isBusy(session)) {
        this.find(id);
      } else if (now - lastUsed > this.options.sessionIdle) {
        await this.drop(id, 'idle');
      }
    }
  }

  /** Keeps the event streams alive. */
  beat(): void {
    for (const { session } of this.entries.values()) {
      session.transport.beat();
    }
  }

  private async makeRoom(): Promise<boolean> {
    const byUse = [...this.entries.values()].sort((a, b) => a.lastUsed - b.lastUsed);
    const victim =
      byUse.find(({ session }) => !isBusy(session)) ??
      byUse.find(({ session }) => !session.transport.isAnswering);
    if (!victim) {
      return false;
    }
    await this.drop(victim.session.id, 'too many');
    return true;
  }

  private async drop(id: string, why: string): Promise<void> {
    this.options.log.info(`MCP session ${id} dropped: ${why}.`);
    await this.end(id);
  }
}

function isBusy(session: McpSession): boolean {
  return session.transport.isAnswering || session.transport.isStreaming;
}
