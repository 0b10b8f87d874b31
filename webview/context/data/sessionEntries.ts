import * as l10n from '@vscode/l10n';
import type { SessionItem } from '../../../src/protocol/sessions.ts';
import { dayText } from '../../chips/chipRules.ts';
import type { ListEntry, ListRules } from '../../data/listView.ts';
import { ListView } from '../../data/listView.ts';
import { timeLanguage, timeText } from '../../parts/timeText.ts';

/** What the list of sessions is grouped by. */
export const sessionGroups = ['day', 'agent'] as const;

/** One of them. */
export type SessionGroup = (typeof sessionGroups)[number];

/** A session of the list; `id` is its key. */
export interface SessionRow {
  readonly id: string;
  readonly item: SessionItem;
}

/** A line of the list: the title of a group, or a session. */
export type SessionEntry = ListEntry<SessionRow>;

const rules: ListRules<SessionRow> = {
  words: ({ item }) => `${item.title} ${item.agent} ${item.folder}`,
  fields: {
    title: ({ item }) => item.title,
    agent: ({ item }) => item.agent,
    folder: ({ item }) => item.folder,
  },
  sorts: {},
  groups: { day: ({ item }) => dayText(item.updated), agent: ({ item }) => item.agent },
};

/** Names of the fields that sessions are searched by. */
export const sessionFields: ReadonlySet<string> = new Set(Object.keys(rules.fields));

/** The sessions as a person searches and groups them. Made anew when they, or the choice, are others. */
export class SessionEntries {
  entries: readonly SessionEntry[] = [];
  /** How many sessions meet the search. */
  found = 0;
  private readonly view = new ListView(rules);
  private rows: readonly SessionRow[] = [];
  private version = 0;
  private items: readonly SessionItem[] | undefined;
  private madeFor = '';

  /** `items` in the order in which they are to be listed; that of the groups is that of their first sessions. */
  update(items: readonly SessionItem[], search: string, group: SessionGroup): void {
    if (items !== this.items) {
      this.items = items;
      this.version += 1;
      this.rows = items.map((item) => ({ id: item.key, item }));
    }
    const madeFor = JSON.stringify([this.version, search, group]);
    if (madeFor !== this.madeFor) {
      this.madeFor = madeFor;
      const choice = { search, group, sort: 'none', closed: new Set<string>() };
      const found = this.view.rows(this.rows, this.version, choice);
      this.found = found.length;
      this.entries = this.view.entries(found, choice);
    }
  }
}

/** Index of a session's line; -1 if it is not listed. */
export function lineOf(entries: readonly SessionEntry[], key: string): number {
  return entries.findIndex((entry) => entry.kind === 'row' && entry.row.id === key);
}

/** Keys that go from session to session. */
export type ListKey = 'ArrowDown' | 'ArrowUp' | 'PageDown' | 'PageUp' | 'Home' | 'End';

/**
 * Index of the session that a key leads to from a line; titles of groups are passed over. `page` is how many lines are
 * seen. -1 if there is no session.
 */
export function lineAfterKey(
  entries: readonly SessionEntry[],
  at: number,
  key: ListKey,
  page: number,
): number {
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page } as const;
  const last = entries.length - 1;
  const goal =
    key === 'Home' ? 0 : key === 'End' ? last : Math.max(0, Math.min(last, at + steps[key]));
  // At an end the title is stepped back from.
  const step = key === 'Home' || goal > at ? 1 : -1;
  const isRow = (index: number): boolean => entries[index]?.kind === 'row';
  for (const direction of [step, -step]) {
    for (let index = goal; index >= 0 && index <= last; index += direction) {
      if (isRow(index)) {
        return index;
      }
    }
  }
  return -1;
}

const clock = new Intl.DateTimeFormat(timeLanguage, { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(timeLanguage, { dateStyle: 'short' });

/** A time in few characters: of a `day` that is known the time of day, else the date. */
export function whenText(time: number, day: string): string {
  return (dayText(time) === day ? clock : date).format(time);
}

/** What a session is called. */
export function sessionTitle({ title }: Pick<SessionItem, 'title'>): string {
  return title === '' ? l10n.t('Untitled session') : title;
}

/** What is told of a session beside its title, in the order in which it is shown. */
export function sessionFacts({ agent, folder, calls }: SessionItem): readonly string[] {
  return [agent, ...(calls === undefined ? [] : [callsText(calls)]), folder].filter(
    (fact) => fact !== '',
  );
}

/** A number of calls in words. */
export function callsText(calls: number): string {
  return calls === 1 ? l10n.t`${calls} call` : l10n.t`${calls} calls`;
}

/** All that is told of a session, in one line. */
export function sessionLabel(item: SessionItem): string {
  return [
    sessionTitle(item),
    ...sessionFacts(item),
    l10n.t`changed ${timeText(item.updated)}`,
    item.live ? l10n.t('live') : '',
    item.kept ? l10n.t('kept') : '',
  ]
    .filter(Boolean)
    .join(l10n.t(', '));
}
