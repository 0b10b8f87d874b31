import type { EditHost, FileStat } from '../../ports/editHost.ts';
import type { Paths } from '../../ports/paths.ts';
import type { Result } from '../../ports/result.ts';
import type { Workspace, WorkspaceFolder } from '../../ports/workspace.ts';
import { fail, ok } from '../../ports/result.ts';
import { badArguments, failure } from '../failures.ts';
import { isGuarded } from './guardedFiles.ts';
import type { NameTwin } from './nameTwins.ts';
import { findTwin } from './nameTwins.ts';

/** Characters of the longest path that Linux takes. */
const longestPath = 4096;

/** A path that passed the gate. */
export interface GatedPath {
  /** Absolute, links resolved; for a file that is not there yet, below its nearest existing parent. */
  readonly path: string;
  /** How the path is shown: relative to its workspace folder, with `/`. */
  readonly shown: string;
  /** The workspace folder it is in. */
  readonly folder: string;
  readonly stat: FileStat | undefined;
  /** Only the user may allow changes to it, whatever name it was reached by. */
  readonly guarded: boolean;
  /** Set where nothing has the name that was asked for, and something has one that people take for the same. */
  readonly twin?: NameTwin;
}

/** What the gate asks. */
export interface PathGateParts {
  readonly workspace: Workspace;
  readonly host: Pick<EditHost, 'stat' | 'names'>;
  readonly paths: Paths;
  /** Names of files and folders that are guarded besides the usual ones. */
  readonly guarded?: readonly string[];
}

/** A workspace folder, and where it is once links are resolved. */
interface Root {
  readonly folder: WorkspaceFolder;
  readonly root: string;
}

/**
 * The one way from a path in an argument to a file: every tool and every argument that names a file goes through it.
 * Lets through what is inside a workspace folder once all links are resolved, and nothing else.
 */
export class PathGate {
  private readonly parts: PathGateParts;
  private foundRoots: Promise<readonly Root[]> | undefined;

  /** A gate is for one call: it looks once where the workspace folders really are. */
  constructor(parts: PathGateParts) {
    this.parts = parts;
  }

  /**
   * Fails with `outside-workspace`, `ambiguous-path` or `bad-arguments`. A file that is not there is let through.
   *
   * `exact`: a file whose name differs, be it only in case or accents, is another file.
   */
  async resolve(input: string, over: { exact?: boolean } = {}): Promise<Result<GatedPath>> {
    const written = fromUri(input);
    if (!written.ok) {
      return written;
    }
    if (written.value.length > longestPath) {
      const problem = `The path has ${written.value.length} characters, which is too long.`;
      return fail(badArguments(problem, { file: 'src/app.ts:1-20' }));
    }
    if (written.value === '' || written.value.includes('\0')) {
      return fail(
        failure(
          'bad-arguments',
          'The path is empty or has a NUL in it.',
          'Name a file, e.g. {"file":"src/app.ts:1-20"}.',
        ),
      );
    }
    const inside: GatedPath[] = [];
    let free: GatedPath | undefined;
    const candidates = this.candidates(written.value);
    for (const { path, named } of candidates) {
      const gated = await this.gate(path);
      if (gated !== undefined && !inside.some((other) => other.path === gated.path)) {
        inside.push(gated);
        // A new file goes to the folder that the path names.
        free ??= named && gated.stat === undefined ? gated : undefined;
      }
    }
    if (inside.some((gated) => gated.stat !== undefined)) {
      return this.choose(written.value, inside);
    }
    const twins = over.exact === true ? [] : await this.twins(candidates.map(({ path }) => path));
    const [twin] = twins;
    if (twin !== undefined && twins.length === 1) {
      return ok(twin);
    }
    return free === undefined ? this.choose(written.value, inside) : ok(free);
  }

  /** Whether a file of exactly that name is in the workspace. */
  async isFile(input: string): Promise<boolean> {
    const written = fromUri(input);
    if (!written.ok || written.value.includes('\0') || written.value.length > longestPath) {
      return false;
    }
    for (const { path } of this.candidates(written.value)) {
      const stat = await this.parts.host.stat(path);
      if (stat?.kind === 'file' && (await this.gate(path)) !== undefined) {
        return true;
      }
    }
    return false;
  }

  /** What is there under names that people take for those of the candidates. */
  private async twins(candidates: readonly string[]): Promise<GatedPath[]> {
    const found: GatedPath[] = [];
    for (const path of candidates) {
      // What is outside is not looked at: not even which names there are.
      const inside = await this.gate(path);
      const twin = inside === undefined ? undefined : await findTwin(inside.path, this.parts);
      const gated = twin === undefined ? undefined : await this.gate(twin.path);
      if (twin !== undefined && gated !== undefined) {
        found.push({ ...gated, guarded: gated.guarded || inside?.guarded === true, twin });
      }
    }
    return found;
  }

