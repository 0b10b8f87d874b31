import type { CallItem } from '../src/protocol/calls.ts';
import type { ChipItem } from '../src/protocol/chips.ts';
import type { InspectorEvents, PageState } from '../src/protocol/inspector.ts';
import { Client } from './client.ts';
import { FeedTable } from './data/feedTable.ts';
import type { ListState, UiState } from './data/uiState.ts';
import { readUiState } from './data/uiState.ts';
import type { HostLink } from './link.ts';

/** What the page knows: the host's last state, the rows read so far, and what the person chose. */
export class AppModel {
  readonly client: Client;
  readonly chips: FeedTable<ChipItem>;
  readonly calls: FeedTable<CallItem>;
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

  /** Goes to where somebody outside the page points. */
  show({ page, chip, call, replay }: InspectorEvents['page/show']): void {
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
  return page === 'chips' || page === 'activity';
}
