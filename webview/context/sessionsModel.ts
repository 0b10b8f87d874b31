import type { SessionPath, TranscriptState } from '../../src/ports/transcripts.ts';
import type { SessionItem } from '../../src/protocol/sessions.ts';
import type { Client } from '../client.ts';
import { messageOf } from '../client.ts';
import { AllTexts } from './allTexts.ts';
import { OpenedSession } from './openedSession.ts';

/** Rows of the list that are asked for at first, and the most that the host gives. */
const listed = 200;
const mostListed = 1000;

/** Where a session is seen: alone or first, or as the second one. */
type Place = 'shown' | 'beside';

/** A session that is being opened, and where it is to be seen by now. */
interface Opening {
  place: Place;
}

/** The sessions there are, the one that is shown, and the one beside it. */
export class SessionsModel {
  /** Newest first. */
  items: readonly SessionItem[] = [];
  /** Whether there are older ones that are not listed. */
  more = false;
  /** Whether sessions of all folders are listed, or those of the window's. */
  everywhere = false;
  /** Whether the list was read, and how many times. */
  listed = false;
  listings = 0;
  shown: OpenedSession | undefined;
  /** A second one, to be seen side by side. */
  beside: OpenedSession | undefined;
  /** Why the list, or a session, is not there. */
  problem: string | undefined;
  /** The search in the texts of all of them. */
  readonly texts: AllTexts;
  private limit = listed;
  private readonly client: Client;
  private readonly changed: () => void;
  private readonly openings = new Map<Place, Opening>();

  constructor(client: Client, changed: () => void) {
    this.client = client;
    this.changed = changed;
    this.texts = new AllTexts(client, changed);
  }

  /** Whether more of them can be listed than are. */
  get canListMore(): boolean {
    return this.more && this.limit < mostListed;
  }

  /** Reads the list anew. */
  async list(everywhere = this.everywhere): Promise<void> {
    this.everywhere = everywhere;
    const { limit } = this;
    try {
      const { rows, more } = await this.client.ask('sessions/list', { everywhere, limit });
      if (everywhere !== this.everywhere || limit !== this.limit) {
        return;
      }
      Object.assign(this, { items: rows, more, listed: true, problem: undefined });
      this.listings += 1;
    } catch (cause) {
      this.problem = messageOf(cause);
    }
    this.changed();
  }

  /** Reads as many as the host gives, from now on. */
  async listMore(): Promise<void> {
    this.limit = mostListed;
    await this.list();
  }

  /** Opens a session, or one of its subagents', in the place of the one shown, or `beside` it. */
  async open(key: string, path: SessionPath = [], place: Place = 'shown'): Promise<void> {
    const opening: Opening = { place };
    this.openings.set(place, opening);
    try {
      const state = await this.client.ask('session/open', { key });
      const { client, changed } = this;
      const opened = new OpenedSession(key, state, path, { client, changed });
      if (this.openings.get(opening.place) !== opening) {
        this.close(opened);
        return;
      }
      this.openings.delete(opening.place);
      const former = this[opening.place];
      this[opening.place] = opened;
      this.problem = undefined;
      this.close(former);
      await opened.read();
    } catch (cause) {
      if (this.openings.get(opening.place) === opening) {
        this.openings.delete(opening.place);
        this.problem = messageOf(cause);
        this.changed();
      }
    }
  }

  /** The one beside becomes the one shown, and that the one beside; so do those that are being opened. */
  swap(): void {
    const { shown, beside } = this;
    this.shown = beside;
    this.beside = shown;
    const openings = [...this.openings.values()];
    this.openings.clear();
    for (const opening of openings) {
      opening.place = opening.place === 'shown' ? 'beside' : 'shown';
      this.openings.set(opening.place, opening);
    }
    this.changed();
  }

  /** Closes the one beside, or leaves off opening it. */
  closeBeside(): void {
    const { beside } = this;
    this.openings.delete('beside');
    this.beside = undefined;
    this.close(beside);
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
