/*
 * A host in the page itself, for design and for tests of the page alone: sample chips and calls, and answers that
 * look like those of the editor. The address says how much there is: ?chips=30&calls=200&theme=light&place=sidebar;
 * ?sessions=big puts a made session of 2,000 calls before the samples.
 */
import type { LimitsRow } from '../../../src/ports/transcriptRows.ts';
import type { CallItem } from '../../../src/protocol/calls.ts';
import type { ChipItem } from '../../../src/protocol/chips.ts';
import type { DiffRow } from '../../../src/protocol/diff.ts';
import type {
  HostContract,
  InspectorRequests,
  PageContract,
  PageState,
} from '../../../src/protocol/inspector.ts';
import type { RpcHandlers, RpcMessage } from '../../../src/protocol/rpc.ts';
import { Rpc, RpcError } from '../../../src/protocol/rpc.ts';
import { adviceKey, adviceOwn, makeAdviceSession } from './adviceSession.ts';
import { bigSession } from './bigSession.ts';
import { FakeSessions } from './fakeSessions.ts';
import {
  actOn,
  makeOwnSession,
  makeTreeSession,
  ownBlockRows,
  ownKey,
  ownLimits,
} from './ownSession.ts';
import { detailOf, preview, text } from './sampleDetails.ts';
import { sampleCall, sampleChip } from './sampleRows.ts';
import { SampleTable } from './sampleTable.ts';

const query = new URLSearchParams(location.search);
const chipTotal = Number(query.get('chips') ?? 30);
const callTotal = Number(query.get('calls') ?? 200);
const theme = query.get('theme') ?? 'dark';
const bodyClass = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  contrast: 'vscode-high-contrast',
  'contrast-light': 'vscode-high-contrast vscode-high-contrast-light',
}[theme];
// A fixed time gives equal pictures; ages are told from the real one.
const now = Date.now();

/**
 * Sessions that are made: `?sessions=big` (2,000 turns), `?sessions=own` and `?sessions=advice` (ours, live; the second
 * with something to advise), `?sessions=tree` (the first with subagents). `?sessions=elsewhere`: the samples are of other
 * folders. `?listed=1000` lists as many more than the
 * samples.
 */
const madeSessions = new Map([
  ['big', ['made:big', () => bigSession()] as const],
  ['own', [ownKey, makeOwnSession] as const],
  ['advice', [adviceKey, makeAdviceSession] as const],
  ['tree', [ownKey, makeTreeSession] as const],
]);
const made = madeSessions.get(query.get('sessions') ?? '');
const sessions = new FakeSessions(
  now,
  new Map(made === undefined ? [] : [made]),
  Number(query.get('listed') ?? 0),
);
sessions.elsewhere = query.get('sessions') === 'elsewhere';
const chips = new SampleTable<ChipItem>();
chips.fill(Array.from({ length: chipTotal }, (_, index) => sampleChip(chipTotal - 1 - index, now)));
const calls = new SampleTable<CallItem>();
calls.fill(Array.from({ length: callTotal }, (_, index) => sampleCall(index + 1, callTotal, now)));

let askBefore: PageState['askBefore'] = 'never';
let revision = 0;
function state(): PageState {
  revision++;
  return {
    revision,
    chips: { head: chips.head, total: chips.changes.length, bytes: 0 },
    calls: {
      head: calls.head,
      total: calls.changes.length,
      recorded: query.get('recorded') !== 'no',
    },
    running:
      query.get('running') === null
        ? []
        : [{ id: 'r1', tool: 'be-write', client: 'claude-code', started: now }],
    folders: [{ name: 'project', path: '/home/me/project' }],
    trusted: true,
    askBefore,
    ...(query.get('prices') !== null && {
      prices: JSON.parse(query.get('prices') ?? '') as unknown,
    }),
    ...(query.get('problem') === null
      ? {}
      : { problem: 'Nothing can be kept now: the disk is full.' }),
  };
}

function answer<Name extends keyof InspectorRequests>(
  handle: (
    params: InspectorRequests[Name]['params'],
  ) => InspectorRequests[Name]['result'] | Promise<InspectorRequests[Name]['result']>,
): RpcHandlers<HostContract>[Name] {
  const guard = (value: unknown): value is InspectorRequests[Name]['params'] =>
    typeof value === 'object';
  return { guard, handle } as RpcHandlers<HostContract>[Name];
}

