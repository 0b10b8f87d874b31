import { byteLength } from '../core/edit/shownSize.ts';
import type { FileChange } from '../core/edit/change.ts';
import type { HistoryEvent } from '../core/edit/history.ts';
import type { AnswerFields, ToolContext } from './defineTool.ts';

/** Files named of one event. */
const filesShown = 10;

/** What be-trx says of the events: the newest that fit into an answer, oldest first. */
export function statusFields(history: readonly HistoryEvent[], context: ToolContext): AnswerFields {
  const events: Record<string, unknown>[] = [];
  let used = 0;
  for (const event of history.toReversed()) {
    const entry = {
      event_id: event.id,
      tool: event.tool,
      state: event.state,
      ...(event.of === undefined ? {} : { of: event.of }),
      created_at: new Date(event.created).toISOString(),
      files: filesOf(event),
    };
    used += byteLength(JSON.stringify(entry));
    if (used > context.room && events.length > 0) {
      break;
    }
    events.unshift(entry);
  }
  const open = history.filter((event) => event.state === 'applied' && event.of === undefined);
  const left = history.length - events.length;
  return {
    action: 'status',
    pending: open.length,
    total: history.length,
    events,
    ...(left > 0 ? { warnings: [`${left} older events are not shown.`] } : {}),
  };
}

function filesOf(event: HistoryEvent): readonly string[] {
  const shown = event.changes.slice(0, filesShown);
  const left = event.changes.length - shown.length;
  return [
    ...shown.map((change) => `${change.path} ${counts(change)}`),
    ...(left > 0 ? [`… ${left} more files`] : []),
  ];
}

function counts(change: FileChange): string {
  const removed = change.hunks.reduce((sum, hunk) => sum + hunk.before.length, 0);
  const added = change.hunks.reduce((sum, hunk) => sum + hunk.after.length, 0);
  return `+${added} -${removed}${change.kind === 'splice' ? '' : ` (${change.kind}d)`}`;
}
