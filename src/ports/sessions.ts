/** A context session as stored. Times are milliseconds since the epoch. */
export interface SessionRow {
  /** Hexadecimal, 12 characters. */
  readonly id: string;
  /** What it records: `chipboard` for our own agent, else the agent's name. */
  readonly source: string;
  /** Folder it belongs to; empty where there was none. */
  readonly workspace: string;
  /** First words of the first question. */
  readonly title: string;
  readonly created: number;
  /** Time of the newest event. */
  readonly updated: number;
  /** Number of events. */
  readonly events: number;
}

/** A session to be stored. */
export type NewSession = Omit<SessionRow, 'updated' | 'events'>;

/** A text that comes with an event. */
export interface NewArtifact {
  /** Name of the text within its session; each name once. */
  readonly name: string;
  /** Bytes, or a text, of which its UTF-8 is stored. */
  readonly content: Uint8Array | string;
}

/** An event to be appended. */
export interface NewSessionEvent {
  readonly at: number;
  readonly type: string;
  /** JSON. Sealed like payloads when stored. */
  readonly data: string;
  readonly artifact?: NewArtifact;
}

/** An event as stored. */
export interface SessionEvent {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly data: string;
}

/** Changes to sessions; part of `StoreWrite`. */
export type SessionWrite =
  /** Changes nothing where the session is there. */
  | { readonly op: 'putSession'; readonly session: NewSession }
  /**
   * Appends events, the first with number `after` + 1. `conflict` if the session's last event has another number:
   * somebody else wrote to it; `failed` if there is no such session.
   */
  | {
      readonly op: 'appendEvents';
      readonly session: string;
      readonly after: number;
      readonly events: readonly NewSessionEvent[];
    }
  /** Deletes texts of a session for good, as far as nothing else has the same text; their events stay. */
  | {
      readonly op: 'eraseArtifacts';
      readonly session: string;
      readonly names: readonly string[];
    }
  | { readonly op: 'deleteSession'; readonly id: string };

/** Which sessions to list; newest update first. */
export interface SessionQuery {
  readonly source?: string;
  readonly workspace?: string;
  readonly limit: number;
}

/** Keeps sessions, their journals and texts. Part of `Store`; every method throws `StoreError`. */
export interface SessionStore {
  sessions(query: SessionQuery): Promise<readonly SessionRow[]>;
  /** The session, or undefined. */
  session(id: string): Promise<SessionRow | undefined>;
  /** Events with numbers above `after`, oldest first, at most `limit`. */
  sessionEvents(session: string, after: number, limit: number): Promise<readonly SessionEvent[]>;
  /**
   * Texts of a session by name; a name that has none is left out, and so is one whose text is not what was stored.
   */
  artifacts(session: string, names: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}
