import * as l10n from '@vscode/l10n';
import type { CallItem } from '../../src/protocol/calls.ts';
import { baseName, dayText, sessionTitle } from '../chips/chipRules.ts';
import type { ListRules } from '../data/listView.ts';

const noFile = l10n.t('no file');
const noSession = l10n.t('no session');

/** Whether the call came to nothing. */
export function isFailed(call: CallItem): boolean {
  return call.outcome !== 'ok';
}

/** The file and lines a call was about, short. */
export function placeText(call: CallItem): string {
  const file = call.file === undefined ? '' : baseName(call.file);
  return call.lines === undefined ? file : `${file}:${call.lines}`;
}

/** How calls are searched, sorted and grouped. */
export const callRules: ListRules<CallItem> = {
  words: (call) =>
    [
      call.id,
      call.tool,
      call.client,
      call.file ?? '',
      call.outcome,
      call.event ?? '',
      call.chip ?? '',
    ].join('\n'),
  fields: {
    tool: (call) => call.tool,
    client: (call) => call.client,
    file: (call) => call.file ?? '',
    outcome: (call) => call.outcome,
    session: (call) => call.session ?? '',
    is: (call) =>
      [
        isFailed(call) ? 'failed' : 'ok',
        call.chip === undefined ? '' : 'kept',
        call.event === undefined ? '' : 'edit',
      ].join(' '),
  },
  sorts: {
    newest: (a, b) => b.started - a.started || b.number - a.number,
    oldest: (a, b) => a.started - b.started || a.number - b.number,
    slowest: (a, b) => b.duration - a.duration,
  },
  groups: {
    client: (call) => call.client,
    tool: (call) => call.tool,
    file: (call) => call.shown ?? call.file ?? noFile,
    outcome: (call) => call.outcome,
    session: (call) =>
      call.session === undefined ? noSession : `${call.client}, ${sessionTitle(call.session)}`,
    day: (call) => dayText(call.started),
  },
};

/** Orders of the list, by key of `callRules.sorts`. */
export const callSorts = [
  ['newest', l10n.t('Newest first')],
  ['oldest', l10n.t('Oldest first')],
  ['slowest', l10n.t('Slowest first')],
] as const;

/** Groupings of the list, by key of `callRules.groups`. */
export const callGroups = [
  ['none', l10n.t('No groups')],
  ['client', l10n.t('Group by agent')],
  ['tool', l10n.t('Group by tool')],
  ['file', l10n.t('Group by file')],
  ['outcome', l10n.t('Group by outcome')],
  ['session', l10n.t('Group by session')],
  ['day', l10n.t('Group by day')],
] as const;

/** What one agent's calls came to. */
export interface ClientCounts {
  readonly client: string;
  readonly calls: number;
  readonly failed: number;
  /** Failed calls in 100, one digit behind the point at most. */
  readonly rate: number;
}

/** The agents and how often their calls fail, the busiest first. Cost: one pass over the calls. */
export function clientCounts(calls: Iterable<CallItem>): readonly ClientCounts[] {
  const counts = new Map<string, { calls: number; failed: number }>();
  for (const call of calls) {
    const count = counts.get(call.client) ?? { calls: 0, failed: 0 };
    count.calls++;
    count.failed += isFailed(call) ? 1 : 0;
    counts.set(call.client, count);
  }
  return [...counts]
    .map(([client, { calls: all, failed }]) => ({
      ...{ client, calls: all, failed },
      rate: Math.round((failed / all) * 1000) / 10,
    }))
    .sort((a, b) => b.calls - a.calls);
}
