import * as l10n from '@vscode/l10n';
import type { ChildRow } from '../../../src/ports/transcriptRows.ts';
import type { SessionPath } from '../../../src/ports/transcripts.ts';
import type { TokenSum } from './sessionSums.ts';

/** What was read of one session of a transcript. */
export interface KnownSession {
  readonly children: readonly ChildRow[];
  readonly calls: number;
  /** Inputs of all its calls; undefined while they are not read. */
  readonly input: TokenSum | undefined;
}

/** A line of the tree: the main conversation, or a subagent's. */
export interface TreeRow {
  /** Its path as text. */
  readonly key: string;
  readonly path: SessionPath;
  /** From 1. */
  readonly level: number;
  /** Place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly siblings: number;
  /** Empty for the main conversation, and where the transcript has none. */
  readonly title: string;
  /** What kind of agent it is, as its program calls it. */
  readonly label: string;
  readonly calls: number;
  /** Undefined while it is not known. */
  readonly input: TokenSum | undefined;
  /** Whether the subagents that it started are shown; undefined if it has none, or that is not known yet. */
  readonly open: boolean | undefined;
}

/** A path as the key of what is known of a session. */
export function pathKey(path: SessionPath): string {
  return path.join('.');
}

/** The tree of a transcript's sessions, from the main one down, as far as it is known; `opened` has keys of lines. */
export function treeRows(
  known: ReadonlyMap<string, KnownSession>,
  opened: ReadonlySet<string>,
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (row: Omit<TreeRow, 'key' | 'input' | 'open'>): void => {
    const key = pathKey(row.path);
    const session = known.get(key);
    const children = session?.children ?? [];
    const open = children.length === 0 ? undefined : opened.has(key);
    rows.push({ ...row, key, input: session?.input, open });
    if (open === true) {
      const [level, siblings] = [row.level + 1, children.length];
      for (const [step, { session: path, title, label, calls }] of children.entries()) {
        add({ path, title, label, calls, level, siblings, place: step + 1 });
      }
    }
  };
  const main = known.get('');
  if (main !== undefined) {
    const { calls } = main;
    add({ path: [], title: '', label: '', calls, level: 1, siblings: 1, place: 1 });
  }
  return rows;
}

/** What a key does in the tree: goes to a line, or opens or folds the one it is at. */
export type TreeMove =
  { readonly go: number } | { readonly fold: string; readonly open: boolean } | undefined;

/** What a key does at a line; undefined if nothing. */
export function treeMove(rows: readonly TreeRow[], at: number, key: string): TreeMove {
  const row = rows[at];
  const last = rows.length - 1;
  if (row === undefined) {
    return undefined;
  }
  switch (key) {
    case 'ArrowDown':
      return { go: Math.min(last, at + 1) };
    case 'ArrowUp':
      return { go: Math.max(0, at - 1) };
    case 'Home':
      return { go: 0 };
    case 'End':
      return { go: last };
    case 'ArrowRight':
      return row.open === undefined
        ? undefined
        : row.open
          ? { go: at + 1 }
          : { fold: row.key, open: true };
    case 'ArrowLeft':
      return row.open === true
        ? { fold: row.key, open: false }
        : {
            go: Math.max(
              0,
              rows.findLastIndex(({ level }, index) => index < at && level < row.level),
            ),
          };
    default:
      return undefined;
  }
}

/** What a line of the tree is called. */
export function treeTitle({
  path,
  title,
  label,
}: Pick<TreeRow, 'path' | 'title' | 'label'>): string {
  return path.length === 0 ? l10n.t('Main conversation') : title || label || l10n.t('Subagent');
}
