import type { ChipItem } from '../../src/protocol/chips.ts';
import type { ListRules } from '../data/listView.ts';

const kinds = {
  call: 'failed call',
  deleted: 'deleted text',
  unwritten: 'unwritten text',
} as const;

/** How a kind of chip is called. */
export function kindText(kind: ChipItem['kind']): string {
  return kinds[kind];
}

/** The icon of a kind. */
export function kindIcon(kind: ChipItem['kind']): string {
  return ({ call: 'error', deleted: 'trash', unwritten: 'warning' } as const)[kind];
}

/** Whether its time is over; a pinned one stays in any case. */
export function isExpired(chip: ChipItem, now: number): boolean {
  return chip.expires !== undefined && chip.expires <= now && !chip.pinned;
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The words for the state of a chip: pinned, put back, expired. */
export function marks(chip: ChipItem, now: number): readonly string[] {
  return [
    ...(chip.pinned ? ['pinned'] : []),
    ...(chip.replayed === undefined ? [] : ['replayed']),
    ...(isExpired(chip, now) ? ['expired'] : []),
  ];
}

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** The day of a time, as a heading. */
export function dayText(time: number): string {
  return dayFormat.format(time);
}

/** The first characters of a connection's id, enough to tell it from others. */
export function sessionText(session: string | undefined): string {
  return session === undefined ? '' : session.slice(0, 8);
}

/** How chips are searched, sorted and grouped. */
export const chipRules: ListRules<ChipItem> = {
  words: (chip) =>
    [
      chip.id,
      kindText(chip.kind),
      chip.tool,
      chip.file ?? '',
      chip.errorCode ?? '',
      chip.errorMessage ?? '',
      chip.excerpt,
      chip.session ?? '',
    ].join('\n'),
  fields: {
    tool: (chip) => chip.tool,
    file: (chip) => chip.file ?? '',
    kind: (chip) => kindText(chip.kind),
    error: (chip) => chip.errorCode ?? '',
    session: (chip) => chip.session ?? '',
    is: (chip) => marks(chip, Date.now()).join(' '),
  },
  sorts: {
    newest: (a, b) => b.created - a.created,
    oldest: (a, b) => a.created - b.created,
    largest: (a, b) => b.bytes - a.bytes,
    tool: (a, b) => compareTexts(a.tool, b.tool) || b.created - a.created,
    file: (a, b) => compareTexts(a.file ?? '', b.file ?? '') || b.created - a.created,
    expiry: (a, b) => (a.expires ?? Infinity) - (b.expires ?? Infinity) || b.created - a.created,
  },
  groups: {
    tool: (chip) => chip.tool,
    file: (chip) => chip.shown ?? chip.file ?? 'no file',
    error: (chip) => chip.errorCode ?? 'no error',
    session: (chip) =>
      chip.session === undefined ? 'no session' : `session ${sessionText(chip.session)}`,
    day: (chip) => dayText(chip.created),
  },
};

/** Orders of the list, by key of `chipRules.sorts`. */
export const chipSorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['largest', 'Largest first'],
  ['tool', 'By tool'],
  ['file', 'By file'],
  ['expiry', 'Expiring first'],
] as const;

/** Groupings of the list, by key of `chipRules.groups`. */
export const chipGroups = [
  ['none', 'No groups'],
  ['tool', 'Group by tool'],
  ['file', 'Group by file'],
  ['error', 'Group by error'],
  ['session', 'Group by session'],
  ['day', 'Group by day'],
] as const;

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
