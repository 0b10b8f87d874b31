import type { FileView } from '../../ports/editHost.ts';
import { putRecent } from '../recent.ts';
import { lineHash } from './lineHash.ts';

/** Largest file of which the text is remembered, in bytes; of larger ones the version is. */
const largest = 1_000_000;

/** Files remembered for each session, and sessions; the one unused for longest is forgotten. */
const capacity = 500;

/** A state that is a version begins with this. */
const byVersion = 'version ';

/**
 * Remembers what each session last saw of each file, so that a whole text made from an old one is noticed. Judges by
 * the text where the file is not large, so that a file that was closed or touched counts as the same.
 */
export class SeenFiles {
  private readonly sessions = new Map<string, Map<string, string>>();

  /**
   * The session has been shown a file in that state. Who had seen another state and is shown a part has not seen what
   * else changed.
   */
  saw(session: string, path: string, state: string, isWhole: boolean): void {
    const files = this.sessions.get(session) ?? new Map<string, string>();
    putRecent(this.sessions, session, files, capacity);
    if (isWhole || !files.has(path)) {
      putRecent(files, path, state, capacity);
    }
  }

  /** The session has edited a file; if it knew the text before, it knows the one after. */
  edited(session: string, before: FileView | undefined, after: FileView): void {
    const isKnown = before === undefined || !this.isStale(session, before);
    this.saw(session, after.path, stateOf(after), isKnown);
  }

  /** Whether the file has another text than the session saw last; false where it has not seen it. */
  isStale(session: string, view: FileView): boolean {
    const seen = this.sessions.get(session)?.get(view.path);
    const now = stateOf(view);
    return seen !== undefined && seen !== now && kindOf(seen) === kindOf(now);
  }
}

const states = new WeakMap<FileView, string>();

/** Tells texts of a file apart; line ends do not count. Costs about 0.4 ms per 1000 lines, once for each view. */
export function stateOf(view: FileView): string {
  const state = states.get(view) ?? textState(view);
  states.set(view, state);
  return state;
}

function textState(view: FileView): string {
  if (view.size > largest) {
    return `${byVersion}${view.version}`;
  }
  let [sum, mix] = [0, 0];
  for (const { text } of view.lines(1, view.lineCount)) {
    const hash = lineHash(text) % 2 ** 32;
    sum = (Math.imul(sum, 31) + hash) | 0;
    mix = Math.imul(mix ^ hash, 16777619);
  }
  return `${view.lineCount}:${sum}:${mix}`;
}

/** The part of a state that says what its version is of: an open document's cannot be compared with a file's. */
function kindOf(state: string): string {
  return state.startsWith(byVersion) ? (state.slice(byVersion.length).split(':')[0] ?? '') : '';
}
