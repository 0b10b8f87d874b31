import type { PageName } from '../../src/protocol/inspector.ts';
import { blockScopes, type BlockScope } from '../context/data/blockRules.ts';
import { sessionGroups, type SessionGroup } from '../context/data/sessionEntries.ts';

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

/** Lists and tables beside the pictures of the page `context`. */
export const contextTabs = ['blocks', 'patches', 'compare', 'turns', 'advice', 'tools'] as const;

/** One of them. */
export type ContextTab = (typeof contextTabs)[number];

/** Parts of the gauge that are opened for more. */
export const gaugeParts = ['kinds', 'largest', 'pins'] as const;

/** One of them. */
export type GaugePart = (typeof gaugeParts)[number];

/** What a person chose of one session. Indices mean that session's; one beyond its lists means the last. */
export interface SessionChoice {
  /** Key of the session; empty for the one that is worked in. */
  readonly session: string;
  /** Which session of it: steps through subagents. */
  readonly path: readonly number[];
  /** Index of the call that is looked at; absent for the newest, also when more come. */
  readonly turn?: number;
  /** Index of the call that it is compared with; absent for the one before. */
  readonly other?: number;
  /** Index of the block whose details are shown. */
  readonly block?: number;
  /** Index of the patch whose loss record is shown. */
  readonly patch?: number;
}

/** What a person chose on the page `context`. Its own choice of a session is that of the session shown. */
export interface ContextState extends SessionChoice {
  /** A second session; absent if there is none. */
  readonly beside?: SessionChoice;
  /** Where the session shown stands while there is a second one. */
  readonly side: 'left' | 'right';
  readonly sessionGroup: SessionGroup;
  readonly tab: ContextTab;
  readonly blocks: ListState;
  /** Which blocks are listed. */
  readonly scope: BlockScope;
  /** Whether the window's picture is as long as its tokens need, rather than as its place is wide. */
  readonly zoomed: boolean;
  /** Parts of the gauge that are open. */
  readonly gauge: readonly GaugePart[];
}

/** What survives a reload of the page: what a person chose, never what the host knows. */
export interface UiState {
  readonly page: PageName;
  readonly chips: ListState;
  readonly activity: ListState;
  readonly context: ContextState;
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
  context: {
    ...{ session: '', path: [], tab: 'blocks', blocks: list },
    ...{ scope: 'window', zoomed: false, gauge: [], side: 'left', sessionGroup: 'day' },
  },
  diff: 'unified',
  replaying: false,
  redact: false,
};

/** What was kept, with what is missing or wrong in it replaced; it may be of an older version of the page. */
export function readUiState(kept: unknown): UiState {
  const { page, chips, activity, context, diff, replaying, redact } = fieldsOf(kept);
  return {
    page: page === 'context' || page === 'activity' ? page : 'chips',
    chips: readList(chips),
    activity: readList(activity),
    context: readContext(context),
    diff: diff === 'sides' ? 'sides' : 'unified',
    replaying: replaying === true,
    redact: redact === true,
  };
}

function readContext(kept: unknown): ContextState {
  const { beside, side, sessionGroup, tab, blocks, scope, zoomed, gauge } = fieldsOf(kept);
  const second = readChoice(beside);
  return {
    ...readChoice(kept),
    ...(second.session !== '' && { beside: second }),
    side: side === 'right' ? 'right' : 'left',
    sessionGroup: sessionGroups.find((one) => one === sessionGroup) ?? 'day',
    tab: contextTabs.find((one) => one === tab) ?? 'blocks',
    blocks: readList(blocks),
    scope: blockScopes.find((one) => one === scope) ?? 'window',
    zoomed: zoomed === true,
    gauge: Array.isArray(gauge) ? gaugeParts.filter((part) => gauge.includes(part)) : [],
  };
}

function readChoice(kept: unknown): SessionChoice {
  const { session, path, turn, other, block, patch } = fieldsOf(kept);
  return {
    session: typeof session === 'string' ? session : '',
    path: Array.isArray(path) ? path.filter((step) => isIndex(step)) : [],
    ...(isIndex(turn) && { turn }),
    ...(isIndex(other) && { other }),
    ...(isIndex(block) && { block }),
    ...(isIndex(patch) && { patch }),
  };
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
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
