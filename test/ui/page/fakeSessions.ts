/*
 * The host's answers about sessions: the samples of `test/fixtures/transcripts`, read in the page by the importers
 * themselves, so that every number is what the editor would show.
 */
import { feedRecords } from '../../../src/core/sources/feedRecords.ts';
import { formatById } from '../../../src/core/sources/formats.ts';
import type { RecordedSession } from '../../../src/core/sources/recordedSession.ts';
import { recordText } from '../../../src/core/sources/recordText.ts';
import {
  allSessions,
  blockRows,
  callRows,
  overviewOf,
  patchRows,
  sessionAt,
  sliceOf,
} from '../../../src/core/sources/sessionRows.ts';
import { SessionShares } from '../../../src/core/sources/shares.ts';
import { askedWords, lineWith } from '../../../src/core/sources/textSearch.ts';
import type { SessionAt, TranscriptState } from '../../../src/ports/transcripts.ts';
import { RpcError } from '../../../src/protocol/rpc.ts';
import type { FoundSession, SessionItem, SessionRequests } from '../../../src/protocol/sessions.ts';

/** A sample: its format, its files below the fixtures, the main one first, and how it is listed. */
interface Sample {
  readonly format: string;
  readonly files: readonly string[];
  readonly title: string;
  readonly live?: true;
}

const autocompact = 'transcripts/claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569';
const autocompactFiles = [
  `${autocompact}.jsonl`,
  `${autocompact}/subagents/agent-acompact-e1f845.jsonl`,
  `${autocompact}/subagents/agent-a2898e3.jsonl`,
];

/** Sessions of the list, newest first. */
const samples: readonly Sample[] = [
  { format: 'claude-code', files: autocompactFiles, title: 'Refactor the importer', live: true },
  { format: 'codex', files: ['transcripts/codex/compacted.jsonl'], title: 'Port the parser' },
  {
    format: 'claude-code',
    files: ['transcripts/claude-code/manual-compact.jsonl'],
    title: 'Write the release notes',
  },
  {
    format: 'claude-code',
    files: ['transcripts/claude-code/inline-sidechains-1.0.jsonl'],
    title: 'Find the leak',
  },
  { format: 'gemini-cli', files: ['transcripts/gemini/session.jsonl'], title: 'Explain the tests' },
];

const agents = ['Claude Code', 'Codex', 'Gemini CLI', 'OpenCode'];

interface Opened {
  readonly session: RecordedSession;
  readonly shares: Map<RecordedSession, SessionShares>;
  readonly texts: readonly Uint8Array[];
  state: TranscriptState;
}

/** Answers about sessions; `now` is the time of the newest. */
export class FakeSessions {
  private readonly opened = new Map<string, Opened>();
  private readonly now: number;
  private lastName = 0;
  /** Whether the samples are sessions of other folders. */
  elsewhere = false;
  /** Begun by another window since, the newest first. */
  added: readonly SessionItem[] = [];
  /** Sessions that are listed after the samples and cannot be opened. */
  private readonly listedOnly: number;
  /** Sessions that are made rather than read, by key, listed before the samples. */
  private readonly made: ReadonlyMap<string, () => RecordedSession>;

  constructor(
    now: number,
    made: ReadonlyMap<string, () => RecordedSession> = new Map(),
    listedOnly = 0,
  ) {
    this.now = now;
    this.made = made;
    this.listedOnly = listedOnly;
  }

  list({
    everywhere,
    limit,
  }: SessionRequests['sessions/list']['params']): SessionRequests['sessions/list']['result'] {
    const rows = samples.map(({ format, files, title, live }, index): SessionItem => ({
      key: `file:/home/me/${files[0] ?? ''}`,
      agent: formatById(format)?.agent ?? format,
      title,
      folder: '/home/me/project',
      updated: this.now - index * 3_600_000,
      bytes: 1_000_000,
      live: live === true,
      kept: index === 2,
    }));
    const made = [...this.made.keys()].map((key): SessionItem => ({
      ...{ key, agent: 'Made', title: key, folder: '', updated: this.now },
      ...{ live: key.startsWith('own:'), kept: false },
    }));
    const others = Array.from({ length: this.listedOnly }, (_, index): SessionItem => ({
      ...{ key: `file:/home/me/others/${index}`, agent: agents[index % agents.length] ?? '' },
      ...{ title: index % 40 === 7 ? '' : `Earlier work ${index + 1}`, folder: '/home/me/project' },
      ...{ updated: this.now - (index + 6) * 5_000_000, live: false, kept: index % 9 === 0 },
      calls: 1 + (index % 50),
    }));
    const elsewhere: SessionItem = {
      ...{ key: 'file:/home/me/elsewhere', agent: 'Codex', title: 'Work elsewhere' },
      ...{ folder: '/home/me/other', updated: this.now - 9_000_000, live: false, kept: false },
    };
    const here = this.elsewhere && !everywhere ? [] : rows;
    const all = [...this.added, ...made, ...here, ...(everywhere ? [elsewhere] : []), ...others];
    return { rows: all.slice(0, limit), more: all.length > limit };
  }

