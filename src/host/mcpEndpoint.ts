import * as vscode from 'vscode';
import type { Disposable, Event } from '../ports/system.ts';
import { DisposableStore, Emitter } from '../core/lifecycle.ts';
import type { LazyRunning, RunningParts, StartableServer } from './running.ts';
import type { OutputLog } from './outputLog.ts';
import type { VscodeSettings } from './vscodeSettings.ts';

const tokenKey = 'chipboard.mcp.token';
/** Holds the token where the editor runs in a browser. */
const tokenFile = 'mcp.token';
const portKey = 'chipboard.mcp.port';
const connectedKey = 'chipboard.mcp.connected';

/** Where agents reach the tools, and with what. */
export interface McpConnection {
  readonly url: string;
  readonly token: string;
}

/** State of the server, as a person is told. */
export type ServerState = 'stopped' | 'starting' | 'running' | 'failed';

/** The parts an endpoint is made of. */
export interface McpEndpointParts {
  readonly context: vscode.ExtensionContext;
  readonly running: LazyRunning;
  readonly settings: VscodeSettings;
  readonly log: OutputLog;
}

/**
 * The one MCP server of this window. Started on first use; keeps its port for the workspace and its token for the
 * user across restarts, so that agents that have been connected once find it again.
 */
export class McpEndpoint implements Disposable {
  readonly onDidChangeState: Event<ServerState>;
  private readonly parts: McpEndpointParts;
  private readonly disposables = new DisposableStore();
  private readonly changed: Emitter<ServerState>;
  private starting: Promise<McpConnection> | undefined;
  private server: StartableServer | undefined;
  private present: ServerState = 'stopped';

  constructor(parts: McpEndpointParts) {
    this.parts = parts;
    this.changed = this.disposables.add(new Emitter<ServerState>());
    this.onDidChangeState = this.changed.event;
  }

  get state(): ServerState {
    return this.present;
  }

  /** Starts the server if it is not running, and says how to reach it. Rejects if it cannot start. */
  connect(): Promise<McpConnection> {
    this.starting ??= this.start().catch((cause: unknown) => {
      this.starting = undefined;
      this.set('failed');
      throw cause;
    });
    return this.starting;
  }

  /** Stops the server and starts it again, on the same port with the same token. */
  async restart(): Promise<McpConnection> {
    await this.stop();
    return this.connect();
  }

  /** Ends all connections; `connect` starts again. */
  async stop(): Promise<void> {
    const { server } = this;
    this.starting = undefined;
    this.server = undefined;
    await server?.stop();
    this.set('stopped');
  }

  /** Whether an agent outside the editor has been connected, to this workspace or to all. */
  get outsideAgent(): boolean {
    const { globalState, workspaceState } = this.parts.context;
    return [workspaceState, globalState].some((state) => state.get<boolean>(connectedKey, false));
  }

  /** Remembers that an agent outside the editor uses this workspace or any, so that the server starts with it. */
  async rememberOutsideAgent(where: 'here' | 'anywhere' = 'here'): Promise<void> {
    const { globalState, workspaceState } = this.parts.context;
    await (where === 'here' ? workspaceState : globalState).update(connectedKey, true);
  }

  dispose(): void {
    this.disposables.dispose();
    void this.server?.stop();
  }

  private async start(): Promise<McpConnection> {
    const { context, log, running, settings } = this.parts;
    this.set('starting');
    const started = performance.now();
    const parts = running.get();
    const token = await this.token(parts);
    const port = settings.port || context.workspaceState.get(portKey, 0);
    this.server = parts.server(token, port);
    const address = await this.server.start();
    await context.workspaceState.update(portKey, address.port);
    log.info(
      `MCP server up at ${address.url} after ${(performance.now() - started).toFixed(0)} ms.`,
    );
    this.set('running');
    return { url: address.url, token };
  }

  private async token(parts: RunningParts): Promise<string> {
    const { secrets } = this.parts.context;
    const present = await secrets.get(tokenKey);
    if (present !== undefined && present !== '') {
      return present;
    }
    const fresh = parts.newToken();
    // In a browser the editor may keep secrets in memory only; agents outside would lose their way with every reload.
    const inBrowser = vscode.env.uiKind === vscode.UIKind.Web;
    const token = inBrowser ? await parts.agreedPrivate(tokenFile, fresh) : fresh;
    await secrets.store(tokenKey, token);
    return token;
  }

  private set(state: ServerState): void {
    this.present = state;
    this.changed.fire(state);
  }
}
