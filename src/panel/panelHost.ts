import type { Disposable } from '../ports/system.ts';
import type {
  HostContract,
  InspectorEvents,
  InspectorRequests,
  Nothing,
  PageContract,
  PageState,
} from '../protocol/inspector.ts';
import { isRecord } from '../protocol/guards.ts';
import type { RpcMessage } from '../protocol/rpc.ts';
import { Rpc } from '../protocol/rpc.ts';
import { PageStates } from './pageState.ts';
import type { PanelParts } from './panelParts.ts';
import type { OtherHandlers } from './requests.ts';
import { otherHandlers } from './requests.ts';
import { OwnSessions } from './sessions/ownSessions.ts';
import { PageSessions } from './sessions/pageSessions.ts';
import { sessionRequests } from './sessions/sessionRequests.ts';
import type { SessionSource } from './sessions/sessionSource.ts';
import { transcriptSessions } from './sessions/transcriptSessions.ts';

/** One page's way to the host. */
export interface PanelConnection extends Disposable {
  /** Takes a message of the page; never throws, whatever it is. */
  receive(value: unknown): void;
  /** Whether the person can see the page; a hidden one is told nothing. */
  setVisible(visible: boolean): void;
  /** Leads the page somewhere, as soon as it is there. */
  show(event: InspectorEvents['page/show']): void;
}

/** What answers one kind of request. */
interface AnswerOf<Name extends keyof InspectorRequests> {
  handle(
    params: InspectorRequests[Name]['params'],
    signal: AbortSignal,
  ): InspectorRequests[Name]['result'] | Promise<InspectorRequests[Name]['result']>;
}

/** Answers the pages of one window. */
export class PanelHost implements Disposable {
  private readonly parts: PanelParts;
  private readonly states: PageStates;
  private readonly handlers: OtherHandlers;
  private readonly own: OwnSessions;
  private readonly sources: readonly SessionSource[];
  private readonly pages = new Set<Page>();

  constructor(parts: PanelParts) {
    this.parts = parts;
    this.states = new PageStates(parts);
    this.handlers = otherHandlers(parts);
    const query = parts.transcriptQuery;
    const { live } = parts.runtime;
    const folders = (): readonly string[] => parts.workspace.folders.map(({ path }) => path);
    this.own = new OwnSessions({ ...parts, live, folders });
    this.sources = [this.own, transcriptSessions({ ...parts, query })];
    this.states.onDidChange((state) => {
      for (const page of this.pages) {
        page.tell(state);
      }
    });
  }

  /** A page is there, or will be as soon as it asks `page/ready`. `post` sends to it. */
  connect(post: (message: RpcMessage) => void, visible: boolean): PanelConnection {
    const page = new Page({
      post,
      visible,
      handlers: this.handlers,
      sources: this.sources,
      states: this.states,
      parts: this.parts,
      changed: () => this.watch(),
      gone: () => {
        this.pages.delete(page);
        this.watch();
      },
    });
    this.pages.add(page);
    return page;
  }

  /** Carries out a request for a command, without a page. Rejects with an `RpcError`, or what the editor threw. */
  async ask<Name extends keyof OtherHandlers>(
    name: Name,
    params: InspectorRequests[Name]['params'],
  ): Promise<InspectorRequests[Name]['result']> {
    const handler: AnswerOf<Name> = this.handlers[name];
    return handler.handle(params, new AbortController().signal);
  }

  dispose(): void {
    for (const page of [...this.pages]) {
      page.dispose();
    }
    this.states.dispose();
    this.own.dispose();
  }

  private watch(): void {
    this.states.watch([...this.pages].some((page) => page.isWatching));
  }
}

interface PageOptions {
  readonly post: (message: RpcMessage) => void;
  readonly visible: boolean;
  readonly handlers: OtherHandlers;
  readonly sources: readonly SessionSource[];
  readonly states: PageStates;
  readonly parts: PanelParts;
  /** The page began or ceased to watch. */
  readonly changed: () => void;
  readonly gone: () => void;
}

