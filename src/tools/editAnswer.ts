import type { AppliedFile } from '../ports/editHost.ts';
import { byteCounts } from '../core/edit/bytesEncoding.ts';
import type { FileChange } from '../core/edit/change.ts';
import { growth } from '../core/edit/change.ts';
import { numberedLines } from '../core/edit/numberedLines.ts';
import { byteLength, shownSize } from '../core/edit/shownSize.ts';
import { unifiedDiff } from '../core/edit/unifiedDiff.ts';
import type { AnswerFields, EditProposal, ToolContext } from './defineTool.ts';

/** Least room for the diff of one of several files. */
const leastDiff = 200;

/** Lines shown on each side of an edit. */
const around = 3;

/** An edit that was made. */
export interface AppliedEdit {
  readonly proposal: EditProposal;
  /** What it did to each file, against the file as it was before. */
  readonly changes: readonly FileChange[];
  readonly applied: readonly AppliedFile[];
  readonly events: readonly string[];
  /** The chip that keeps the removed text. */
  readonly chip?: string;
  readonly warnings: readonly string[];
}

/** What an edit would do: the diff of every file, and nothing that depends on its being made. */
export function previewFields(
  proposal: EditProposal,
  changes: readonly FileChange[],
  context: ToolContext,
): AnswerFields {
  const warnings = [...(proposal.warnings ?? []), ...noChange(changes)];
  return {
    preview: true,
    ...names(proposal, changes),
    ...proposal.fields,
    diff: diffOf(proposal, changes, context.room),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** What an edit did: for one file with the lines around it and a fresh id, for several a list. */
export function editFields(edit: AppliedEdit, brief: boolean, context: ToolContext): AnswerFields {
  const { proposal, changes, applied, events } = edit;
  const files = changes.flatMap((change, index) => {
    const result = applied[index];
    return result === undefined ? [] : [fileFields(change, result, context, changes.length)];
  });
  const warnings = [
    ...(proposal.warnings ?? []),
    ...noChange(changes),
    ...applied.flatMap((one) => one.warnings),
    ...edit.warnings,
  ];
  const [only] = files;
  return {
    ...names(proposal, changes),
    ...(files.length === 1
      ? only
      : { files: files.length, results: named(proposal, changes, files, context.room * 0.4) }),
    ...proposal.fields,
    ...(events.length > 0 ? { event_id: events[0] } : {}),
    ...(edit.chip === undefined ? {} : { chip: `chip://${edit.chip}` }),
    ...(applied.some((one) => !one.saved) ? { saved: false } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(brief ? {} : { diff: diffOf(proposal, changes, context.room * 0.6) }),
  };
}

function fileFields(
  change: FileChange,
  applied: AppliedFile,
  context: ToolContext,
  count: number,
): AnswerFields {
  const { view } = applied;
  if (view === undefined) {
    return { removed: true };
  }
  const bytes = byteCounts(change);
  if (bytes !== undefined) {
    return { created: true, bytes: bytes.after };
  }
  const [from, to] = editedRange(change);
  const first = Math.max(1, from - around);
  const last = Math.min(view.lineCount, to + around);
  // A large edit is not shown back whole: its beginning is, and the id is for what is shown.
  const shown = numberedLines(view, first, last, (context.room * 0.4) / count);
  const shift = growth(change);
  return {
    start: first,
    end: shown.last,
    total: view.lineCount,
    ...(shift === 0 || change.kind !== 'splice'
      ? {}
      : { shift: `lines after ${lastBefore(change)} moved by ${shift > 0 ? '+' : ''}${shift}` }),
    ...(change.kind === 'create' ? { created: true } : {}),
    viewed_code_id: context.viewed.show(view, first, shown.last),
    content: shown.content,
  };
}

/** Last line that the edit replaced, by its number before; where lines only came, the one above them. */
function lastBefore(change: FileChange): number {
  const last = change.hunks.at(-1);
  return last === undefined ? 0 : last.line + last.before.length - 1;
}

/** First and last line of the edit in the file after it; where lines only went, the line that came up. */
function editedRange(change: FileChange): readonly [number, number] {
  const [first] = change.hunks;
  const last = change.hunks.at(-1);
  if (first === undefined || last === undefined) {
    return [1, 1];
  }
  const moved = growth(change) - (last.after.length - last.before.length);
  return [first.line, Math.max(first.line, last.line + moved + last.after.length - 1)];
}

function names(proposal: EditProposal, changes: readonly FileChange[]): AnswerFields {
  const [only] = changes;
  return changes.length === 1 && only !== undefined ? { file: shownName(proposal, only) } : {};
}

/** The files of an edit, as many as half the room holds. */
function named(
  proposal: EditProposal,
  changes: readonly FileChange[],
  files: readonly AnswerFields[],
  room: number,
): readonly AnswerFields[] {
  const rows = changes.map((change, index) => ({
    file: shownName(proposal, change),
    added: change.hunks.reduce((sum, hunk) => sum + hunk.after.length, 0),
    removed: change.hunks.reduce((sum, hunk) => sum + hunk.before.length, 0),
    total: files[index]?.['total'],
    viewed_code_id: files[index]?.['viewed_code_id'],
  }));
  let used = 0;
  const first = rows.findIndex((row) => (used += byteLength(JSON.stringify(row)) + 2) > room);
  return first === -1 ? rows : [...rows.slice(0, first), { more_files: rows.length - first }];
}

function diffOf(proposal: EditProposal, changes: readonly FileChange[], room: number): string {
  const [only] = changes;
  if (changes.length === 1 && only !== undefined) {
    return fileDiff(proposal, only, room);
  }
  const parts: string[] = [];
  let left = room;
  for (const [index, change] of changes.entries()) {
    const share = Math.max(left / (changes.length - index), leastDiff);
    const part = `${shownName(proposal, change)}\n${fileDiff(proposal, change, share)}`;
    left -= shownSize(part) + 1.5;
    if (left < 0) {
      parts.push(`… [${changes.length - index} more files]`);
      break;
    }
    parts.push(part);
  }
  return parts.join('\n');
}

function fileDiff(proposal: EditProposal, change: FileChange, size: number): string {
  const view = proposal.views.get(change.path);
  return isEmpty(change) ? '' : unifiedDiff(change, view, { size, line: 300 });
}

function shownName(proposal: EditProposal, change: FileChange): string {
  return proposal.shown.get(change.path) ?? change.path;
}

function noChange(changes: readonly FileChange[]): string[] {
  return changes.every(isEmpty) ? ['No change: the file already is like this.'] : [];
}

function isEmpty(change: FileChange): boolean {
  return (
    change.kind === 'splice' &&
    change.hunks.every((hunk) => hunk.before.length === 0 && hunk.after.length === 0)
  );
}
