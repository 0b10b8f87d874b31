import { countBad, coverageOf, joinedCoverage } from '../coverage.ts';
import { isObject, textAt } from '../json.ts';
import type { RecordedChild, RecordedSession } from '../recordedSession.ts';
import type { Place, TranscriptFormat, TranscriptReader } from '../transcriptFormat.ts';
import {
  coverageOfSession,
  startOpencode,
  storageFolder,
  takeOpencode,
} from './opencodeRecords.ts';
import type { MessageSeed, OpencodeState, PartSeed } from './opencodeSeeds.ts';
import { buildSession, type OrderedMessages } from './opencodeSession.ts';

/** Sessions that start sessions, counted from the first: deeper ones are listed beside those at this depth. */
const deepest = 16;

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** By time, then by id: ids count up within a millisecond. */
function byTime(a: MessageSeed, b: MessageSeed): number {
  return (a.at ?? 0) - (b.at ?? 0) || byText(a.id, b.id);
}

function grouped<Item>(items: Iterable<Item>, key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) {
      groups.set(key(item), [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}

/** All sessions that records tell of, each with its messages in order. */
function sessionsOf(state: OpencodeState): Map<string, OrderedMessages> {
  const parts = grouped<PartSeed>(state.parts.values(), ({ message }) => message);
  const messages = grouped(state.messages.values(), ({ session }) => session);
  const ids = new Set([...state.sessions.keys(), ...messages.keys()]);
  return new Map(
    [...ids].map((id) => [
      id,
      (messages.get(id) ?? []).toSorted(byTime).map((message) => ({
        message,
        parts: (parts.get(message.id) ?? []).toSorted((a, b) => byText(a.id, b.id)),
      })),
    ]),
  );
}

/** The session that started the others: the ancestor of the first that was told of. */
function rootOf(state: OpencodeState, ids: ReadonlySet<string>): string {
  let [root = ''] = ids;
  const seen = new Set<string>();
  for (;;) {
    seen.add(root);
    const parent = state.sessions.get(root)?.parent ?? '';
    if (seen.has(parent) || !ids.has(parent)) {
      return root;
    }
    root = parent;
  }
}

class SessionTree {
  readonly #state: OpencodeState;
  readonly #files: readonly string[];
  readonly #sessions: Map<string, OrderedMessages>;
  readonly #below: Map<string, string[]>;
  readonly #done = new Set<string>();

  constructor(state: OpencodeState, files: readonly string[]) {
    this.#state = state;
    this.#files = files;
    this.#sessions = sessionsOf(state);
    this.#below = grouped(this.#sessions.keys(), (id) => state.sessions.get(id)?.parent ?? '');
  }

  root(): RecordedSession {
    const ids = new Set(this.#sessions.keys());
    const root = this.#session(rootOf(this.#state, ids), 0);
    // Whatever hangs on none of the others, or only on itself.
    const rest = [...ids].flatMap((id) => this.#child(id, 1));
    const coverage = joinedCoverage([...this.#state.coverage.values()].map(coverageOf));
    return { ...root, children: [...root.children, ...rest], coverage };
  }

  #session(id: string, depth: number): RecordedSession {
    this.#done.add(id);
    const { draft, starts } = buildSession(this.#state, id, this.#sessions.get(id) ?? []);
    const children = (this.#below.get(id) ?? []).flatMap((child) =>
      depth < deepest ? this.#child(child, depth + 1, starts.get(child)) : [],
    );
    return draft.session(opencode, this.#files, children);
  }

  #child(id: string, depth: number, startedBy?: number): RecordedChild[] {
    if (this.#done.has(id)) {
      return [];
    }
    const session = this.#session(id, depth);
    const label = this.#state.sessions.get(id)?.title ?? '';
    return [{ session, label, ...(startedBy !== undefined && { startedBy }) }];
  }
}

class OpencodeReader implements TranscriptReader {
  readonly #state: OpencodeState;
  #session: RecordedSession | undefined;
  #files: readonly string[] = [];

  constructor(state: OpencodeState) {
    this.#state = state;
  }

  file(index: number, path: string): void {
    this.#state.folders.set(index, storageFolder(path));
  }

  record(value: unknown, place: Place): void {
    this.#session = undefined;
    takeOpencode(this.#state, value, place);
  }

  bad(place: Place, problem: string): void {
    this.#session = undefined;
    if (!this.#state.counted.has(place.file)) {
      this.#state.counted.add(place.file);
      countBad(coverageOfSession(this.#state, ''), { origin: { ...place }, problem });
    }
  }

  session(files: readonly string[]): RecordedSession {
    if (this.#session === undefined || this.#files !== files) {
      this.#files = files;
      this.#session = new SessionTree(this.#state, files).root();
    }
    return this.#session;
  }

  save(): unknown {
    return this.#state;
  }
}

/** How the files begin: pretty or not, the id is the first field. */
const beginning = /^\s*\{\s*"id"\s*:\s*"(?:ses|msg|prt)_/;

/**
 * opencode: one file for each session, message and part below its `storage` folder, or rows of its database made into
 * such records (`opencodeRecord`). They may come in any order, and again with the same file index when they have changed:
 * the session is made anew when it is asked for.
 */
export const opencode: TranscriptFormat = {
  id: 'opencode',
  agent: 'opencode',
  unit: 'document',
  version: 1,
  recognises: ({ path, records, text }) => {
    const [record] = records;
    if (!isObject(record)) {
      // Too long for the sample: a part with much text.
      return record === undefined && storageFolder(path) !== '' && beginning.test(text);
    }
    const [id, session] = [textAt(record, 'id'), textAt(record, 'sessionID')];
    return (
      (id.startsWith('ses_') && isObject(record['time'])) ||
      (session.startsWith('ses_') && (id.startsWith('msg_') || id.startsWith('prt_')))
    );
  },
  reader: (saved) => new OpencodeReader((saved as OpencodeState | undefined) ?? startOpencode()),
};
