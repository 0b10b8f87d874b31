import type { TranscriptRow } from '../../ports/transcripts.ts';
import type { KeptFacts } from './keptSessions.ts';

/** What is known of a session that is followed. */
export interface LiveFacts {
  readonly calls: number;
  /** Of all its files. */
  readonly bytes: number;
  /** When it was last seen to grow, in milliseconds since the epoch; absent if it did not yet. */
  readonly grown?: number;
}

/** A session in the tree. */
export interface SessionNode {
  readonly kind: 'session';
  readonly row: TranscriptRow;
  /** Present while it is followed. */
  readonly live?: LiveFacts;
  /** Present if it is kept. */
  readonly kept?: KeptFacts;
  /** Milliseconds since the epoch. */
  readonly lastActivity: number;
}

/** The sessions of one agent on one day of last activity. */
export interface DayNode {
  readonly kind: 'day';
  readonly agent: string;
  /** `2026-11-30`, in local time. */
  readonly day: string;
  readonly label: string;
  /** The agent's newest. */
  readonly newest: boolean;
  readonly sessions: readonly SessionNode[];
}

/** The sessions of one agent. */
export interface AgentNode {
  readonly kind: 'agent';
  readonly agent: string;
  readonly count: number;
  readonly days: readonly DayNode[];
}

/** What the tree has besides sessions. */
export type NoteNode =
  /** Leads to the next page. */
  | { readonly kind: 'more' }
  /** Says why not everything is there, or what went wrong. */
  | { readonly kind: 'note' | 'problem'; readonly text: string };

/** Anything in the tree. */
export type TreeNode = AgentNode | DayNode | SessionNode | NoteNode;

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A day by its distance from now: `Today`, `Yesterday`, else its date. Local time; what lies ahead has its date. */
export function dayLabel(at: number, now: number): string {
  const [date, today] = [new Date(at), new Date(now)];
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  switch (dayOf(date)) {
    case dayOf(today):
      return 'Today';
    case dayOf(yesterday):
      return 'Yesterday';
    default:
      return date.toLocaleDateString('en-GB', {
        ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
      });
  }
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

function daysOf(agent: string, sessions: readonly SessionNode[], now: number): DayNode[] {
  const groups = groupBy(sessions, ({ lastActivity }) => dayOf(new Date(lastActivity)));
  return [...groups].map(([day, list], index) => ({
    kind: 'day',
    agent,
    day,
    label: dayLabel(list[0]?.lastActivity ?? now, now),
    newest: index === 0,
    sessions: list,
  }));
}

/**
 * Groups sessions by agent and by day of last activity; agents, days and sessions with the newest first. `live` tells
 * of those that are followed, `kept` of those that are kept, by path. Of rows with the same path the first counts.
 */
export function groupSessions(
  rows: readonly TranscriptRow[],
  live: ReadonlyMap<string, LiveFacts>,
  kept: ReadonlyMap<string, KeptFacts>,
  now: number,
): AgentNode[] {
  const byPath = new Map<string, SessionNode>();
  for (const row of rows) {
    const facts = live.get(row.path);
    const keeping = kept.get(row.path);
    const lastActivity = Math.max(row.modified, facts?.grown ?? 0);
    const node: SessionNode = {
      ...{ kind: 'session', row, lastActivity },
      ...(facts && { live: facts }),
      ...(keeping && { kept: keeping }),
    };
    byPath.set(row.path, byPath.get(row.path) ?? node);
  }
  const nodes = [...byPath.values()].sort((a, b) => b.lastActivity - a.lastActivity);
  return [...groupBy(nodes, ({ row }) => row.agent)].map(([agent, sessions]) => ({
    kind: 'agent',
    agent,
    count: sessions.length,
    days: daysOf(agent, sessions, now),
  }));
}
