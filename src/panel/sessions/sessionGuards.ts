import type { ListRange, SessionAt, TextQuery } from '../../ports/transcripts.ts';
import {
  isFlag,
  isList,
  isOneOf,
  isOptional,
  isRecord,
  isText,
  isWhole,
} from '../../protocol/guards.ts';
import type { Guard } from '../../protocol/rpc.ts';
import type {
  BlocksAct,
  PatchAct,
  SessionAct,
  SessionExport,
  SessionRequests,
  SummaryAct,
} from '../../protocol/sessions.ts';
import { isWords } from '../asked.ts';

type ParamsOf<Name extends keyof SessionRequests> = SessionRequests[Name]['params'];

const isIndex = isWhole(0, Number.MAX_SAFE_INTEGER);

/** Name of an open session. */
const isOpenName = isText(100, 1);

/** Deepest subagent of a subagent that is asked about. */
const deepest = 64;

/** Most rows of the list of sessions. */
const mostListed = 1000;

/** Most blocks of one act. */
const mostIds = 10_000;

/** Most fields that are redacted at once. */
const mostFields = 100;

/** Longest text that a person writes for an act, in characters. */
const longestText = 200_000;

/** Most rules of what is left out of an export, and the longest, in characters. */
const [mostRules, longestRule] = [100, 1000];

/** Which session is asked about. */
export const isSessionAt = isRecord<SessionAt>({
  transcript: isOpenName,
  session: isList(isIndex, deepest),
  generation: isIndex,
});

const isRange = isRecord<ListRange>({ from: isIndex, limit: isIndex });

const isQuery = isRecord<TextQuery>({
  block: isIndex,
  from: isIndex,
  limit: isIndex,
  overflow: isOptional(isFlag),
});

const isIds = isList(isText(100, 1), mostIds);

const isBlocksAct = isRecord<BlocksAct>({
  act: isOneOf('archive', 'hide', 'show', 'offload', 'restore', 'pin', 'unpin', 'redact'),
  ids: isIds,
  fields: isOptional(isList(isText(200, 1), mostFields)),
});

const isSummaryAct = isRecord<SummaryAct>({
  act: isOneOf('merge', 'fold', 'compact'),
  ids: isIds,
  summary: isOptional(isText(longestText)),
  instructions: isOptional(isText(longestText)),
});

const isPatchAct = isRecord<PatchAct>({
  act: isOneOf('undo', 'redo'),
  patch: isText(100, 1),
});

const isAct: Guard<SessionAct> = (value): value is SessionAct =>
  isBlocksAct(value) || isSummaryAct(value) || isPatchAct(value);

const isExport = isRecord<SessionExport>({
  as: isOneOf('json', 'html', 'markdown'),
  patch: isOptional(isText(100, 1)),
  texts: isFlag,
  redact: isList(isText(longestRule, 1), mostRules),
});

const isPartAsked = isRecord<{ readonly at: SessionAt; readonly range: ListRange }>({
  at: isSessionAt,
  range: isRange,
});

/** Whether the parameters of each request are what they should be. */
export const sessionGuards: {
  readonly [Name in keyof SessionRequests]: Guard<ParamsOf<Name>>;
} = {
  'sessions/list': isRecord<ParamsOf<'sessions/list'>>({
    everywhere: isFlag,
    limit: isWhole(1, mostListed),
  }),
  'sessions/search': isRecord<ParamsOf<'sessions/search'>>({
    search: isIndex,
    words: isWords,
    everywhere: isFlag,
  }),
  'session/open': isRecord<ParamsOf<'session/open'>>({ key: isText(4200, 1) }),
  'session/close': isRecord<ParamsOf<'session/close'>>({ transcript: isOpenName }),
  'session/overview': isSessionAt,
  'session/limits': isSessionAt,
  'session/calls': isPartAsked,
  'session/compositions': isPartAsked,
  'session/patches': isPartAsked,
  'session/blocks': isPartAsked,
  'session/window': isRecord<ParamsOf<'session/window'>>({ at: isSessionAt, call: isIndex }),
  'session/text': isRecord<ParamsOf<'session/text'>>({ at: isSessionAt, query: isQuery }),
  'session/search': isRecord<ParamsOf<'session/search'>>({ at: isSessionAt, words: isWords }),
  'session/own': isSessionAt,
  'session/place': isRecord<ParamsOf<'session/place'>>({
    at: isSessionAt,
    block: isIndex,
    what: isOneOf('file', 'transcript', 'text'),
  }),
  'session/act': isRecord<ParamsOf<'session/act'>>({ at: isSessionAt, act: isAct, dry: isFlag }),
  'session/exported': isRecord<ParamsOf<'session/exported'>>({
    at: isSessionAt,
    export: isExport,
  }),
  'session/export': isRecord<ParamsOf<'session/export'>>({
    at: isSessionAt,
    export: isExport,
    to: isOneOf('file', 'clipboard'),
  }),
};
