import type { LadderRatios } from '../../core/context/budget/ladder.ts';
import { ladderMarks } from '../../core/context/budget/ladderMarks.ts';
import type { LiveSessions } from '../../core/context/liveSessions.ts';
import { SessionConflict } from '../../core/context/journalWriter.ts';
import { DisposableStore, Emitter } from '../../core/lifecycle.ts';
import {
  blockRows,
  callRows,
  overviewOf,
  patchRows,
  sliceOf,
} from '../../core/sources/sessionRows.ts';
import type { Log } from '../../ports/log.ts';
import { fail, ok } from '../../ports/result.ts';
import type { SessionRow, SessionStore } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import type { Disposable, Timer } from '../../ports/system.ts';
import type * as rows from '../../ports/transcriptRows.ts';
import {
  mostCharacters,
  mostEntries,
  type ListRange,
  type SearchHits,
  type SessionAt,
  type TextHits,
  type TextPart,
  type TextQuery,
  type TranscriptFailure,
  type TranscriptResult,
  type TranscriptState,
} from '../../ports/transcripts.ts';
import type { ActResult, SessionAct, SessionItem } from '../../protocol/sessions.ts';
import { OpenOwn } from './openOwn.ts';
import { OtherWindows } from './otherWindows.ts';
import { actOnSession } from './ownActs.ts';
import { ownHits, searchTexts } from './searchTexts.ts';
import type { ListedSessions, ListQuery, SessionSource } from './sessionSource.ts';

/** What sessions of our own are read with. */
export interface OwnSessionsParts {
  readonly store: SessionStore & Pick<Store, 'version'>;
  readonly timer: Timer;
  readonly live: LiveSessions;
  /** Shares of the room at which the runtime tells and acts. */
  readonly ratios: () => LadderRatios;
  /** Paths of the window's folders. */
  readonly folders: () => readonly string[];
  readonly log: Log;
}

/** Newest sessions among which new ones are looked for: a new one is one of the newest. */
const watchedRows = 200;

const notOpen: TranscriptFailure = {
  code: 'not-open',
  message: 'The session is not open any more.',
};
const notKept: TranscriptFailure = {
  code: 'not-found',
  message: 'This session is not kept any more.',
};
const changed: TranscriptFailure = {
  code: 'changed',
  message: 'The session was read anew since; ask again.',
};
const notLive: TranscriptFailure = {
  code: 'not-live',
  message:
    'Nobody works in this session in this window, so nothing in it can be changed from here. Ask something in its chat first.',
};
const conflict: TranscriptFailure = {
  code: 'changed',
  message: 'Another window went on with this session. Ask something in its chat here first.',
};

/** Sessions of our own agent: read from the store, and changed where they are live. Store errors are thrown. */
export class OwnSessions implements SessionSource, Disposable {
  readonly prefix = 'own:';
  readonly #parts: OwnSessionsParts;
  readonly #disposables = new DisposableStore();
  readonly #changes = this.#disposables.add(new Emitter<TranscriptState>());
  readonly #listChanges = this.#disposables.add(new Emitter<void>());
  readonly onDidChange = this.#changes.event;
  readonly onDidChangeList = this.#listChanges.event;
  readonly #open = new Map<string, OpenOwn>();
  /** By name of what is open: id of the session. */
  readonly #ids = new Map<string, string>();
  readonly #others: OtherWindows;
  #lastName = 0;
  #listWatchers = 0;
  /** Which sessions there were, when they were looked at last; undefined until somebody asked. */
  #names: string | undefined;