  /** The places a path can mean; those of a folder that it names come first. */
  private candidates(written: string): readonly { path: string; named: boolean }[] {
    const { paths, workspace } = this.parts;
    // Unix shells on Windows write C:\ as /c/.
    const drive = paths.sep === '\\' ? /^\/([a-z])(\/.*)$/i.exec(written) : null;
    const path = drive === null ? written : `${drive[1] ?? ''}:${drive[2] ?? ''}`;
    if (paths.isAbsolute(path)) {
      return [{ path: paths.resolve(path), named: false }];
    }
    const [head, ...rest] = path.split(/[\\/]/);
    const several = workspace.folders.length > 1;
    const named = workspace.folders
      .filter((folder) => several && folder.name === head && rest.length > 0)
      .map((folder) => ({ path: paths.resolve(folder.path, ...rest), named: true }));
    const plain = workspace.folders.map((folder) => ({
      path: paths.resolve(folder.path, path),
      named: false,
    }));
    return [...named, ...plain];
  }

  private choose(written: string, inside: readonly GatedPath[]): Result<GatedPath> {
    const there = inside.filter((gated) => gated.stat !== undefined);
    const [only] = there.length > 0 ? there : inside;
    if (there.length > 1 || (there.length === 0 && inside.length > 1)) {
      const choices = inside.map((gated) => gated.path);
      return fail(
        failure(
          'ambiguous-path',
          `"${written}" can be any of ${choices.length} files in this workspace.`,
          `Call again with the absolute path, e.g. ${JSON.stringify(choices[0])}.`,
          { choices },
        ),
      );
    }
    if (only === undefined) {
      const folders = this.parts.workspace.folders.map((folder) => folder.path);
      return fail(
        failure(
          'outside-workspace',
          folders.length === 0
            ? 'No folder is open, so there is no file to work on.'
            : `"${written}" is outside the workspace.`,
          folders.length === 0
            ? 'Ask the user to open a folder.'
            : `Name a file below ${folders.join(' or ')}.`,
          { folders },
        ),
      );
    }
    return ok(only);
  }

  private async gate(candidate: string): Promise<GatedPath | undefined> {
    const { host, paths, workspace } = this.parts;
    const stat = await host.stat(candidate);
    const real = stat?.path ?? (await this.realParent(candidate));
    for (const { folder, root } of await this.roots()) {
      const relative = paths.relative(root, real);
      // A name may begin with two dots; only a whole `..` segment leads out.
      if (!paths.isAbsolute(relative) && relative.split(paths.sep)[0] !== '..') {
        const shown = relative.split(paths.sep).join('/');
        const named = workspace.folders.length > 1 ? `${folder.name}/${shown}` : shown;
        const guarded = await this.isGuarded(candidate, real);
        return {
          path: real,
          shown: named === '' ? '.' : named,
          folder: folder.path,
          stat,
          guarded,
        };
      }
    }
    return undefined;
  }

  private roots(): Promise<readonly Root[]> {
    const { host, workspace } = this.parts;
    this.foundRoots ??= Promise.all(
      workspace.folders.map(async (folder) => {
        const stat = await host.stat(folder.path);
        return { folder, root: stat?.path ?? folder.path };
      }),
    );
    return this.foundRoots;
  }

  /** Both names count, the one asked for and the real one: a link may stand for a guarded file, or lead to one. */
  private async isGuarded(...names: readonly string[]): Promise<boolean> {
    const { guarded, paths } = this.parts;
    for (const { folder, root } of await this.roots()) {
      for (const name of names) {
        for (const from of new Set([root, folder.path])) {
          const relative = paths.relative(from, name);
          const isInside = !paths.isAbsolute(relative) && relative.split(paths.sep)[0] !== '..';
          if (isInside && isGuarded(relative, guarded)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Where a file that is not there would really be: its nearest existing parent, links resolved, and the rest. */
  private async realParent(path: string): Promise<string> {
    const { host, paths } = this.parts;
    const missing = [paths.basename(path)];
    for (let parent = paths.dirname(path); ; parent = paths.dirname(parent)) {
      const stat = await host.stat(parent);
      if (stat !== undefined) {
        return paths.join(stat.path, ...missing);
      }
      if (parent === paths.dirname(parent)) {
        return path;
      }
      missing.unshift(paths.basename(parent));
    }
  }
}

/** A `file:` URI as a path, percent signs decoded once; anything else as it is. */
function fromUri(input: string): Result<string> {
  if (!/^file:/i.test(input)) {
    return ok(input);
  }
  try {
    // Neither a query nor a fragment means anything in the path of a file: they belong to its name.
    const url = new URL(input.replaceAll('#', '%23').replaceAll('?', '%3F'));
    if (url.host !== '' && url.host !== 'localhost') {
      throw new Error('A file URI with a host.');
    }
    const path = decodeURIComponent(url.pathname);
    return ok(/^\/[a-z]:/i.test(path) ? path.slice(1) : path);
  } catch {
    return fail(
      failure(
        'bad-arguments',
        `"${input}" is not a file URI that can be read.`,
        'Write it like file:///home/me/project/src/app.ts.',
      ),
    );
  }
}
