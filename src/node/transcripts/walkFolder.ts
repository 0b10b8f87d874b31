import { lstat, readdir } from 'node:fs/promises';
import { isName, matchesName } from '../../core/sources/filesBeside.ts';

/** How much may still be looked at. */
export interface WalkBudget {
  /** Entries of folders. */
  entries: number;
}

/** How to go through folders. */
export interface WalkOptions {
  readonly budget: WalkBudget;
  /** Names that are last come first. */
  readonly reverse?: boolean;
  /** Whether to go on into a folder; `depth` is the index of its part. */
  readonly enter?: (path: string, name: string, depth: number) => Promise<boolean>;
}

async function isKind(path: string, file: boolean): Promise<boolean> {
  try {
    const stats = await lstat(path);
    return file ? stats.isFile() : stats.isDirectory();
  } catch {
    return false;
  }
}

/** Names of a pattern in a folder that are files or folders themselves: links are left alone. */
async function matching(
  folder: string,
  pattern: string,
  file: boolean,
  { budget, reverse }: WalkOptions,
): Promise<string[]> {
  if (isName(pattern)) {
    budget.entries -= 1;
    return (await isKind(`${folder}/${pattern}`, file)) ? [pattern] : [];
  }
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    budget.entries -= entries.length;
    const names = entries
      .filter((entry) => (file ? entry.isFile() : entry.isDirectory()))
      .map(({ name }) => name)
      .filter((name) => matchesName(pattern, name))
      .sort();
    return reverse === true ? names.reverse() : names;
  } catch {
    return [];
  }
}

/**
 * Paths of the regular files whose names from the root on are of the patterns, in the order of the names. Links below
 * the root are not followed; folders that can not be read are passed over. Ends when the budget is used up.
 */
export async function* walkFolder(
  root: string,
  parts: readonly string[],
  options: WalkOptions,
  depth = 0,
): AsyncGenerator<string> {
  const [pattern, ...rest] = parts;
  if (pattern === undefined || options.budget.entries <= 0) {
    return;
  }
  const isFile = rest.length === 0;
  for (const name of await matching(root, pattern, isFile, options)) {
    const path = `${root}/${name}`;
    if (isFile) {
      yield path;
    } else if ((await options.enter?.(path, name, depth)) ?? true) {
      yield* walkFolder(path, rest, options, depth + 1);
    }
  }
}
