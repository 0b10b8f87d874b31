import type { FileView, Splice } from '../../ports/editHost.ts';
import type { Random } from '../../ports/system.ts';
import { putRecent } from '../recent.ts';
import { lineHash } from './lineHash.ts';
import { runPlaces } from './runPlaces.ts';
import { SeenFiles, stateOf } from './seenFiles.ts';

/** Views remembered at a time; the one unused for longest is forgotten. */
const capacity = 2000;

/** Lines on each side of a range that tell it from equal lines elsewhere. */
const neighbours = 2;

/** Lines that moved together since they were shown. */
interface Segment {
  /** Number the lines had when they were shown. */
  readonly shown: number;
  readonly count: number;
  /** Number they have now, as far as edits made here are known. */
  readonly now: number;
}

interface Viewed {
  readonly path: string;
  /** First and last line shown. */
  readonly first: number;
  readonly last: number;
  /** Number of the line that the first hash is for: neighbours of the lines shown are remembered too. */
  readonly from: number;
  readonly hashes: readonly number[];
  segments: readonly Segment[];
  /** The event that last changed one of the lines. */
  usedUpBy: string | undefined;
  /** The whole text that the file had. */
  readonly state: string;
}

/** What a viewed id says of a range of lines, asked for by the numbers they had when shown. */
export type ViewedRange =
  /** The lines are unchanged and are now `first` to `last`; `moved` = they have other numbers than when shown. */
  | { readonly kind: 'same'; readonly first: number; readonly last: number; readonly moved: number }
  /** An edit made here has changed some of them since. */
  | { readonly kind: 'used-up'; readonly event: string | undefined }
  /** They were changed by somebody else and are nowhere in the file as they were, or in several places. */
  | { readonly kind: 'changed' }
  /** The lines asked for were not all shown under this id. */
  | { readonly kind: 'not-shown'; readonly first: number; readonly last: number }
  /** No such id, or it is for another file. */
  | { readonly kind: 'unknown' };

/**
 * Remembers which lines were shown under which `viewed_code_id`, follows them through the edits made here, and tells
 * whether they are still what was shown. Judges by content, never by time. Kept in memory: after a restart ids are
 * unknown, and the answer is to read again.
 */
export class ViewedCode {
  /** What each session last saw of whole files. */
  readonly seen = new SeenFiles();
  private readonly views = new Map<string, Viewed>();
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /**
   * Remembers lines of a file as shown, to a session if one is named, and gives the id for them. Cost: linear in the
   * lines, and in the file up to a megabyte.
   */
  show(view: FileView, first: number, last: number, session?: string): string {
    const state = stateOf(view);
    if (session !== undefined) {
      this.seen.saw(session, view.path, state, first <= 1 && last >= view.lineCount);
    }
    const from = Math.max(1, first - neighbours);
    const lines = last < first ? [] : view.lines(from, last + neighbours);
    const id = `v${this.random.hex(8)}`;
    const count = lines.length;
    const viewed: Viewed = {
      path: view.path,
      first,
      last: Math.min(last, view.lineCount),
      from,
      hashes: lines.map((line) => lineHash(line.text)),
      segments: count > 0 ? [{ shown: from, count, now: from }] : [],
      usedUpBy: undefined,
      state,
    };
    putRecent(this.views, id, viewed, capacity);
    return id;
  }

  /** Follows an edit that was applied to the file. Cost: linear in the views remembered. */
  edited(path: string, splices: readonly Splice[], event: string): void {
    for (const viewed of this.views.values()) {
      if (viewed.path === path) {
        // From the bottom up, so that each splice's own line numbers are still right.
        for (const splice of splices.toReversed()) {
          const next = viewed.segments.flatMap((segment) => moveSegment(segment, splice));
          if (size(next) < size(viewed.segments)) {
            viewed.usedUpBy = event;
          }
          viewed.segments = next;
        }
      }
    }
  }

  /** A file, or a folder with all below it, has a new name. */
  renamed(from: string, to: string): void {
    for (const [id, viewed] of this.views) {
      const rest = viewed.path.startsWith(from) ? viewed.path.slice(from.length) : undefined;
      if (rest === '' || rest?.startsWith('/') === true || rest?.startsWith('\\') === true) {
        this.views.set(id, { ...viewed, path: to + rest });
      }
    }
  }

