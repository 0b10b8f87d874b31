import type { SessionPath, TranscriptState } from '../../src/ports/transcripts.ts';
import type { SessionItem } from '../../src/protocol/sessions.ts';
import type { Client } from '../client.ts';
import { messageOf } from '../client.ts';
import { OpenedSession } from './openedSession.ts';

/** Rows of the list that are asked for. */
const listed = 200;

/** The sessions there are, the one that is shown, and the one beside it. */
export class SessionsModel {
  /** Newest first. */
  items: readonly SessionItem[] = [];
  more = false;
  /** Whether sessions of all folders are listed, or those of the window's. */
  everywhere = false;
  /** Whether the list was read. */
  listed = false;
  shown: OpenedSession | undefined;
  /** A second one, to be seen side by side. */
  beside: OpenedSession | undefined;
  /** Why the list, or the session, is not there. */
  problem: string | undefined;
  private readonly client: Client;
  private readonly changed: () => void;
  private opening = 0;

  constructor(client: Client, changed: () => void) {
    this.client = client;
    this.changed = changed;
  }

  /** Reads the list anew. */
  async list(everywhere = this.everywhere): Promise<void> {
    this.everywhere = everywhere;
    try {
      const { rows, more } = await this.client.ask('sessions/list', { everywhere, limit: listed });
      Object.assign(this, { items: rows, more, listed: true, problem: undefined });
    } catch (cause) {
      this.problem = messageOf(cause);
    }
    this.changed();
  }

  /** Opens a session, or one of its subagents', in the place of the one shown, or `beside` it. */
  async open(
    key: string,
    path: SessionPath = [],
    place: 'shown' | 'beside' = 'shown',
  ): Promise<void> {
    const order = ++this.opening;
    try {
      const state = await this.client.ask('session/open', { key });
      const former = this[place];
      if (order !== this.opening) {
        await this.client.ask('session/close', { transcript: state.transcript });
        return;
      }
      const { client, changed } = this;
      const opened = new OpenedSession(key, state, path, { client, changed });
      this[place] = opened;
      this.problem = undefined;
      this.close(former);
      await opened.read();
    } catch (cause) {
      this.problem = messageOf(cause);
      this.changed();
    }
  }

  /** Closes the one beside. */
  closeBeside(): void {
    this.close(this.beside);
    this.beside = undefined;
    this.changed();
  }

  /** Takes a newer state of one that is open. */
  take(state: TranscriptState): void {
    this.shown?.take(state);
    this.beside?.take(state);
  }

  private close(session: OpenedSession | undefined): void {
    const transcript = session?.state.transcript;
    const used = [this.shown, this.beside].some((one) => one?.state.transcript === transcript);
    if (transcript !== undefined && !used) {
      void this.client.ask('session/close', { transcript }).catch(() => undefined);
    }
  }
}
