import type { FilePlan, FileView, Line, Splice } from '../../ports/editHost.ts';
import type { Failure, Result } from '../../ports/result.ts';
import { fail, ok } from '../../ports/result.ts';
import { failure } from '../failures.ts';
import type { FileChange } from './change.ts';
import { changeOf, splicesOf } from './change.ts';
import { Draft } from './draft.ts';
import type { HistoryEvent } from './history.ts';
import { joinLines } from './lines.ts';
import { inverseSplices } from './locate.ts';
import { TextView } from './textView.ts';
import type { Track } from './tracks.ts';
import { followTracks } from './tracks.ts';

/** Lines, and characters of each, that a refusal shows. */
const linesShown = 10;
const longestShown = 200;

/** One file whose edits are taken back one after another, newest first; in the end one plan does it all. */
export class FileReversal {
  private readonly view: FileView | undefined;
  private draft: Draft | undefined;
  private created: Extract<FilePlan, { kind: 'create' }> | undefined;
  /** What was taken back here, in order; lines of earlier states are followed through it. */
  private readonly made: Track[] = [];

  /** What the file held when it was last edited; used where it is not there any more. */
  private readonly last: readonly Line[] | undefined;
  private base: FileView | undefined;
  private remade = false;
  private mode: number | undefined;

  constructor(view: FileView | undefined, last: readonly Line[] | undefined) {
    this.view = view;
    this.last = last;
    this.draft = view === undefined ? undefined : new Draft(view);
  }

  /** Takes a change back; answers what that does to the file. Later events tell where its lines are by now. */
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
    const remaking = this.draft === undefined && this.remake(change);
    if (this.draft === undefined) {
      const why = 'the file is not there any more, and its whole text was not kept';
      return fail(changed(change, event, why));
    }
    const tracks = [...tracksOf(later, change.path), ...this.made];
    const splices = inverseSplices(change, this.draft, followTracks(tracks));
    if (splices === undefined) {
      const why = 'its lines are not there any more as it left them';
      return fail(changed(change, event, why, differenceShown(change, this.draft)));
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
    this.draft.spliceAll(splices);
    if (runsTogether(this.draft, splices)) {
      return fail(changed(change, event, 'the line end beside its lines was changed'));
    }
    this.made.push({ edit: event.of ?? event.id, splices });
    return ok(remaking ? changeOf(this.creation(change.path), undefined, this.mode) : undone);
  }

  /** What is to be done to the file as it is on disk. */
  plan(path: string): FilePlan[] {
    if (this.view === undefined) {
      const remade = this.remade && this.draft !== undefined ? this.creation(path) : undefined;
      return [this.created ?? remade].filter((plan) => plan !== undefined);
    }
    const { version } = this.view;
    if (this.draft === undefined) {
      return [{ kind: 'remove', path, version }];
    }
    return [{ kind: 'splice', path, version, splices: this.draft.splices() }];
  }

  /** Starts from what the file held last, where somebody deleted it since. */
  private remake(change: FileChange): boolean {
    if (change.kind !== 'splice' || this.last === undefined || this.created !== undefined) {
      return false;
    }
    const { path, encoding } = change;
    const facts = { path, encoding, version: '', size: 0, dirty: false, open: false };
    this.base = new TextView(facts, joinLines(this.last));
    this.draft = new Draft(this.base);
    this.mode = change.mode;
    this.remade = true;
    return true;
  }

  private creation(path: string): Extract<FilePlan, { kind: 'create' }> {
    const { draft, mode } = this;
    const lines = draft?.lines(1, draft.lineCount) ?? [];
    const encoding = this.base?.encoding ?? 'utf8';
    return { kind: 'create', path, lines, encoding, ...(mode === undefined ? {} : { mode }) };
  }

  private source(encoding: string): Pick<FileView, 'lines' | 'lineCount' | 'encoding'> {
    const { draft } = this;
    return {
      encoding: this.view?.encoding ?? this.base?.encoding ?? encoding,
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
      .map((change) => ({ edit: event.of ?? event.id, splices: splicesOf(change) })),
  );
}

/** What the event wrote, and what is there now where that should be. */
function differenceShown(change: FileChange, draft: Draft): Record<string, unknown> {
  let moved = 0;
  for (const { line, before, after } of change.hunks) {
    const first = line + moved;
    moved += after.length - before.length;
    const present = draft.lines(first, first + after.length - 1);
    if (after.some((one, index) => one.text !== present[index]?.text)) {
      return {
        start: first,
        wrote: shownLines(after.map(({ text }) => text)),
        present: shownLines(present.map(({ text }) => text)),
      };
    }
  }
  return {};
}

function shownLines(texts: readonly string[]): string {
  const shown = texts.slice(0, linesShown).map((text) => text.slice(0, longestShown));
  const left = texts.length - shown.length;
  return [...shown, ...(left > 0 ? [`… ${left} more lines`] : [])].join('\n').toWellFormed();
}

function changed(
  change: FileChange,
  event: HistoryEvent,
  why: string,
  details: Readonly<Record<string, unknown>> = {},
): Failure {
  return failure(
    'changed-after',
    `Event ${event.of ?? event.id} can not be taken back in ${change.path}: ${why}.`,
    'Nothing was changed. Read the file and edit it as it is now; the text of the event is still kept.',
    { event_id: event.of ?? event.id, file: change.path, ...details },
  );
}
