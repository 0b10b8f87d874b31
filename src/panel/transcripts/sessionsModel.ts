import { Emitter } from '../../core/lifecycle.ts';
import type { Clock, Disposable, Random } from '../../ports/system.ts';
import type { TranscriptQuery, TranscriptRow, TranscriptSource } from '../../ports/transcripts.ts';
import { FollowedTranscripts } from './followedTranscripts.ts';
import { KeptSessions } from './keptSessions.ts';
import type { KeptStore } from './keptStore.ts';
import { groupSessions, type NoteNode, type TreeNode } from './sessionTree.ts';
import { mostRows, TranscriptSearch } from './transcriptSearch.ts';

/** Where the model gets its things from; nothing is asked before something is looked for, followed or kept. */
export interface SessionsModelParts {
  source(): TranscriptSource;
  query(): Omit<TranscriptQuery, 'limit'>;
  store(): KeptStore;
  readonly clock: Clock;
  readonly random: Random;
}

/** The sessions that are found, followed, or were opened by their files. */
export class SessionsModel implements Disposable {
  readonly search: TranscriptSearch;
  readonly followed: FollowedTranscripts;
  readonly kept: KeptSessions;
  readonly #clock: Clock;
  readonly #changes = new Emitter<void>();
  /** Something to show is different, but for what is followed: that tells by itself. */
  readonly onDidChange = this.#changes.event;
  /** Those that a person chose, by path: they stay whatever is looked for. */
  readonly #chosen = new Map<string, TranscriptRow>();
  /** Numbers of calls, by path, of those that were read as a whole. */
  readonly #calls = new Map<string, number>();

  constructor(parts: SessionsModelParts) {
    this.#clock = parts.clock;
    this.search = new TranscriptSearch(parts);
    this.followed = new FollowedTranscripts(parts);
    this.kept = new KeptSessions(parts);
    this.search.onDidChange(({ searching }) => {
      if (searching) {
        void this.kept.refresh();
      }
      this.#changes.fire();
    });
    this.kept.onDidChange(() => this.#changes.fire());
    this.followed.onDidChange((path) => this.#keep(path));
  }

  /** What the tree has at its top. */
  get nodes(): readonly TreeNode[] {
    const { rows, more, problem } = this.search.state;
    const all = [...rows, ...this.#chosen.values(), ...this.kept.lost]
      .sort((a, b) => b.modified - a.modified)
      .map((row) => this.#withCalls(row));
    const problems = [problem, this.kept.problem].filter((text) => text !== undefined);
    const notes = problems.map((text): NoteNode => ({ kind: 'problem', text }));
    const agents = groupSessions(all, this.followed.all, this.kept.facts, this.#clock.now());
    return [...notes, ...agents, ...moreNodes(more, rows.length)];
  }

  /** The row of a file, where the tree has one. */
  row(path: string): TranscriptRow | undefined {
    const isIt = (row: TranscriptRow): boolean => row.path === path;
    return this.search.state.rows.find(isIt) ?? this.#chosen.get(path) ?? this.kept.lost.find(isIt);
  }

  /** The number of calls of a session, where it is known. */
  calls(path: string): number | undefined {
    return this.row(path)?.calls ?? this.#calls.get(path);
  }

  /** Takes what reading a session as a whole told. `choose`: a person opened the file, or follows it. */
  learn(row: TranscriptRow, choose: boolean): void {
    if (row.calls !== undefined) {
      this.#calls.set(row.path, row.calls);
    }
    if (choose) {
      this.#chosen.set(row.path, row);
    }
    this.#changes.fire();
  }

  dispose(): void {
    this.search.dispose();
    this.followed.dispose();
    this.kept.dispose();
    this.#changes.dispose();
  }

  /** What was seen of a session while it was followed holds afterwards too. */
  #keep(path: string): void {
    const row = this.row(path);
    const facts = this.followed.all.get(path);
    if (row !== undefined && facts?.grown !== undefined) {
      const { calls, bytes, grown } = facts;
      this.#chosen.set(path, { ...row, calls, bytes, modified: Math.max(row.modified, grown) });
    }
  }

  #withCalls(row: TranscriptRow): TranscriptRow {
    const calls = row.calls ?? this.#calls.get(row.path);
    return calls === undefined ? row : { ...row, calls };
  }
}

function moreNodes(more: 'none' | 'page' | 'bound', rows: number): NoteNode[] {
  switch (more) {
    case 'none':
      return [];
    case 'page':
      return [{ kind: 'more' }];
    case 'bound':
      return [
        {
          kind: 'note',
          text:
            rows >= mostRows
              ? `Only the newest ${mostRows} sessions are listed.`
              : 'There are more files than are looked at: older sessions may be missing.',
        },
      ];
  }
}
