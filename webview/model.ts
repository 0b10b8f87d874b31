import type { CallItem } from '../src/protocol/calls.ts';
import type { ChipItem } from '../src/protocol/chips.ts';
import type { TranscriptState } from '../src/ports/transcripts.ts';
import type { InspectorEvents, PageState } from '../src/protocol/inspector.ts';
import { Client } from './client.ts';
import { FeedTable } from './data/feedTable.ts';
import type { ContextState, ListState, UiState } from './data/uiState.ts';
import { readUiState } from './data/uiState.ts';
import { chosenTurn, swapped } from './context/data/sessionChoice.ts';
import { SessionsModel } from './context/sessionsModel.ts';
import type { HostLink } from './link.ts';

/** What the page knows: the host's last state, the rows read so far, and what the person chose. */
export class AppModel {
  readonly client: Client;
  readonly chips: FeedTable<ChipItem>;
  readonly calls: FeedTable<CallItem>;
  readonly sessions: SessionsModel;
  state: PageState | undefined;
  ui: UiState;
  /** Somebody outside the page led a person here: the list, or the details shown, are to get the keyboard. */
  focusWanted = false;
  /** Why the page has nothing to show yet. */
  problem: string | undefined;
  private readonly link: HostLink;
  private readonly listeners = new Set<() => void>();
  private announced = false;

  constructor(link: HostLink) {
    this.link = link;
    this.ui = readUiState(link.getState());
    const changed = (): void => this.announce();
    this.client = new Client(
      link,
      {
        'state/changed': { guard: isState, on: (state) => this.take(state) },
        'session/changed': { guard: isTranscriptState, on: (state) => this.sessions.take(state) },
        'sessions/found': { guard: isFound, on: (found) => this.sessions.texts.take(found) },
        'sessions/changed': { guard: isObject, on: () => void this.sessions.list() },
        'page/show': {
          guard: isShow,
          on: (show) => {
            this.focusWanted = true;
            this.show(show);
          },
        },
      },
      changed,
    );
    this.sessions = new SessionsModel(this.client, changed);
    this.chips = new FeedTable(async (asked) => {
      const part = await this.client.ask('chips/changes', asked);
      return { ...part, rows: part.chips };
    }, changed);
    this.calls = new FeedTable(async (asked) => {
      const part = await this.client.ask('calls/changes', asked);
      return { ...part, rows: part.calls };
    }, changed);
  }

  /** Tells the host that the page is there. */
  async start(): Promise<void> {
    try {
      this.take(await this.client.ask('page/ready', {}));
    } catch (cause) {
      this.problem = cause instanceof Error ? cause.message : String(cause);
      this.announce();
    }
  }

  /** Calls back, at most once per turn, when something changed. */
  onDidChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Changes what the person chose; kept for the next time the page is made. */
  choose(change: Partial<UiState>): void {
    this.ui = { ...this.ui, ...change };
    this.link.setState(this.ui);
    this.announce();
  }

  /** Changes what the person chose in the list of the page they are on. */
  chooseList(page: 'chips' | 'activity', change: Partial<ListState>): void {
    this.choose({ [page]: { ...this.ui[page], ...change } });
  }

  /** Changes what the person chose on the page `context`; a field that is `undefined` is as if never chosen. */
  chooseContext(change: {
    readonly [Field in keyof ContextState]?: ContextState[Field] | undefined;
  }): void {
    const chosen = Object.entries({ ...this.ui.context, ...change });
    const context = Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
    this.choose({ context: context as unknown as ContextState });
  }

  /** Shows a session, or one of its subagents', at its newest turn. */
  showSession(session: string, path: readonly number[] = []): void {
    const none = { turn: undefined, other: undefined, block: undefined, patch: undefined };
    this.chooseContext({ session, path, ...none });
    void this.sessions.open(session, path);
  }

  /** Shows a second session, or one of its subagents', beside the one shown. */
  showBeside(session: string, path: readonly number[] = []): void {
    // The session shown is named, so that it stays the same one when it is kept as the one beside.
    const shown = this.sessions.shown?.key ?? this.ui.context.session;
    this.chooseContext({ session: shown, beside: { session, path } });
    void this.sessions.open(session, path, 'beside');
  }

  /** The session beside becomes the one shown, and that the one beside. Both keep their sides and their turns. */
  swapSessions(): void {
    if (this.ui.context.beside !== undefined) {
      this.sessions.swap();
      this.choose({ context: swapped(this.ui.context) });
    }
  }

  /** Shows the session shown alone. */
  closeBeside(): void {
    this.sessions.closeBeside();
    this.chooseContext({ beside: undefined, side: 'left' });
  }

  /** Index of the call that is looked at: the chosen one, else the newest; -1 while there is none. */
  get turn(): number {
    return chosenTurn(this.ui.context, this.sessions.shown?.lists.calls.length ?? 0);
  }

  /** Goes to where somebody outside the page points. */
  show({ page, session, chip, call, replay }: InspectorEvents['page/show']): void {
    if (page === 'context') {
      this.choose({ page });
      if (session !== undefined) {
        this.showSession(session);
      }
      return;
    }
    const shown = page === 'chips' ? chip : call;
    this.choose({ page, replaying: replay === true });
    // A search that hides what is to be shown is in the way; without anything to be shown the list itself is meant.
    this.chooseList(page, shown === undefined ? { shown: '' } : { shown, search: '' });
  }

  private take(state: PageState): void {
    if (this.state !== undefined && state.revision < this.state.revision) {
      return;
    }
    this.state = state;
    this.problem = undefined;
    this.announce();
    void this.chips.follow(state.chips.head);
    void this.calls.follow(state.calls.head);
  }

  private announce(): void {
    if (this.announced) {
      return;
    }
    this.announced = true;
    queueMicrotask(() => {
      this.announced = false;
      for (const listener of this.listeners) {
        listener();
      }
    });
  }
}

function isState(value: unknown): value is PageState {
  const state = value as Partial<PageState> | null;
  return (
    typeof state === 'object' &&
    typeof state?.revision === 'number' &&
    typeof state.chips === 'object' &&
    typeof state.calls === 'object'
  );
}

function isShow(value: unknown): value is InspectorEvents['page/show'] {
  const page = (value as { readonly page?: unknown } | null)?.page;
  return page === 'context' || page === 'chips' || page === 'activity';
}

function isFound(value: unknown): value is InspectorEvents['sessions/found'] {
  const { search, found } = (value ?? {}) as {
    readonly search?: unknown;
    readonly found?: unknown;
  };
  return typeof search === 'number' && (found === undefined || typeof found === 'object');
}

function isObject(value: unknown): value is Readonly<Record<string, never>> {
  return typeof value === 'object' && value !== null;
}

function isTranscriptState(value: unknown): value is TranscriptState {
  const state = value as Partial<TranscriptState> | null;
  return (
    typeof state === 'object' &&
    typeof state?.transcript === 'string' &&
    typeof state.revision === 'number' &&
    Array.isArray(state.sessions)
  );
}