  /** Whether the id was given for the file as it is now. */
  isCurrent(id: string, view: FileView): boolean {
    const viewed = this.views.get(id);
    return viewed?.path === view.path && viewed.state === stateOf(view);
  }

  /** Where lines `first` to `last`, by the numbers they had when shown, are in the file as it is now. */
  find(id: string, view: FileView, first: number, last: number): ViewedRange {
    const viewed = this.views.get(id);
    if (viewed === undefined || viewed.path !== view.path) {
      return { kind: 'unknown' };
    }
    // Used again: last in line to be forgotten.
    this.views.delete(id);
    this.views.set(id, viewed);
    if (first < viewed.first || last > viewed.last || last < first) {
      return { kind: 'not-shown', first: viewed.first, last: viewed.last };
    }
    const segment = viewed.segments.find(
      (one) => first >= one.shown && last < one.shown + one.count,
    );
    if (segment === undefined) {
      return { kind: 'used-up', event: viewed.usedUpBy };
    }
    const line = placeOf(view, viewed, segment, { first, last });
    return line === undefined
      ? { kind: 'changed' }
      : { kind: 'same', first: line, last: line + (last - first), moved: line - first };
  }
}

/**
 * Where lines are now. An equal line elsewhere is not the line that was shown, so neighbours count: at the place known
 * those on one side must be as they were, and elsewhere all of them, in one place only. Where edits made here left no
 * neighbour, the lines themselves must be in one place only.
 */
function placeOf(
  view: FileView,
  { from, hashes }: Viewed,
  segment: Segment,
  { first, last }: { readonly first: number; readonly last: number },
): number | undefined {
  const between = (start: number, end: number): readonly number[] =>
    hashes.slice(Math.max(start, segment.shown) - from, Math.min(end, segmentEnd(segment)) - from);
  const above = between(first - neighbours, first);
  const lines = between(first, last + 1);
  const below = between(last + 1, last + 1 + neighbours);
  const expected = segment.now + (first - segment.shown);
  if (standsAt(view, expected, lines)) {
    const aboveStands = standsAt(view, expected - above.length, above);
    const belowStands = standsAt(view, expected + lines.length, below);
    if ((aboveStands && above.length > 0) || (belowStands && below.length > 0)) {
      return expected;
    }
  }
  const place = onlyPlace(view, [...above, ...lines, ...below]);
  const alone = above.length + below.length === 0;
  return place === undefined || (alone && place !== expected) ? undefined : place + above.length;
}

function segmentEnd(segment: Segment): number {
  return segment.shown + segment.count;
}

function moveSegment(segment: Segment, splice: Splice): Segment[] {
  const delta = splice.lines.length - splice.count;
  const end = segment.now + segment.count;
  const spliceEnd = splice.line + splice.count;
  if (splice.line >= end || (splice.count === 0 && delta === 0)) {
    return [segment];
  }
  const parts: Segment[] = [];
  const above = splice.line - segment.now;
  if (above > 0) {
    parts.push({ ...segment, count: above });
  }
  const skipped = Math.max(spliceEnd - segment.now, 0);
  if (skipped < segment.count) {
    const from = Math.max(skipped, 0);
    parts.push({
      shown: segment.shown + from,
      count: segment.count - from,
      now: segment.now + from + delta,
    });
  }
  return parts;
}

function size(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + segment.count, 0);
}

function standsAt(view: FileView, line: number, hashes: readonly number[]): boolean {
  const lines = view.lines(line, line + hashes.length - 1);
  return (
    lines.length === hashes.length &&
    lines.every((one, index) => lineHash(one.text) === hashes[index])
  );
}

/** The one line from which the hashes match; undefined if there is none, or more than one. */
function onlyPlace(view: FileView, hashes: readonly number[]): number | undefined {
  const all = view.lines(1, view.lineCount).map((line) => lineHash(line.text));
  let found: number | undefined;
  for (const start of runPlaces(hashes, all, (one, other) => one === other)) {
    if (found !== undefined) {
      return undefined;
    }
    found = start + 1;
  }
  return found;
}