class Page implements PanelConnection {
  private readonly options: PageOptions;
  private rpc: Rpc<HostContract, PageContract>;
  private sessions: PageSessions;
  private visible: boolean;
  /** The page has asked `page/ready`. */
  private ready = false;
  /** It has, and was not hidden since: a hidden page may be gone, and then it asks again. */
  private present = false;
  private disposed = false;
  /** Revision the page has. */
  private revision = -1;
  private wanted: InspectorEvents['page/show'] | undefined;

  constructor(options: PageOptions) {
    this.options = options;
    this.visible = options.visible;
    this.sessions = this.newSessions();
    this.rpc = this.newEnd();
  }

  get isWatching(): boolean {
    return this.ready && this.visible && !this.disposed;
  }

  receive(value: unknown): void {
    if (this.ready && isGreeting(value)) {
      // The page was loaded anew, and counts its requests from the beginning: answers to the old one would be mistaken.
      this.rpc.dispose();
      this.sessions.dispose();
      this.sessions = this.newSessions();
      this.rpc = this.newEnd();
    }
    this.rpc.receive(value);
  }

  setVisible(visible: boolean): void {
    this.visible = visible;
    this.present = this.present && visible;
    this.options.changed();
    this.sessions.setVisible(this.isWatching);
    if (this.isWatching) {
      void this.options.states.newest().then((state) => this.tell(state));
    }
  }

  show(event: InspectorEvents['page/show']): void {
    if (this.present) {
      this.rpc.emit('page/show', event);
    } else {
      this.wanted = event;
    }
  }

  /** Sends the state, if the page is watching and has an older one. */
  tell(state: PageState): void {
    if (this.isWatching && state.revision > this.revision) {
      this.revision = state.revision;
      this.rpc.emit('state/changed', state);
    }
  }

  dispose(): void {
    if (!this.disposed) {
      this.disposed = true;
      this.rpc.dispose();
      this.sessions.dispose();
      this.options.gone();
    }
  }

  private newSessions(): PageSessions {
    const { sources, parts } = this.options;
    return new PageSessions({
      ...{ sources, timer: parts.timer, visible: this.visible },
      changed: (state) => this.rpc.emit('session/changed', state),
      listChanged: () => this.rpc.emit('sessions/changed', {}),
    });
  }

  private newEnd(): Rpc<HostContract, PageContract> {
    const { handlers, parts, post, sources } = this.options;
    const { actions, host, paths, textRules, workspace } = parts;
    return new Rpc<HostContract, PageContract>({
      post,
      handlers: {
        ...handlers,
        ...sessionRequests({
          ...{ sources, actions, host, paths, textRules, sessions: this.sessions },
          found: (progress) => this.rpc.emit('sessions/found', progress),
          home: parts.about.home,
          folders: () => workspace.folders.map(({ path }) => path),
        }),
        'page/ready': { guard: isRecord<Nothing>({}), handle: () => this.greet() },
      },
      listeners: {},
      onFault: (message, cause) =>
        cause === undefined ? parts.log.warn(message) : parts.log.error(message, cause),
    });
  }

  private async greet(): Promise<PageState> {
    this.ready = true;
    this.present = true;
    this.options.changed();
    const state = await this.options.states.newest();
    this.revision = state.revision;
    // After the reply, so that the page is there when it is led on.
    this.options.parts.timer.after(0, () => {
      if (this.present && this.wanted !== undefined) {
        this.rpc.emit('page/show', this.wanted);
        this.wanted = undefined;
      }
    });
    return state;
  }
}

function isGreeting(value: unknown): boolean {
  const { kind, name } = (value ?? {}) as { readonly kind?: unknown; readonly name?: unknown };
  return kind === 'request' && name === 'page/ready';
}
