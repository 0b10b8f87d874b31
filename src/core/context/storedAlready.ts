import type { NewSessionEvent, SessionEvent, SessionStore } from '../../ports/sessions.ts';
import type { ArtifactKey } from './block.ts';

/** Events of a session that were sent to be stored. */
export interface SentEvents {
  readonly session: string;
  /** Number of the event before the first. */
  readonly after: number;
  readonly events: readonly NewSessionEvent[];
  /** Texts that were to be deleted with them: the store need not have these. */
  readonly erased: readonly ArtifactKey[];
}

function isEvent(sent: NewSessionEvent, stored: SessionEvent): boolean {
  return sent.at === stored.at && sent.type === stored.type && sent.data === stored.data;
}

const encoder = new TextEncoder();

function isText(content: Uint8Array | string, stored: Uint8Array): boolean {
  const sent = typeof content === 'string' ? encoder.encode(content) : content;
  return sent.length === stored.length && sent.every((byte, index) => byte === stored[index]);
}

/**
 * How many of the sent events are stored already: the store may have written them though its answer was lost. 0 if
 * what it has behind `after` is anything but a beginning of them, texts included; then somebody else wrote it. Throws
 * `StoreError`.
 */
export async function storedAlready(
  { session, after, events, erased }: SentEvents,
  store: Pick<SessionStore, 'sessionEvents' | 'artifacts'>,
): Promise<number> {
  const stored = await store.sessionEvents(session, after, events.length + 1);
  const own = events.slice(0, stored.length);
  const isOurs = stored.every((event, index) => {
    const sent = own[index];
    return sent !== undefined && isEvent(sent, event);
  });
  if (!isOurs) {
    return 0;
  }
  const texts = own.flatMap(({ artifact }) => artifact ?? []);
  const found = await store.artifacts(
    session,
    texts.map(({ name }) => name),
  );
  const isWhole = texts.every(({ name, content }) => {
    const text = found.get(name);
    return text === undefined ? erased.includes(name) : isText(content, text);
  });
  return isWhole ? stored.length : 0;
}