  async open(key: string): Promise<TranscriptState> {
    const make = this.made.get(key);
    const { session, texts } =
      make === undefined ? await readSample(key) : { session: make(), texts: [] };
    this.lastName += 1;
    const transcript = `t${this.lastName}`;
    const state: TranscriptState = {
      ...{ transcript, path: key.replace(/^file:/, ''), format: session.format },
      ...{ agent: session.agent, generation: 1, revision: 1, reading: 'done' },
      ...{ bytesRead: 1, bytesTotal: 1, following: true },
      sessions: allSessions(session).map(({ path, session: { blocks, calls, patches } }) => ({
        ...{ session: path, blocks: blocks.length, calls: calls.length, patches: patches.length },
        ...{ changedCalls: 0, changedPatches: 0 },
      })),
    };
    this.opened.set(transcript, { session, texts, shares: new Map(), state });
    return state;
  }

  close(transcript: string): null {
    this.opened.delete(transcript);
    return null;
  }

  overview(at: SessionAt): SessionRequests['session/overview']['result'] {
    return overviewOf(this.sessionAt(at), at.session);
  }

  limits(at: SessionAt): SessionRequests['session/limits']['result'] {
    const own = this.sessionAt(at).calls.findLast(
      ({ contextWindow }) => contextWindow !== undefined,
    );
    return own?.contextWindow === undefined
      ? { window: 200_000, output: 32_000, trigger: 167_000, known: 'usual' }
      : { window: own.contextWindow, known: 'recorded' };
  }

  calls({ at, range }: SessionRequests['session/calls']['params']) {
    const session = this.sessionAt(at);
    return callRows(session, range, this.sharesOf(at, session));
  }

  compositions({ at, range }: SessionRequests['session/compositions']['params']) {
    const session = this.sessionAt(at);
    const shares = this.sharesOf(at, session);
    return sliceOf(session.calls, range).map((call) => shares.composition(call));
  }

  patches({ at, range }: SessionRequests['session/patches']['params']) {
    return patchRows(this.sessionAt(at), range);
  }

  blocks({ at, range }: SessionRequests['session/blocks']['params']) {
    return blockRows(this.sessionAt(at), range);
  }

  window({ at, call }: SessionRequests['session/window']['params']): readonly number[] {
    const { calls, window } = this.sessionAt(at);
    return call === calls.length ? window : (calls[call]?.window ?? []);
  }

  text({ at, query }: SessionRequests['session/text']['params']) {
    const text = this.textOf(at, query.block);
    return {
      text: text.slice(query.from, query.from + query.limit),
      from: query.from,
      length: text.length,
    };
  }

  search({ at, words }: SessionRequests['session/search']['params']) {
    const asked = words.toLowerCase().split(/\s+/);
    const blocks = [...this.sessionAt(at).blocks.keys()].filter((block) => {
      const text = this.textOf(at, block).toLowerCase();
      return asked.every((word) => text.includes(word));
    });
    return { blocks, partial: false };
  }

  /** A session of the list with a block that has the words; undefined if it has none, or can not be opened. */
  async found(item: SessionItem, words: string): Promise<FoundSession | undefined> {
    const state = await this.open(item.key).catch(() => undefined);
    const { transcript = '', generation = 1, sessions = [] } = state ?? {};
    let [blocks, first] = [0, undefined as Pick<FoundSession, 'session' | 'line'> | undefined];
    for (const { session } of sessions) {
      const at = { transcript, generation, session };
      const hits = this.search({ at, words }).blocks;
      const [block] = hits;
      blocks += hits.length;
      if (first === undefined && block !== undefined) {
        first = { session, line: lineWith(this.textOf(at, block), askedWords(words)) };
      }
    }
    this.close(transcript);
    return first && { item, blocks, partial: false, ...first };
  }

  private textOf({ transcript, session }: SessionAt, block: number): string {
    const opened = this.opened.get(transcript);
    const row = opened && sessionAt(opened.session, session)?.blocks[block];
    const bytes = opened?.texts[row?.origin.file ?? 0];
    if (row === undefined) {
      throw new RpcError({ code: 'failed', message: 'There is no such block.' });
    }
    if (bytes === undefined) {
      return `${row.description} `.repeat(Math.ceil(row.length / (row.description.length + 1)));
    }
    const { offset, bytes: length, path } = row.origin;
    const record: unknown = JSON.parse(
      new TextDecoder().decode(bytes.subarray(offset, offset + length)),
    );
    return recordText(record, path) ?? '';
  }

  private sessionAt({ transcript, session: path }: SessionAt): RecordedSession {
    const opened = this.opened.get(transcript);
    const session = opened && sessionAt(opened.session, path);
    if (session === undefined) {
      throw new RpcError({ code: 'failed', message: 'The session is not open.' });
    }
    return session;
  }

  private sharesOf({ transcript }: SessionAt, session: RecordedSession): SessionShares {
    const known = this.opened.get(transcript)?.shares;
    const shares = known?.get(session) ?? new SessionShares(session);
    known?.set(session, shares);
    return shares;
  }
}

async function readSample(
  key: string,
): Promise<{ readonly session: RecordedSession; readonly texts: readonly Uint8Array[] }> {
  const sample = samples.find(({ files: [main] }) => key === `file:/home/me/${main ?? ''}`);
  const format = formatById(sample?.format ?? '');
  if (sample === undefined || format === undefined) {
    throw new RpcError({ code: 'failed', message: 'The file is not there.' });
  }
  const reader = format.reader();
  const texts: Uint8Array[] = [];
  for (const [index, name] of sample.files.entries()) {
    const bytes = new Uint8Array(await (await fetch(name)).arrayBuffer());
    texts.push(bytes);
    reader.file?.(index, name);
    const feed = feedRecords(format, reader, index);
    feed.push(bytes);
    feed.pause(true);
  }
  return { session: reader.session(sample.files), texts };
}
