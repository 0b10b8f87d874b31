import type { RecordedCallRow, SessionOverview } from '../../src/ports/transcriptRows.ts';
import type { SessionAt, SessionPath } from '../../src/ports/transcripts.ts';
import { mostEntries } from '../../src/ports/transcripts.ts';
import type { Client } from '../client.ts';
import { messageOf } from '../client.ts';
import type { OpenedSession } from './openedSession.ts';

/** Most subagents that are read; of more it is said. */
const mostAgents = 200;

/** A subagent, at any depth. */
export interface AgentNode {
  readonly path: SessionPath;
  /** 1 for those that the shown session started. */
  readonly depth: number;
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly calls: readonly RecordedCallRow[];
  /** Largest input of one call by the provider's count; 0 if it gave none. Tokens. */
  readonly peak: number;
}

/** Reads the subagents of the shown session, those that they started included, one after the other. */
export class AgentTree {
  /** Parents before their children. Grows while it is read. */
  nodes: readonly AgentNode[] = [];
  isReading = false;
  /** Whether there are more than are read. */
  more = false;
  problem: string | undefined;
  private readonly changed: () => void;
  private readonly known = new Map<string, AgentNode>();
  private order = 0;
  private session: OpenedSession | undefined;
  private madeFor = '';

  /** `changed` is called when there is more to show. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Reads what is new. To be called before whatever shows it is drawn. */
  update(session: OpenedSession | undefined, client: Client): void {
    if (session !== this.session) {
      this.session = session;
      this.known.clear();
      Object.assign(this, { nodes: [], madeFor: '', more: false, problem: undefined });
    }
    const { overview } = session ?? {};
    // Of a session that is followed, every state that is another one in any of its sessions.
    const name = JSON.stringify(
      session?.state.sessions.map(({ session: path, calls, blocks }) => [path, calls, blocks]),
    );
    if (session === undefined || overview === undefined || name === this.madeFor) {
      return;
    }
    this.madeFor = name;
    void this.read(session, overview, client);
  }

  private async read(
    session: OpenedSession,
    overview: SessionOverview,
    client: Client,
  ): Promise<void> {
    const order = ++this.order;
    const nodes: AgentNode[] = [];
    const waiting = overview.children.map((child) => ({ child, depth: 1 }));
    this.isReading = waiting.length > 0;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { child, depth } = next;
        if (nodes.length >= mostAgents) {
          this.more = true;
          break;
        }
        const at: SessionAt = { ...session.at, session: child.session };
        const own = await client.ask('session/overview', at);
        const node: AgentNode = {
          ...{ path: child.session, depth, id: child.id, title: child.title, label: child.label },
          ...{ calls: await this.callsOf(at, own.calls, client), peak: own.peakInput },
        };
        if (order !== this.order) {
          return;
        }
        this.known.set(child.session.join('.'), node);
        nodes.push(node);
        waiting.unshift(...own.children.map((one) => ({ child: one, depth: depth + 1 })));
      }
      Object.assign(this, { nodes, problem: undefined });
    } catch (cause) {
      if (order === this.order) {
        Object.assign(this, { nodes, problem: messageOf(cause) });
      }
    }
    if (order === this.order) {
      this.isReading = false;
      this.changed();
    }
  }

  private async callsOf(
    at: SessionAt,
    total: number,
    client: Client,
  ): Promise<readonly RecordedCallRow[]> {
    const known = this.known.get(at.session.join('.'))?.calls;
    if (known?.length === total) {
      return known;
    }
    const calls: RecordedCallRow[] = [];
    while (calls.length < total) {
      const range = { from: calls.length, limit: mostEntries };
      const rows = await client.ask('session/calls', { at, range });
      if (rows.length === 0) {
        break;
      }
      calls.push(...rows);
    }
    return calls;
  }
}
