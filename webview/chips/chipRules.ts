import * as l10n from '@vscode/l10n';
import type { ChipItem } from '../../src/protocol/chips.ts';
import type { ListRules } from '../data/listView.ts';
import { timeLanguage } from '../parts/timeText.ts';

/** What `kind:` finds in every language. */
const searchedKinds = {
  call: 'failed call',
  deleted: 'deleted text',
  unwritten: 'unwritten text',
} as const;

const kinds = {
  call: l10n.t('failed call'),
  deleted: l10n.t('deleted text'),
  unwritten: l10n.t('unwritten text'),
} as const;

/** States of a chip, in the words that `is:` finds in every language; for each what is shown. */
const markTexts = {
  pinned: l10n.t('pinned'),
  replayed: l10n.t('replayed'),
  expired: l10n.t('expired'),
} as const;

type Mark = keyof typeof markTexts;

const sessionWord = l10n.t('session');
const noFile = l10n.t('no file');
const noError = l10n.t('no error');
const noSession = l10n.t('no session');

/** How a kind of chip is called. */
function kindText(kind: ChipItem['kind']): string {
  return kinds[kind];
}

/** What a chip is and of which tool. */
export function originText({ kind, tool }: Pick<ChipItem, 'kind' | 'tool'>): string {
  switch (kind) {
    case 'call':
      return l10n.t`failed call of ${tool}`;
    case 'deleted':
      return l10n.t`deleted text of ${tool}`;
    case 'unwritten':
      return l10n.t`unwritten text of ${tool}`;
  }
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
  return marksOf(chip, now).map((mark) => markTexts[mark]);
}

function marksOf(chip: ChipItem, now: number): readonly Mark[] {
  return [
    ...(chip.pinned ? (['pinned'] as const) : []),
    ...(chip.replayed === undefined ? [] : (['replayed'] as const)),
    ...(isExpired(chip, now) ? (['expired'] as const) : []),
  ];
}

const dayFormat = new Intl.DateTimeFormat(timeLanguage, {
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

/** A connection in two words, as a heading. */
export function sessionTitle(session: string): string {
  return `${sessionWord} ${sessionText(session)}`;
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
    kind: (chip) => `${searchedKinds[chip.kind]} ${kindText(chip.kind)}`,
    error: (chip) => chip.errorCode ?? '',
    session: (chip) => chip.session ?? '',
    is: (chip) =>
      marksOf(chip, Date.now())
        .flatMap((mark) => [mark, markTexts[mark]])
        .join(' '),
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
    file: (chip) => chip.shown ?? chip.file ?? noFile,
    error: (chip) => chip.errorCode ?? noError,
    session: (chip) => (chip.session === undefined ? noSession : sessionTitle(chip.session)),
    day: (chip) => dayText(chip.created),
  },
};

/** Orders of the list, by key of `chipRules.sorts`. */
export const chipSorts = [
  ['newest', l10n.t('Newest first')],
  ['oldest', l10n.t('Oldest first')],
  ['largest', l10n.t('Largest first')],
  ['tool', l10n.t('By tool')],
  ['file', l10n.t('By file')],
  ['expiry', l10n.t('Expiring first')],
] as const;

/** Groupings of the list, by key of `chipRules.groups`. */
export const chipGroups = [
  ['none', l10n.t('No groups')],
  ['tool', l10n.t('Group by tool')],
  ['file', l10n.t('Group by file')],
  ['error', l10n.t('Group by error')],
  ['session', l10n.t('Group by session')],
  ['day', l10n.t('Group by day')],
] as const;

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