/** `?limits=no`: nobody tells them; `?limits=own`: all that our own agent has. */
function askedLimits(): LimitsRow | undefined {
  const limits = query.get('limits');
  return limits === 'own' ? ownLimits : limits === 'no' ? { known: 'no' } : undefined;
}

const slow = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Number(query.get('slow') ?? 0)));

const handlers: RpcHandlers<HostContract> = {
  'page/ready': answer<'page/ready'>(state),
  'chips/changes': answer<'chips/changes'>((asked) => {
    const { rows: found, ...part } = chips.part(asked);
    return { ...part, chips: found };
  }),
  'chips/search': answer<'chips/search'>(({ words: asked }) => ({
    ids: asked === 'matchall' ? chips.changes.slice(0, 3).map(({ row }) => row.id) : [],
  })),
  'chips/act': answer<'chips/act'>(async ({ action, ids }) => {
    await slow();
    for (const id of ids) {
      if (action === 'delete') {
        chips.remove(id);
      } else {
        chips.put({ ...chips.get(id), pinned: action === 'pin' });
      }
    }
    rpc.emit('state/changed', state());
    return { done: ids.length };
  }),
  'chips/expire': answer<'chips/expire'>(() => ({ done: 0 })),
  'chips/export': answer<'chips/export'>(async () => {
    await slow();
    return { done: chips.changes.length };
  }),
  'chips/import': answer<'chips/import'>(() => ({ done: 2, known: 1 })),
  'chip/read': answer<'chip/read'>(({ id }) => detailOf(chips.get(id))),
  'chip/open': answer<'chip/open'>(() => null),
  'chip/copy': answer<'chip/copy'>(() => ({ characters: text.length })),
  'chip/save': answer<'chip/save'>(() => ({ saved: true })),
  'replay/files': answer<'replay/files'>(({ words: asked }) => ({
    files: ['src/app.ts', 'src/server/routes.ts', 'README.md']
      .filter((shown) => shown.includes(asked))
      .map((shown) => ({ file: `/home/me/project/${shown}`, shown })),
  })),
  'replay/lines': answer<'replay/lines'>(() => ({ total: 160, first: 1, lines: [] })),
  'replay/preview': answer<'replay/preview'>(({ file }) =>
    preview(file ?? '/home/me/project/src/app.ts'),
  ),
  'event/preview': answer<'event/preview'>(() => preview('/home/me/project/src/app.ts')),
  'preview/unfold': answer<'preview/unfold'>(({ before, count }) => ({
    rows: Array.from({ length: count }, (_, index): DiffRow => ({
      kind: 'same',
      before: before + index,
      after: before + index,
      text: `line ${before + index}`,
    })),
  })),
  'preview/diff': answer<'preview/diff'>(() => null),
  'preview/apply': answer<'preview/apply'>(async () => {
    await slow();
    return { event: 'f0f0f0f0', warnings: [] };
  }),
  'calls/changes': answer<'calls/changes'>((asked) => {
    const { rows: found, ...part } = calls.part(asked);
    return { ...part, calls: found, oldest: 1 };
  }),
  'call/read': answer<'call/read'>(({ id, redact }) => {
    const call = calls.get(id);
    return {
      call,
      arguments: {
        fields: [
          ['file', call.shown ?? ''],
          ['content', redact ? '‹7 lines, 200 characters›' : text],
        ],
        left: 0,
      },
      result: redact ? '‹3 lines, 80 characters›' : 'file: src/app.ts\nevent_id: e0e0e0e0\n',
      resultCharacters: 40,
      redacted: redact,
      ...(call.event === undefined
        ? {}
        : {
            event: {
              id: call.event,
              tool: call.tool,
              state: 'applied',
              created: call.started,
              files: [{ file: call.file ?? '', shown: call.shown ?? '' }],
            } as const,
          }),
    };
  }),
  'sessions/list': answer<'sessions/list'>((params) => sessions.list(params)),
  'sessions/search': answer<'sessions/search'>(async ({ search, words, everywhere }) => {
    const { rows, more } = sessions.list({ everywhere, limit: 20 });
    for (const [index, item] of rows.entries()) {
      await slow();
      const found = await sessions.found(item, words);
      const progress = { search, searched: index + 1, of: rows.length };
      rpc.emit('sessions/found', { ...progress, ...(found && { found }) });
    }
    const { length } = rows;
    return { searched: length, of: length, unread: 0, ended: 'all', older: more };
  }),
  'session/open': answer<'session/open'>(({ key }) => sessions.open(key)),
  'session/close': answer<'session/close'>(({ transcript }) => sessions.close(transcript)),
  'session/overview': answer<'session/overview'>((at) => sessions.overview(at)),
  'session/limits': answer<'session/limits'>((at) => askedLimits() ?? sessions.limits(at)),
  'session/calls': answer<'session/calls'>((params) => sessions.calls(params)),
  'session/compositions': answer<'session/compositions'>((params) => sessions.compositions(params)),
  'session/patches': answer<'session/patches'>((params) => sessions.patches(params)),
  'session/blocks': answer<'session/blocks'>((params) => sessions.blocks(params)),
  'session/window': answer<'session/window'>((params) => sessions.window(params)),
  'session/text': answer<'session/text'>((params) => sessions.text(params)),
  'session/search': answer<'session/search'>((params) => sessions.search(params)),
  'session/own': answer<'session/own'>(() =>
    query.get('sessions') === 'own'
      ? ownBlockRows()
      : query.get('sessions') === 'advice'
        ? adviceOwn()
        : [],
  ),
  'session/place': answer<'session/place'>(() => null),
  'session/act': answer<'session/act'>((params) =>
    ['own', 'advice'].includes(query.get('sessions') ?? '')
      ? actOn(params)
      : {
          accepted: false,
          refusals: [
            {
              rule: 'other-program',
              words: 'This session is another program’s to change.',
              ids: [],
            },
          ],
        },
  ),
  'session/exported': answer<'session/exported'>(({ export: { as, patch } }) => {
    const text = as === 'json' ? `{ "patch": "${patch ?? ''}" }` : `# Loss record ${patch ?? ''}`;
    return { text, characters: text.length };
  }),
  'session/export': answer<'session/export'>(() => ({ done: true })),
  'call/report': answer<'call/report'>(() => ({ characters: 900 })),
  'file/open': answer<'file/open'>(() => null),
  'settings/open': answer<'settings/open'>(() => null),
  'settings/askBefore': answer<'settings/askBefore'>((params) => {
    if (query.get('settings') === 'locked') {
      throw new RpcError({ code: 'failed', message: 'The settings could not be written.' });
    }
    setAskBefore(params.askBefore);
    return null;
  }),
  'data/erase': answer<'data/erase'>(() => {
    throw new RpcError({ code: 'failed', message: 'The store stayed locked by another process.' });
  }),
};

