import type {
  CompositionRow,
  LimitsRow,
  OwnBlockRow,
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
  SessionOverview,
} from '../../src/ports/transcriptRows.ts';
import type { SessionAt, SessionPath, TranscriptState } from '../../src/ports/transcripts.ts';
import type { Client } from '../client.ts';
import { messageOf } from '../client.ts';

/** Entries of a list that are asked for at once: as many as the host gives. */
const part = 500;

type ListName = 'calls' | 'compositions' | 'patches' | 'blocks';

/** The lists of a session as far as they were read. Entries are replaced, never changed; lists only grow or are cut. */
export interface SessionLists {
  readonly calls: RecordedCallRow[];
  /** One per call. */
  readonly compositions: CompositionRow[];
  readonly patches: RecordedPatchRow[];
  readonly blocks: RecordedBlockRow[];
}

/**
 * One session that the page has open, and all that it knows of it: its rows, kept up to date while it grows. Whoever
 * shows it looks at `version`, which grows with every change.
 */
export class OpenedSession {
  /** What names it in the list of sessions. */
  readonly key: string;
  /** Which session of the transcript: steps through subagents; empty for the main one. */
  readonly path: SessionPath;
  state: TranscriptState;
  version = 0;
  overview: SessionOverview | undefined;
  limits: LimitsRow | undefined;
  own: readonly OwnBlockRow[] = [];
  lists: SessionLists = { calls: [], compositions: [], patches: [], blocks: [] };
  /** Why the rows could not be read last. */
  problem: string | undefined;
  private readonly client: Client;
  private readonly changed: () => void;
  private readonly windows = new Map<number, Promise<readonly number[]>>();
  private busy: Promise<void> | undefined;
  private stale = true;

  constructor(
    key: string,
    state: TranscriptState,
    path: SessionPath,
    { client, changed }: { readonly client: Client; readonly changed: () => void },
  ) {
    this.key = key;
    this.path = path;
    this.state = state;
    this.client = client;
    this.changed = changed;
  }

  /** What questions about it begin with. */
  get at(): SessionAt {
    const { transcript, generation } = this.state;
    return { transcript, session: this.path, generation };
  }

  /** Whether all rows are there that the newest state has. */
  get isComplete(): boolean {
    return !this.stale && this.overview !== undefined;
  }

  /** Takes a newer state; those of another transcript, and older ones, are left alone. */
  take(state: TranscriptState): void {
    const former = this.state;
    if (state.transcript !== former.transcript || state.revision <= former.revision) {
      return;
    }
    const counts = this.countsIn(state);
    if (state.generation !== former.generation) {
      // Indices mean something else now.
      this.lists = { calls: [], compositions: [], patches: [], blocks: [] };
      this.windows.clear();
    } else if (counts !== undefined) {
      const { calls, compositions, patches } = this.lists;
      calls.length = Math.min(calls.length, counts.changedCalls);
      compositions.length = Math.min(compositions.length, counts.changedCalls);
      patches.length = Math.min(patches.length, counts.changedPatches);
      for (const call of this.windows.keys()) {
        if (call >= counts.changedCalls) {
          this.windows.delete(call);
        }
      }
    }
    this.state = state;
    this.stale = true;
    void this.read();
  }

  /** Reads what is missing. One reading at a time. */
  async read(): Promise<void> {
    this.busy ??= this.readAll().finally(() => (this.busy = undefined));
    await this.busy;
  }

  /** Runs of what a call's request carried; of what stands in the window now with the number of calls. */
  window(call: number): Promise<readonly number[]> {
    let window = this.windows.get(call);
    if (window === undefined) {
      window = this.client.ask('session/window', { at: this.at, call });
      this.windows.set(call, window);
      window.catch(() => this.windows.delete(call));
    }
    return window;
  }

  private countsIn(state: TranscriptState): TranscriptState['sessions'][number] | undefined {
    const name = this.path.join('.');
    return state.sessions.find(({ session }) => session.join('.') === name);
  }

  private async readAll(): Promise<void> {
    while (this.stale) {
      this.stale = false;
      const { at, state } = this;
      try {
        await this.readParts(state);
        const [overview, limits, own] = await Promise.all([
          this.client.ask('session/overview', at),
          this.client.ask('session/limits', at),
          this.client.ask('session/own', at),
        ]);
        Object.assign(this, { overview, limits, own, problem: undefined });
      } catch (cause) {
        // A newer state may have come while the question was on its way: it is asked again with that.
        if (this.state.revision === state.revision) {
          this.problem = messageOf(cause);
        }
      }
      this.tell();
    }
  }

  private async readParts(state: TranscriptState): Promise<void> {
    const counts = this.countsIn(state);
    if (counts === undefined) {
      return;
    }
    const totals: readonly (readonly [ListName, number])[] = [
      ['calls', counts.calls],
      ['compositions', counts.calls],
      ['patches', counts.patches],
      ['blocks', counts.blocks],
    ];
    await Promise.all(totals.map(([name, total]) => this.readList(name, total)));
  }

  private async readList(name: ListName, total: number): Promise<void> {
    const { at } = this;
    const list = this.lists[name] as unknown[];
    while (list.length < total) {
      const from = list.length;
      const range = { from, limit: Math.min(part, total - from) };
      const rows: readonly unknown[] = await this.client.ask(`session/${name}`, { at, range });
      if (this.lists[name] !== list || list.length !== from || rows.length === 0) {
        // The list was cut meanwhile, or has become shorter.
        return;
      }
      list.push(...rows);
      this.tell();
    }
  }

  private tell(): void {
    this.version++;
    this.changed();
  }
}
