import type { StoreCounts } from '../ports/store.ts';
import type { Disposable, Event } from '../ports/system.ts';
import { DisposableStore, Emitter } from '../core/lifecycle.ts';
import type { PageState } from '../protocol/inspector.ts';
import type { PanelParts } from './panelParts.ts';
import { storeProblem } from './storeProblem.ts';

/** Milliseconds in which changes are gathered into one push. */
const gathering = 50;

/** Milliseconds between two looks for what other windows have written. */
const looking = 400;

/** What is known of the store. */
interface StoreFacts {
  readonly counts: StoreCounts;
  readonly chipHead: number;
  readonly callHead: number;
}

const nothing: StoreFacts = {
  counts: { chips: 0, chipBytes: 0, calls: 0, events: 0 },
  chipHead: 0,
  callHead: 0,
};

/**
 * The state that all pages of a window show, read when something changed and somebody looks. While a page is visible,
 * the store is also watched for what others write.
 */
export class PageStates implements Disposable {
  /** There is a newer state; fired only while the states are watched. */
  readonly onDidChange: Event<PageState>;
  private readonly parts: PanelParts;
  private readonly disposables = new DisposableStore();
  private readonly changed = this.disposables.add(new Emitter<PageState>());
  private stale = true;
  private state: PageState | undefined;
  private facts = nothing;
  private version: string | undefined;
  private watched = false;
  private gather: Disposable | undefined;
  private look: Disposable | undefined;
  private reading: Promise<void> = Promise.resolve();

  constructor(parts: PanelParts) {
    this.parts = parts;
    this.onDidChange = this.changed.event;
    const { runtime, settings, workspace } = parts;
    const touch = (): void => this.touch();
    this.disposables.add(parts.onDidWrite(touch));
    this.disposables.add(runtime.onDidChangeRunning(touch));
    this.disposables.add(workspace.onDidChange(touch));
    this.disposables.add(settings.onDidChange(touch));
  }

  /** The state as it is now. Never rejects: what the store can not say is said as the state's problem. */
  async newest(): Promise<PageState> {
    this.reading = this.reading.then(() => (this.stale ? this.read() : undefined));
    await this.reading;
    return this.state ?? this.stateOf(undefined);
  }

  /** Whether a page is visible. What others wrote meanwhile is found by the next look. */
  watch(watched: boolean): void {
    if (watched === this.watched) {
      return;
    }
    this.watched = watched;
    if (watched) {
      this.stale = true;
      this.lookLater();
    } else {
      this.rest();
    }
  }

  dispose(): void {
    this.watched = false;
    this.rest();
    this.disposables.dispose();
  }

  private rest(): void {
    this.look?.dispose();
    this.gather?.dispose();
    this.look = undefined;
    this.gather = undefined;
  }

  private touch(): void {
    this.stale = true;
    if (this.watched && this.gather === undefined) {
      this.gather = this.parts.timer.after(gathering, () => {
        this.gather = undefined;
        void this.tell();
      });
    }
  }

  private async tell(): Promise<void> {
    const before = this.state?.revision;
    const state = await this.newest();
    if (this.watched && state.revision !== before) {
      this.changed.fire(state);
    }
  }

  private lookLater(): void {
    this.look = this.parts.timer.after(looking, () => {
      void this.lookNow().then(() => {
        if (this.watched) {
          this.lookLater();
        }
      });
    });
  }

  private async lookNow(): Promise<void> {
    const version = await this.storeVersion();
    if (version !== this.version) {
      this.version = version;
      this.touch();
    }
  }

  private async read(): Promise<void> {
    this.stale = false;
    this.version = await this.storeVersion();
    const { store } = this.parts;
    let problem: string | undefined;
    try {
      const last = { limit: 1 };
      const [counts, chips, calls] = await Promise.all([
        store.counts(),
        store.chipChanges(last),
        store.callChanges(last),
      ]);
      this.facts = { counts, chipHead: chips.head, callHead: calls.head };
    } catch (cause) {
      problem = storeProblem(cause);
    }
    const state = this.stateOf(problem);
    if (JSON.stringify(state) !== JSON.stringify(this.state)) {
      this.state = { ...state, revision: state.revision + 1 };
    }
  }

  /** Changes with every write by anybody, and when the store stops or begins to work. */
  private async storeVersion(): Promise<string> {
    try {
      return JSON.stringify(await this.parts.store.version());
    } catch (cause) {
      return storeProblem(cause);
    }
  }

  /** The state with the revision of the last one. */
  private stateOf(problem: string | undefined): PageState {
    const { runtime, settings, workspace } = this.parts;
    const { counts, chipHead, callHead } = this.facts;
    const { maxCallBytes, maxCalls, recordCalls } = settings.current;
    const recorded = recordCalls && maxCalls > 0 && maxCallBytes > 0;
    const prices = this.parts.prices();
    return {
      revision: this.state?.revision ?? 0,
      chips: { head: chipHead, total: counts.chips, bytes: counts.chipBytes },
      calls: { head: callHead, total: counts.calls, recorded },
      running: runtime.running,
      folders: workspace.folders.map(({ name, path }) => ({ name, path })),
      trusted: workspace.trusted,
      askBefore: this.parts.askBefore(),
      ...(prices === undefined ? {} : { prices }),
      ...(problem === undefined ? {} : { problem }),
    };
  }
}