function setAskBefore(chosen: PageState['askBefore']): void {
  askBefore = chosen;
  rpc.emit('state/changed', state());
}

let receive: (value: unknown) => void = () => undefined;
const key = 'chipboard.page';
/** Requests that were made, for tests. */
const asked: RpcMessage[] = [];
const rpc = new Rpc<HostContract, PageContract>({
  post: (message) => queueMicrotask(() => receive(structuredClone(message))),
  handlers,
  listeners: {},
});

globalThis.chipboardHost = {
  post: (message) => {
    asked.push(message);
    queueMicrotask(() => rpc.receive(structuredClone(message)));
  },
  listen: (listener) => (receive = listener),
  getState: () => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown,
  setState: (kept) => sessionStorage.setItem(key, JSON.stringify(kept)),
};
Object.assign(globalThis, {
  /** What a test may do from outside. */
  fakeHost: {
    asked,
    addChip: (number: number) => {
      chips.put({ ...sampleChip(number, Date.now()), created: Date.now() });
      rpc.emit('state/changed', state());
    },
    addCall: () => {
      calls.put(sampleCall(calls.head + 1, calls.head + 1, Date.now()));
      rpc.emit('state/changed', state());
    },
    setAskBefore,
    /** Another window begins the session of a sample anew, under a title. */
    addSession: (title: string) => {
      const [sample] = sessions.list({ everywhere: true, limit: 5 }).rows.slice(-1);
      if (sample !== undefined) {
        sessions.added = [{ ...sample, title, updated: Date.now() }, ...sessions.added];
        rpc.emit('sessions/changed', {});
      }
    },
    show: (event: PageContract['events']['page/show']) => rpc.emit('page/show', event),
  },
});
document.addEventListener('DOMContentLoaded', () => {
  document.body.className = bodyClass ?? 'vscode-dark';
  document.body.dataset['place'] = query.get('place') ?? 'editor';
});
document.querySelector<HTMLLinkElement>('#theme')?.setAttribute('href', `themes/${theme}.css`);
