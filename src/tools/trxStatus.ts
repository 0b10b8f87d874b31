import { byteLength } from '../core/edit/shownSize.ts';
import type { FileView } from '../ports/editHost.ts';
import { byteCounts } from '../core/edit/bytesEncoding.ts';
import type { FileChange } from '../core/edit/change.ts';
import { removedText } from '../core/edit/change.ts';
import type { HistoryEvent } from '../core/edit/history.ts';
import { readAs, reverse } from '../core/edit/history.ts';
import type { AnswerFields, ToolContext } from './defineTool.ts';
import { ownFolders } from './listChips.ts';

/** Characters of removed text that are shown of one event. */
const wordsShown = 60;

/** Files named of one event. */
const filesShown = 10;

/** What be-trx says of the events: the newest that fit into an answer, oldest first. */
export async function statusFields(
  history: readonly HistoryEvent[],
  context: ToolContext,
  only?: string,
): Promise<AnswerFields> {
  const events: Record<string, unknown>[] = [];
  const files = new PresentFiles(context);
  const chips = await chipsByEvent(context);
  let used = 0;
  const asked = history.filter(({ id, of }) => only === undefined || id === only || of === only);
  for (const event of asked.toReversed()) {
    const entry = {
      event_id: event.id,
      tool: event.tool,
      state: event.state,
      ...(event.of === undefined ? {} : { of: event.of }),
      created_at: new Date(event.created).toISOString(),
      files: filesOf(event),
      ...chipOf(chips.get(event.id)),
      ...removedOf(event),
      ...((await files.changedSince(event, history)) ? { changed_since: true } : {}),
    };
    used += byteLength(JSON.stringify(entry));
    if (used > context.room && events.length > 0) {
      break;
    }
    events.unshift(entry);
  }
  const open = history.filter((event) => event.state === 'applied' && event.of === undefined);
  const left = asked.length - events.length;
  return {
    action: 'status',
    pending: open.length,
    total: history.length,
    events,
    ...(left > 0 ? { warnings: [`${left} older events are not shown.`] } : {}),
  };
}

/** The newest chip of each event that made one. */
async function chipsByEvent(context: ToolContext): Promise<ReadonlyMap<string, string>> {
  const chips = await context.store.chips(ownFolders(context));
  return new Map(
    chips.flatMap(({ event, id }) => (event === undefined ? [] : [[event, id] as const])),
  );
}

function chipOf(id: string | undefined): AnswerFields {
  return id === undefined ? {} : { chip: `chip://${id}` };
}

function filesOf(event: HistoryEvent): readonly string[] {
  const shown = event.changes.slice(0, filesShown);
  const left = event.changes.length - shown.length;
  return [
    ...shown.map((change) => `${change.path} ${counts(change)}`),
    ...(left > 0 ? [`… ${left} more files`] : []),
  ];
}

/** How much an edit removed, and the first words of it, so that the text can be told among others. */
function removedOf(event: HistoryEvent): AnswerFields {
  const texts = event.changes.filter((change) => byteCounts(change) === undefined);
  const lines = texts.reduce(
    (sum, change) => sum + change.hunks.reduce((all, hunk) => all + hunk.before.length, 0),
    0,
  );
  const words = texts.map(removedText).join('').slice(0, 400).replace(/\s+/g, ' ').trim();
  const first = words.length > wordsShown ? `${words.slice(0, wordsShown - 1)}…` : words;
  return lines === 0 ? {} : { removed_lines: lines, removed: first.toWellFormed() };
}

/** The files of events as they are now, each read once. */
class PresentFiles {
  private readonly context: ToolContext;
  private readonly views = new Map<string, FileView | undefined>();

  constructor(context: ToolContext) {
    this.context = context;
  }

  /** Whether an edit can not be taken back, because its lines or its file are not as it left them. */
  async changedSince(event: HistoryEvent, history: readonly HistoryEvent[]): Promise<boolean> {
    if (event.state !== 'applied' || event.of !== undefined) {
      return false;
    }
    const views = new Map<string, FileView>();
    for (const { path } of event.changes) {
      const view = await this.view(path, readAs(path, [event]));
      if (view !== undefined) {
        views.set(path, view);
      }
    }
    return !reverse(history, [event.id], views).ok;
  }

  private async view(path: string, as: 'bytes' | undefined): Promise<FileView | undefined> {
    const key = `${as ?? 'text'}:${path}`;
    if (!this.views.has(key)) {
      const gated = await this.context.gate.resolve(path, { exact: true });
      const there = gated.ok && gated.value.stat?.kind === 'file';
      const read = there ? await this.context.host.read(gated.value.path, as) : undefined;
      this.views.set(key, read?.ok === true ? read.value : undefined);
    }
    return this.views.get(key);
  }
}

function counts(change: FileChange): string {
  const bytes = byteCounts(change);
  if (bytes !== undefined) {
    return `${bytes.before} → ${bytes.after} bytes (${change.kind}d)`;
  }
  const removed = change.hunks.reduce((sum, hunk) => sum + hunk.before.length, 0);
  const added = change.hunks.reduce((sum, hunk) => sum + hunk.after.length, 0);
  return `+${added} -${removed}${change.kind === 'splice' ? '' : ` (${change.kind}d)`}`;
}
