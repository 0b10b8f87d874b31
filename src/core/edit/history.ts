import type { FilePlan, FileView, Splice } from '../../ports/editHost.ts';
import type { Failure, Result } from '../../ports/result.ts';
import type { SnapshotRow, SnapshotState } from '../../ports/store.ts';
import { fail, ok } from '../../ports/result.ts';
import { failure } from '../failures.ts';
import type { FileChange } from './change.ts';
import { changeOf } from './change.ts';
import { Draft } from './draft.ts';
import { inverseSplices } from './locate.ts';
import type { Track } from './tracks.ts';
import { followTracks } from './tracks.ts';

/** One event: an edit, with what it did to each of its files. */
export interface HistoryEvent {
  readonly id: string;
  readonly tool: string;
  readonly state: SnapshotState;
  readonly created: number;
  /** The edit that this event takes back, or makes again. */
  readonly of?: string;
  readonly changes: readonly FileChange[];
}

/** Puts the rows of each event together, in their order; rows whose change cannot be read leave their event out. */
export function toEvents(
  rows: readonly SnapshotRow[],
  change: (row: SnapshotRow) => FileChange | undefined,
): HistoryEvent[] {
  const events = new Map<string, HistoryEvent & { changes: FileChange[] }>();
  const broken = new Set<string>();
  for (const row of rows) {
    const decoded = change(row);
    if (decoded === undefined) {
      broken.add(row.event);
      continue;
    }
    const { event: id, tool, state, created, of } = row;
    const event = events.get(id) ?? {
      id,
      tool,
      state,
      created,
      ...(of === undefined ? {} : { of }),
      changes: [],
    };
    // The row knows the file's present name; the change the one it had then.
    event.changes.push({ ...decoded, path: row.file });
    events.set(id, event);
  }
  return [...events.values()].filter((event) => !broken.has(event.id));
}

/** What taking events back comes to: one plan, and per event what it undoes. */
export interface Reversal {
  readonly plan: readonly FilePlan[];
  readonly events: readonly { readonly of: string; readonly changes: readonly FileChange[] }[];
}

/**
 * The plan that takes the named edits back, or makes them again if they are taken back: newest first, each in the
 * file as the one before leaves it. Later edits and changes by the user stay. Fails with `changed-after`, and then
 * nothing is planned, where the lines of an edit are not in the file any more as it left them.
 *
 * @param history all events that changed the files, oldest first
 * @param ids the edits, newest first
 * @param views the files as they are now; none for a file that is not there
 */
export function reverse(
  history: readonly HistoryEvent[],
  ids: readonly string[],
  views: ReadonlyMap<string, FileView>,
): Result<Reversal> {
  const files = new Map<string, FileState>();
  const events: { of: string; changes: FileChange[] }[] = [];
  for (const id of ids) {
    const base = newest(history, id);
    if (base === undefined) {
      return fail(
        failure(
          'event-not-found',
          `There is no event "${id}".`,
          'List the events with {"action":"status"}.',
        ),
      );
    }
    const later = history.slice(history.indexOf(base) + 1);
    const changes: FileChange[] = [];
    for (const change of base.changes.toReversed()) {
      const state = files.get(change.path) ?? new FileState(views.get(change.path));
      files.set(change.path, state);
      const undone = state.undo(change, later, base);
      if (!undone.ok) {
        return undone;
      }
      changes.push(undone.value);
    }
    events.push({ of: id, changes });
  }
  const plan = [...files].flatMap(([path, state]) => state.plan(path));
  return ok({ plan, events });
}

/** The last event that made or took back the edit: what is to be inverted now. */
function newest(history: readonly HistoryEvent[], id: string): HistoryEvent | undefined {
  return history.findLast((event) => event.id === id || event.of === id);
}

/** One file on the way back. */
class FileState {
  private readonly view: FileView | undefined;
  private draft: Draft | undefined;
  private created: Extract<FilePlan, { kind: 'create' }> | undefined;
  /** What was taken back here, in order; lines of earlier states are followed through it. */
  private readonly made: Track[] = [];