  constructor(parts: OwnSessionsParts) {
    this.#parts = parts;
    const look = (): Promise<unknown> =>
      Promise.all([this.#lookAtList(), ...[...this.#open.values()].map((open) => open.look())]);
    this.#others = this.#disposables.add(new OtherWindows({ ...parts, look }));
    this.#disposables.add(
      parts.live.onDidChange(() => {
        this.#open.forEach((open) => open.liveChanged());
        this.#listChanges.fire();
      }),
    );
  }

  watchList(): Disposable {
    this.#listWatchers += 1;
    this.#watch();
    let watches = true;
    const dispose = (): void => {
      this.#listWatchers -= watches ? 1 : 0;
      watches = false;
      this.#watch();
    };
    return { dispose };
  }

  async list({ everywhere, limit }: ListQuery): Promise<ListedSessions> {
    const { store, folders } = this.#parts;
    // Before the rows: what comes between them is told of.
    this.#names ??= await this.#readNames();
    const query = { source: 'chipboard', limit: limit + 1 };
    const here = folders();
    const workspaces = everywhere ? [undefined] : here.length === 0 ? [''] : here;
    const found = await Promise.all(
      workspaces.map((workspace) =>
        store.sessions({ ...query, ...(workspace !== undefined && { workspace }) }),
      ),
    );
    const all = found.flat().sort((a, b) => b.updated - a.updated);
    return { rows: all.slice(0, limit).map((row) => this.#item(row)), more: all.length > limit };
  }

  async open(id: string): Promise<TranscriptResult<TranscriptState>> {
    const row = await this.#parts.store.session(id);
    if (row === undefined) {
      return fail(notKept);
    }
    this.#lastName += 1;
    const name = `own${String(this.#lastName)}`;
    const open = this.#opened(name, row);
    this.#open.set(name, open);
    this.#ids.set(name, id);
    this.#watch();
    try {
      await open.start();
    } catch (cause) {
      await this.close(name);
      throw cause;
    }
    return ok(open.state());
  }

  close(name: string): Promise<void> {
    this.#open.get(name)?.dispose();
    this.#open.delete(name);
    this.#ids.delete(name);
    this.#watch();
    return Promise.resolve();
  }

  overview(at: SessionAt): Promise<TranscriptResult<rows.SessionOverview>> {
    return this.#ask(at, ({ session }) => overviewOf(session, at.session));
  }

  limits(at: SessionAt): Promise<TranscriptResult<rows.LimitsRow>> {
    const { live, ratios } = this.#parts;
    const id = this.#ids.get(at.transcript) ?? '';
    return this.#ask(at, () => ladderMarks(live.get(id)?.budget(), ratios()));
  }

  calls(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedCallRow[]>> {
    return this.#ask(at, ({ session, shares }) => callRows(session, range, shares));
  }

  compositions(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.CompositionRow[]>> {
    return this.#ask(at, ({ session, shares }) =>
      sliceOf(session.calls, range).map((call) => shares.composition(call)),
    );
  }

  patches(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedPatchRow[]>> {
    return this.#ask(at, ({ session }) => patchRows(session, range));
  }

  blocks(
    at: SessionAt,
    range: ListRange,
  ): Promise<TranscriptResult<readonly rows.RecordedBlockRow[]>> {
    return this.#ask(at, async (open) => {
      await open.measure(range.from, Math.min(range.limit, mostEntries));
      return blockRows(open.session, range);
    });
  }

  callWindow(at: SessionAt, call: number): Promise<TranscriptResult<readonly number[]>> {
    return this.#answer(at, ({ session: { calls, window } }) => {
      const found = call === calls.length ? window : calls[call]?.window;
      return found === undefined
        ? fail({ code: 'out-of-range', message: 'There is no such call.' })
        : ok([...found]);
    });
  }

  text(at: SessionAt, { block, from, limit }: TextQuery): Promise<TranscriptResult<TextPart>> {
    return this.#answer(at, async (open) => {
      let whole: string | undefined;
      await open.eachText([block], (_, text) => (whole = text));
      if (whole === undefined) {
        return fail({ code: 'out-of-range', message: 'There is no such block.' });
      }
      const start = Math.min(from, whole.length);
      const text = whole.slice(start, start + Math.min(limit, mostCharacters));
      return ok({ text, from: start, length: whole.length });
    });
  }

  search(
    at: SessionAt,
    words: string,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<SearchHits>> {
    return this.#answer(at, (open) => searchTexts(open, words, signal));
  }

  async hits(id: string, words: string, signal: AbortSignal): Promise<TranscriptResult<TextHits>> {
    const row = await this.#parts.store.session(id);
    return row === undefined ? fail(notKept) : ownHits(this.#opened('', row), words, signal);
  }

  own(at: SessionAt): Promise<TranscriptResult<readonly rows.OwnBlockRow[]>> {
    return this.#ask(at, ({ journal }) => journal.own());
  }

  place(at: SessionAt): Promise<TranscriptResult<undefined>> {
    return this.#ask(at, () => undefined);
  }

  act(at: SessionAt, act: SessionAct, dry: boolean): Promise<TranscriptResult<ActResult>> {
    return this.#answer(at, async () => {
      const live = this.#parts.live.get(this.#ids.get(at.transcript) ?? '');
      if (live === undefined) {
        return fail(notLive);
      }
      try {
        return ok(await actOnSession(live.session, act, dry));
      } catch (cause) {
        if (cause instanceof SessionConflict) {
          return fail(conflict);
        }
        throw cause;
      }
    });
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#open.forEach((open) => open.dispose());
    this.#open.clear();
    this.#ids.clear();
  }

  #watch(): void {
    this.#others.watch(this.#open.size > 0 || this.#listWatchers > 0);
  }

  /** Tells that the list is another one if there are other sessions than before. */
  async #lookAtList(): Promise<void> {
    if (this.#names !== undefined) {
      const names = await this.#readNames();
      const isSame = names === this.#names;
      this.#names = names;
      if (!isSame) {
        this.#listChanges.fire();
      }
    }
  }

  /** Which sessions there are, whatever was written in them last. */
  async #readNames(): Promise<string> {
    const rows = await this.#parts.store.sessions({ source: 'chipboard', limit: watchedRows });
    return JSON.stringify(rows.map(({ id, title }) => [id, title]).sort());
  }

  #opened(name: string, row: SessionRow): OpenOwn {
    const { store, live, log } = this.#parts;
    return new OpenOwn({
      ...{ name, row, store },
      live: () => live.get(row.id)?.session,
      changed: (state) => this.#changes.fire(state),
      failed: (cause) => log.error('A session could not be read on.', cause),
    });
  }

  #item({ id, title, workspace, updated }: SessionRow): SessionItem {
    return {
      key: `${this.prefix}${id}`,
      ...{ agent: 'Chipboard', title, folder: workspace, updated },
      live: this.#parts.live.get(id) !== undefined,
      kept: true,
    };
  }

  #ask<T>(at: SessionAt, answer: (open: OpenOwn) => T | Promise<T>): Promise<TranscriptResult<T>> {
    return this.#answer(at, async (open) => {
      const value = await answer(open);
      // Texts may have been waited for.
      return at.generation === open.generation ? ok(value) : fail(changed);
    });
  }

  async #answer<T>(
    { transcript, session, generation }: SessionAt,
    answer: (open: OpenOwn) => TranscriptResult<T> | Promise<TranscriptResult<T>>,
  ): Promise<TranscriptResult<T>> {
    const open = this.#open.get(transcript);
    if (open === undefined) {
      return fail(notOpen);
    }
    if (session.length > 0) {
      return fail({ code: 'out-of-range', message: 'There is no such session.' });
    }
    return generation === open.generation ? answer(open) : fail(changed);
  }
}
