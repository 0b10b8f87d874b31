import { Emitter } from '../../core/lifecycle.ts';
import type { Disposable } from '../../ports/system.ts';
import type { TranscriptQuery, TranscriptRow, TranscriptSource } from '../../ports/transcripts.ts';

/** Sessions that one more page has. */
export const pageRows = 100;

/** Most sessions that are listed: of each a part is read. */
export const mostRows = 1000;

/** What a search came to so far. */
export interface SearchState {
  /** Whether anything was looked for at all. */
  readonly started: boolean;
  readonly searching: boolean;
  /** Newest first; those of the search before while the next one runs. */
  readonly rows: readonly TranscriptRow[];
  /** `page`: the next page may have some. `bound`: there may be more than is looked at. */
  readonly more: 'none' | 'page' | 'bound';
  /** One sentence, when the last search failed or was given up. */
  readonly problem?: string;
}

/** Where a search gets its things from; asked at each search, and not before the first. */
export interface SearchParts {
  source(): TranscriptSource;
  query(): Omit<TranscriptQuery, 'limit'>;
}

/** Looks for transcripts when it is told to, page by page. A search ends the one before. */
export class TranscriptSearch implements Disposable {
  readonly #parts: SearchParts;
  readonly #changes = new Emitter<SearchState>();
  readonly onDidChange = this.#changes.event;
  #state: SearchState = { started: false, searching: false, rows: [], more: 'none' };
  #limit = pageRows;
  #running: AbortController | undefined;

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  get state(): SearchState {
    return this.#state;
  }

  /** Looks again, as far as was shown. */
  refresh(): Promise<void> {
    return this.#search(this.#limit, this.#state.rows);
  }

  /** Looks for something else: nothing of what was there is shown meanwhile. */
  restart(): Promise<void> {
    return this.#search(pageRows, []);
  }

  /** Looks for one page more. */
  showMore(): Promise<void> {
    return this.#search(Math.min(this.#limit + pageRows, mostRows), this.#state.rows);
  }

  /** Gives the search up, if one runs. */
  cancel(): void {
    this.#running?.abort();
  }

  dispose(): void {
    this.cancel();
    this.#changes.dispose();
  }

  async #search(limit: number, shown: readonly TranscriptRow[]): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#limit = limit;
    const former = { rows: shown, more: shown.length === 0 ? 'none' : this.#state.more } as const;
    this.#tell({ ...former, started: true, searching: true });
    const query = { ...this.#parts.query(), limit };
    const found = await this.#parts.source().find(query, running.signal);
    if (this.#running !== running) {
      return;
    }
    this.#running = undefined;
    const ended = { started: true, searching: false };
    if (!found.ok) {
      const isCancelled = found.failure.code === 'cancelled';
      const problem = isCancelled ? 'The search was stopped.' : found.failure.message;
      this.#tell({ ...ended, ...former, problem });
      return;
    }
    const { rows, more } = found.value;
    const hasPage = rows.length >= limit && limit < mostRows;
    this.#tell({ ...ended, rows, more: more ? (hasPage ? 'page' : 'bound') : 'none' });
  }

  #tell(state: SearchState): void {
    this.#state = state;
    this.#changes.fire(state);
  }
}
