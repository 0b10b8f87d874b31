import type { SessionAt, TranscriptResult } from '../../ports/transcripts.ts';
import type { Guard, RpcHandlers } from '../../protocol/rpc.ts';
import type { HostContract } from '../../protocol/inspector.ts';
import type { SessionEvents, SessionRequests } from '../../protocol/sessions.ts';
import type { TextRules } from '../../ports/textRules.ts';
import { asRpcError } from '../storeProblem.ts';
import { exportSession } from './exportSession.ts';
import { given } from './given.ts';
import { listSessions } from './listSessions.ts';
import { openPlace, type PlaceParts } from './openPlace.ts';
import type { PageSessions } from './pageSessions.ts';
import { searchAll } from './searchAll.ts';
import { sessionGuards } from './sessionGuards.ts';
import type { SessionSource } from './sessionSource.ts';

/** Characters of an export that are shown before it is written. */
const shownCharacters = 65_536;

/** What answers a page's requests about sessions. */
export type SessionHandlers = Pick<RpcHandlers<HostContract>, keyof SessionRequests>;

/** What the answers are made with. */
export interface SessionRequestsParts extends PlaceParts {
  readonly sources: readonly SessionSource[];
  readonly sessions: PageSessions;
  /** Tells the page how far a search in all sessions is. */
  readonly found: (progress: SessionEvents['sessions/found']) => void;
  /** Carries out a person's rules of what exports leave out. */
  readonly textRules: TextRules;
}

type Handles = {
  readonly [Name in keyof SessionRequests]: SessionHandlers[Name]['handle'];
};

/** Answers the requests of one page about sessions. */
export function sessionRequests(parts: SessionRequestsParts): SessionHandlers {
  const { sources, sessions, home, textRules } = parts;
  /** Asks the source of an open session; failures are thrown with their sentence. */
  const ask = async <T>(
    { transcript }: SessionAt,
    question: (source: SessionSource) => Promise<TranscriptResult<T>>,
  ): Promise<T> => given(await question(sessions.sourceOf(transcript)));
  const written = (
    { at, export: asked }: SessionRequests['session/exported']['params'],
    signal: AbortSignal,
  ): ReturnType<typeof exportSession> =>
    exportSession(
      { at, source: sessions.sourceOf(at.transcript), export: asked, home, textRules },
      signal,
    );
  return guarded({
    'sessions/list'(query, signal) {
      sessions.hasList();
      return listSessions(sources, query, signal);
    },
    'sessions/search': ({ search, ...asked }, signal) =>
      searchAll(sources, asked, (progress) => parts.found({ search, ...progress }), signal),
    'session/open': ({ key }, signal) => sessions.open(key, signal),
    async 'session/close'({ transcript }) {
      await sessions.close(transcript);
      return null;
    },
    'session/overview': (at) => ask(at, (source) => source.overview(at)),
    'session/limits': (at) => ask(at, (source) => source.limits(at)),
    'session/calls': ({ at, range }) => ask(at, (source) => source.calls(at, range)),
    'session/compositions': ({ at, range }) => ask(at, (source) => source.compositions(at, range)),
    'session/patches': ({ at, range }) => ask(at, (source) => source.patches(at, range)),
    'session/blocks': ({ at, range }) => ask(at, (source) => source.blocks(at, range)),
    'session/window': ({ at, call }) => ask(at, (source) => source.callWindow(at, call)),
    'session/text': ({ at, query }) => ask(at, (source) => source.text(at, query)),
    'session/search': ({ at, words }, signal) =>
      ask(at, (source) => source.search(at, words, signal)),
    'session/own': (at) => ask(at, (source) => source.own(at)),
    async 'session/place'({ at, block, what }) {
      await openPlace(what, { at, block, source: sessions.sourceOf(at.transcript) }, parts);
      return null;
    },
    'session/act': ({ at, act, dry }) => ask(at, (source) => source.act(at, act, dry)),
    async 'session/exported'(asked, signal) {
      const { text } = await written(asked, signal);
      return { text: text.slice(0, shownCharacters).toWellFormed(), characters: text.length };
    },
    async 'session/export'({ to, ...asked }, signal) {
      const { text, name } = await written(asked, signal);
      if (to === 'clipboard') {
        await parts.actions.copy(text);
        return { done: true };
      }
      return { done: await parts.actions.saveAs('Export', name, new TextEncoder().encode(text)) };
    },
  });
}

/** The handlers with their guards; troubles of the store become errors that a page can show as they are. */
function guarded(handles: Handles): SessionHandlers {
  const handlers = Object.entries(handles).map(([name, handle]) => {
    const run = handle as (params: unknown, signal: AbortSignal) => unknown;
    const answer = async (params: unknown, signal: AbortSignal): Promise<unknown> => {
      try {
        return await run(params, signal);
      } catch (cause) {
        throw asRpcError(cause);
      }
    };
    const guard = sessionGuards[name as keyof SessionRequests] as Guard<unknown>;
    return [name, { guard, handle: answer }] as const;
  });
  return Object.fromEntries(handlers) as unknown as SessionHandlers;
}
