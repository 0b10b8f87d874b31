import type { PageName } from '../../src/protocol/inspector.ts';

/** How a diff is laid out. */
export type DiffLook = 'unified' | 'sides';

/** What a person chose in one list. */
export interface ListState {
  readonly search: string;
  readonly sort: string;
  readonly group: string;
  readonly closed: readonly string[];
  /** Id of the row whose details are shown. */
  readonly shown?: string;
}

/** What survives a reload of the page: what a person chose, never what the host knows. */
export interface UiState {
  readonly page: PageName;
  readonly chips: ListState;
  readonly activity: ListState;
  readonly diff: DiffLook;
  /** The replay form is open. */
  readonly replaying: boolean;
  /** Texts of calls are shown by their lengths. */
  readonly redact: boolean;
}

const list: ListState = { search: '', sort: 'newest', group: 'none', closed: [] };

/** What a page starts with. */
export const firstUiState: UiState = {
  page: 'chips',
  chips: list,
  activity: list,
  diff: 'unified',
  replaying: false,
  redact: false,
};

/** What was kept, with what is missing or wrong in it replaced; it may be of an older version of the page. */
export function readUiState(kept: unknown): UiState {
  const { page, chips, activity, diff, replaying, redact } = fieldsOf(kept);
  return {
    page: page === 'activity' ? 'activity' : 'chips',
    chips: readList(chips),
    activity: readList(activity),
    diff: diff === 'sides' ? 'sides' : 'unified',
    replaying: replaying === true,
    redact: redact === true,
  };
}

function readList(kept: unknown): ListState {
  const { search, sort, group, closed, shown } = fieldsOf(kept);
  return {
    search: typeof search === 'string' ? search : list.search,
    sort: typeof sort === 'string' ? sort : list.sort,
    group: typeof group === 'string' ? group : list.group,
    closed: Array.isArray(closed) ? closed.filter((one) => typeof one === 'string') : [],
    ...(typeof shown === 'string' ? { shown } : {}),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
