import type { CompositionRow, SessionOverview } from '../../src/ports/transcriptRows.ts';
import type { SessionAt, SessionPath, TranscriptState } from '../../src/ports/transcripts.ts';
import type { Client } from '../client.ts';
import { messageOf } from '../client.ts';
import { sumInputs } from './data/sessionSums.ts';
import type { KnownSession } from './data/sessionTreeRows.ts';
import { pathKey } from './data/sessionTreeRows.ts';

/** Calls whose inputs are asked for at once. */
const part = 500;

/** Reads what the tree of a transcript's sessions shows: of each that is wanted, one after the other. */
export class SessionTreeReader {
  /** By the paths' keys. */
  readonly known = new Map<string, KnownSession>();
  /** Why something could not be read last. */
  problem: string | undefined;
  private readonly client: Client;
  private readonly changed: () => void;
  private readonly readFor = new Map<string, string>();
  private queue: readonly SessionPath[] = [];
  private state: TranscriptState | undefined;
  private busy = false;

  constructor(client: Client, changed: () => void) {
    this.client = client;
    this.changed = changed;
  }

  /** Reads what is not known of the sessions that are wanted, or has grown since; to be called for every new state. */
  update(state: TranscriptState, wanted: readonly SessionPath[]): void {
    const { state: former } = this;
    if (state.transcript !== former?.transcript || state.generation !== former.generation) {
      this.known.clear();
      this.readFor.clear();
    }
    this.state = state;
    this.queue = wanted.filter((path) => this.readFor.get(pathKey(path)) !== markOf(state, path));
    if (!this.busy) {
      void this.run();
    }
  }

  private async run(): Promise<void> {
    for (;;) {
      const [path] = this.queue;
      const { state } = this;
      this.busy = path !== undefined;
      if (path === undefined || state === undefined) {
        return;
      }
      this.queue = this.queue.slice(1);
      this.readFor.set(pathKey(path), markOf(state, path));
      const { transcript, generation } = state;
      try {
        await this.read({ transcript, generation, session: path });
        this.problem = undefined;
      } catch (cause) {
        this.problem = this.isCurrent(state) ? messageOf(cause) : undefined;
      }
      this.changed();
    }
  }

  private async read(at: SessionAt): Promise<void> {
    const overview: SessionOverview = await this.client.ask('session/overview', at);
    const compositions: CompositionRow[] = [];
    while (compositions.length < overview.calls) {
      const range = { from: compositions.length, limit: part };
      const rows = await this.client.ask('session/compositions', { at, range });
      if (rows.length === 0) {
        break;
      }
      compositions.push(...rows);
    }
    if (this.isCurrent(at)) {
      const { children, calls } = overview;
      this.known.set(pathKey(at.session), { children, calls, input: sumInputs(compositions) });
    }
  }

  private isCurrent({ transcript, generation }: Omit<SessionAt, 'session'>): boolean {
    return transcript === this.state?.transcript && generation === this.state.generation;
  }
}

/** Another one when the session, or the number of sessions, may be another one. */
function markOf({ sessions }: TranscriptState, path: SessionPath): string {
  const key = pathKey(path);
  const counts = sessions.find(({ session }) => pathKey(session) === key);
  return `${sessions.length} ${counts?.blocks ?? ''} ${counts?.calls ?? ''}`;
}
