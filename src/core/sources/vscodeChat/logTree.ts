import { isObject, type JsonObject } from '../json.ts';
import { originOf } from '../sessionDraft.ts';
import type { Origin, PathStep } from '../recordedBlock.ts';
import type { Place } from '../transcriptFormat.ts';

/*
 * The append log of VS Code's chat sessions: 0 a whole document, 1 set, 2 push (with `i` the list is first cut to that
 * length), 3 delete, by the path `k` (microsoft/vscode, objectMutationLog.ts).
 */

/** Where the values of a part of the document were written. A node exists only where a line changed something. */
interface Mark {
  /** The line that set this value as a whole. */
  from?: Origin;
  /** Something was taken out of this value after that. */
  cut?: boolean;
  /** Values below that other lines set. */
  readonly below: Map<PathStep, Mark>;
}

/** A document with the place of each of its parts: plain data. Both together are as large as the document at most. */
export interface LogTree {
  root: unknown;
  mark: Mark;
}

/** A log without a line. */
export function startTree(): LogTree {
  return { root: undefined, mark: { below: new Map() } };
}

/** Why a line was refused, in one phrase; undefined if it was done. */
type Refusal = string | undefined;

/** Longest path that is followed; those of the editor have six steps. */
const longestPath = 64;

/** Names that mean something to every object. */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

type Container = unknown[] | Record<string, unknown>;

/** The path of a line; undefined if it is none that may be followed. */
function pathOf(line: JsonObject): readonly PathStep[] | undefined {
  const path = line['k'];
  return Array.isArray(path) &&
    path.length > 0 &&
    path.length <= longestPath &&
    path.every((step) =>
      typeof step === 'string'
        ? !reserved.has(step)
        : typeof step === 'number' && Number.isSafeInteger(step) && step >= 0,
    )
    ? (path as readonly PathStep[])
    : undefined;
}

/** Whether a value has, or may get, a child of that name: lists grow by one at most. */
function takes(value: unknown, step: PathStep, mayGrow: boolean): value is Container {
  return Array.isArray(value)
    ? typeof step === 'number' && step < value.length + (mayGrow ? 1 : 0)
    : isObject(value) && typeof step === 'string' && (mayGrow || Object.hasOwn(value, step));
}

function childOf(value: unknown, step: PathStep): unknown {
  return takes(value, step, false) ? (value as Record<PathStep, unknown>)[step] : undefined;
}

/** The container of the value at a path; undefined if the path does not lead to one. */
function parentOf(root: unknown, path: readonly PathStep[]): Container | undefined {
  let value = root;
  for (const step of path.slice(0, -1)) {
    value = childOf(value, step);
  }
  return takes(value, path[path.length - 1] ?? '', true) ? value : undefined;
}

function markAt(tree: LogTree, path: readonly PathStep[]): Mark {
  let mark = tree.mark;
  for (const step of path) {
    let next = mark.below.get(step);
    if (next === undefined) {
      next = { below: new Map() };
      mark.below.set(step, next);
    }
    mark = next;
  }
  return mark;
}

/** Puts a value at a path; the marks below the former one go with it. */
function put(tree: LogTree, path: readonly PathStep[], value: unknown, from: Origin): Refusal {
  const parent = parentOf(tree.root, path);
  if (parent === undefined) {
    return 'a path that leads nowhere';
  }
  const step = path[path.length - 1] ?? '';
  (parent as Record<PathStep, unknown>)[step] = value;
  markAt(tree, path.slice(0, -1)).below.set(step, { from, below: new Map() });
  return undefined;
}

function push(tree: LogTree, path: readonly PathStep[], line: JsonObject, place: Place): Refusal {
  const parent = parentOf(tree.root, path);
  const values: unknown = line['v'] ?? [];
  if (parent === undefined || !Array.isArray(values)) {
    return parent === undefined ? 'a path that leads nowhere' : 'a push of what is no list';
  }
  const step = path[path.length - 1] ?? '';
  const list = childOf(parent, step) ?? [];
  const keep: unknown = line['i'] ?? (Array.isArray(list) ? list.length : 0);
  if (!Array.isArray(list) || typeof keep !== 'number' || !Number.isSafeInteger(keep)) {
    return 'a push to what is no list';
  }
  if (keep < 0 || keep > list.length) {
    return 'a push behind the end of its list';
  }
  const mark = markAt(tree, path);
  // A list that this line makes is written nowhere as a whole.
  mark.cut = mark.cut === true || childOf(parent, step) === undefined;
  for (let at = keep; at < list.length; at += 1) {
    mark.below.delete(at);
    mark.cut = true;
  }
  list.length = keep;
  for (const [at, value] of values.entries()) {
    mark.below.set(keep + at, { from: originOf(place, ['v', at]), below: new Map() });
    list.push(value);
  }
  (parent as Record<PathStep, unknown>)[step] = list;
  return undefined;
}

function remove(tree: LogTree, path: readonly PathStep[]): Refusal {
  const parent = parentOf(tree.root, path);
  if (parent === undefined) {
    return 'a path that leads nowhere';
  }
  const step = path[path.length - 1] ?? '';
  if (Array.isArray(parent)) {
    // The editor sets it to nothing, which JSON has no other word for.
    return put(tree, path, null, originOf({ file: 0, offset: 0, bytes: 0 }));
  }
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- an own field of a value that came from JSON
  delete parent[String(step)];
  const mark = markAt(tree, path.slice(0, -1));
  mark.below.delete(step);
  mark.cut = true;
  return undefined;
}

/**
 * Does one line of the log. `line` is an object that is not nested too deep; its values are copied. O(length of the
 * line). A line that is refused changes nothing.
 */
export function applyLine(tree: LogTree, line: JsonObject, place: Place): Refusal {
  if (line['kind'] === 0) {
    if (!isObject(line['v'])) {
      return 'a session that is no object';
    }
    tree.root = structuredClone(line['v']);
    tree.mark = { from: originOf(place, ['v']), below: new Map() };
    return undefined;
  }
  const path = pathOf(line);
  if (path === undefined) {
    return 'no path that can be followed';
  }
  if (tree.root === undefined) {
    return 'a change before the session itself';
  }
  switch (line['kind']) {
    case 1:
      return put(tree, path, structuredClone(line['v'] ?? null), originOf(place, ['v']));
    case 2:
      return push(tree, path, { ...line, v: structuredClone(line['v']) }, place);
    case 3:
      return remove(tree, path);
    default:
      return 'a kind that does not exist';
  }
}

/**
 * Where the value at a path stands as it is: one line wrote all of it. Undefined if lines changed parts of it, or nobody
 * wrote it.
 */
export function originAt(tree: LogTree, path: readonly PathStep[]): Origin | undefined {
  let mark: Mark | undefined = tree.mark;
  let from = mark.from;
  let since = 0;
  for (const [at, step] of path.entries()) {
    mark = mark?.below.get(step);
    if (mark?.from !== undefined) {
      from = mark.from;
      since = at + 1;
    }
  }
  const whole = mark === undefined || (mark.below.size === 0 && mark.cut !== true);
  return from !== undefined && whole && from.bytes > 0
    ? { ...from, path: [...from.path, ...path.slice(since)] }
    : undefined;
}