  constructor(view: FileView | undefined) {
    this.view = view;
    this.draft = view === undefined ? undefined : new Draft(view);
  }

  undo(
    change: FileChange,
    later: readonly HistoryEvent[],
    event: HistoryEvent,
  ): Result<FileChange> {
    const mode = change.mode === undefined ? {} : { mode: change.mode };
    if (change.kind === 'remove') {
      const lines = change.hunks.flatMap((hunk) => hunk.before);
      if (this.draft !== undefined) {
        return fail(changed(change, event, 'a file of that name is there again'));
      }
      const { path, encoding } = change;
      this.created = { kind: 'create', path, lines, encoding, ...mode };
      return ok(changeOf(this.created, undefined, change.mode));
    }
    if (this.draft === undefined) {
      return fail(changed(change, event, 'the file is not there any more'));
    }
    const tracks = [...tracksOf(later, change.path), ...this.made];
    const splices = inverseSplices(change, this.draft, followTracks(tracks));
    if (splices === undefined) {
      return fail(changed(change, event, 'its lines are not there any more as it left them'));
    }
    const now = this.source(change.encoding);
    if (change.kind === 'create') {
      if (this.draft.lineCount !== change.hunks.reduce((sum, hunk) => sum + hunk.after.length, 0)) {
        return fail(changed(change, event, 'the file has got further lines'));
      }
      const removal = { kind: 'remove', path: change.path, version: '' } as const;
      const undone = changeOf(removal, now, change.mode);
      this.draft = undefined;
      return ok(undone);
    }
    const plan = { kind: 'splice', path: change.path, version: '', splices } as const;
    const undone = changeOf(plan, now);
    for (const splice of splices.toReversed()) {
      this.draft.splice(splice);
    }
    if (runsTogether(this.draft, splices)) {
      return fail(changed(change, event, 'the line end beside its lines was changed'));
    }
    this.made.push({ edit: event.of ?? event.id, splices });
    return ok(undone);
  }

  /** What is to be done to the file as it is on disk. */
  plan(path: string): FilePlan[] {
    if (this.view === undefined) {
      return this.created === undefined ? [] : [this.created];
    }
    const { version } = this.view;
    if (this.draft === undefined) {
      return [{ kind: 'remove', path, version }];
    }
    return [{ kind: 'splice', path, version, splices: this.draft.splices() }];
  }

  private source(encoding: string): Pick<FileView, 'lines' | 'lineCount' | 'encoding'> {
    const { draft } = this;
    return {
      encoding: this.view?.encoding ?? encoding,
      lineCount: draft?.lineCount ?? 0,
      lines: (first, last) => draft?.lines(first, last) ?? [],
    };
  }
}

/** Whether a line without an end stands before another one, now that the splices were made. */
function runsTogether(draft: Draft, splices: readonly Splice[]): boolean {
  let delta = 0;
  return splices.some(({ line, count, lines }) => {
    const around = draft.lines(line + delta - 1, line + delta + lines.length);
    delta += lines.length - count;
    return around.slice(0, -1).some((one) => one.eol === '');
  });
}

/** What events did to a file. */
function tracksOf(events: readonly HistoryEvent[], path: string): Track[] {
  return events.flatMap((event) =>
    event.changes
      .filter((change) => change.path === path)
      .map(({ hunks }) => ({
        edit: event.of ?? event.id,
        splices: hunks.map(({ line, before, after }) => ({
          line,
          count: before.length,
          lines: after,
        })),
      })),
  );
}

function changed(change: FileChange, event: HistoryEvent, why: string): Failure {
  return failure(
    'changed-after',
    `Event ${event.of ?? event.id} can not be taken back in ${change.path}: ${why}.`,
    'Nothing was changed. Read the file and edit it as it is now; the text of the event is still kept.',
    { event_id: event.of ?? event.id, file: change.path },
  );
}
