import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import type {
  AppliedFile,
  EditHost,
  FilePlan,
  FileStat,
  FileView,
  Plan,
} from '../ports/editHost.ts';
import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { FileQueue } from '../core/edit/fileQueue.ts';
import { changedSince, fileExists, readOnly } from '../core/edit/hostFailures.ts';
import type { TextCodec } from '../core/edit/textCodec.ts';
import { unicodeOnly } from '../core/edit/textCodec.ts';
import { cancelled, failure } from '../core/failures.ts';
import { isLink, readFailure, readWhole, writable } from './diskFile.ts';
import { codeOf } from './errorCode.ts';
import { replaceFiles } from './replaceFiles.ts';
import type { FileChangeOnDisk } from './replaceFiles.ts';
import { encodeLines, splicedBytes, viewBytes } from './fileText.ts';

/**
 * A file changed within this many milliseconds of being read may have changed again without a new time stamp: file
 * systems count in ticks.
 */
const clockTick = 100;

/** A view that was given out, and how the file looked from outside then. */
interface Known {
  readonly view: WeakRef<FileView>;
  /** Undefined where the time stamps could not tell another change. */
  readonly stamp: string | undefined;
}

/** One file of a plan, ready to be written; without a change the file stays as it is. */
interface Prepared {
  readonly path: string;
  readonly view?: FileView;
  readonly change?: FileChangeOnDisk;
  /** The encoding that the change is written in. */
  readonly encoding?: string;
}

/**
 * Edits files by splicing bytes, without an editor. Whatever is outside the spliced lines keeps its very bytes; a file
 * is replaced in one step, so a crash leaves the old or the new one; links, hard links, mode and owner stay.
 */
export class FileEditHost implements EditHost {
  /** Views by path and version, as long as a caller holds them, so that an edit need not read the file again. */
  private readonly known = new Map<string, Known>();
  private readonly queue = new FileQueue();
  /** Calls find their real paths one after another, so that they queue in the order they came. */
  private arrivals: Promise<unknown> = Promise.resolve();
  private readonly codec: TextCodec;

  /** @param codec for files that are neither UTF-8 nor UTF-16; without it they are refused */
  constructor(codec: TextCodec = unicodeOnly) {
    this.codec = codec;
  }

  async stat(path: string): Promise<FileStat | undefined> {
    try {
      const real = await fs.realpath(path);
      const stats = await fs.stat(real);
      const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
      return { path: real, kind, size: stats.size, mode: stats.mode & 0o7777 };
    } catch (error) {
      const nothing = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error));
      // A link to nothing is no free name: a file made there would come to be wherever the link says.
      return nothing && !(await isLink(path))
        ? undefined
        : { path, kind: 'other', size: 0, mode: 0 };
    }
  }

  async names(folder: string): Promise<readonly string[]> {
    return fs.readdir(folder).catch(() => []);
  }

  async read(path: string): Promise<Result<FileView>> {
    const [real = path] = await this.realPaths([path]);
    return this.queue.run([real], () => this.readNow(real));
  }

  async apply(plan: Plan, signal?: AbortSignal): Promise<Result<readonly AppliedFile[]>> {
    const paths = await this.realPaths(plan.files.map((file) => file.path));
    const files = plan.files.map((file, index) => ({ ...file, path: paths[index] ?? file.path }));
    return this.queue.run(paths, () => this.applyNow(files, signal));
  }

  /** Links resolved; a file that is not there keeps its path. */
  private realPaths(paths: readonly string[]): Promise<string[]> {
    const found = this.arrivals.then(() =>
      Promise.all(paths.map((path) => fs.realpath(path).catch(() => path))),
    );
    this.arrivals = found;
    return found;
  }

  private async readNow(path: string): Promise<Result<FileView>> {
    const read = await readWhole(path);
    return read.ok ? this.viewOf(path, read.value.stats, read.value.bytes) : read;
  }

  private async applyNow(
    files: readonly FilePlan[],
    signal: AbortSignal | undefined,
  ): Promise<Result<readonly AppliedFile[]>> {
    const prepared: Prepared[] = [];
    for (const file of files) {
      const one = await this.prepare(file);
      if (!one.ok) {
        return one;
      }
      prepared.push(one.value);
    }
    if (signal?.aborted === true) {
      return fail(cancelled());
    }
    const problem = await replaceFiles(
      prepared.map((one) => one.change).filter((change) => change !== undefined),
    );
    if (problem !== undefined) {
      return fail(problem);
    }
    const applied: AppliedFile[] = [];
    for (const { path, view, change, encoding } of prepared) {
      const after = change === undefined ? ok(view) : await this.after(change, encoding);
      if (!after.ok) {
        return after;
      }
      applied.push({ path, view: after.value, saved: true, warnings: [] });
    }
    return ok(applied);
  }

  private async prepare(file: FilePlan): Promise<Result<Prepared>> {
    const { path } = file;
    if (file.kind === 'create') {
      if ((await this.stat(path)) !== undefined) {
        return fail(fileExists(path));
      }
      const encoding =
        file.encoding === 'default' ? (this.codec.encodingFor(path) ?? 'utf8') : file.encoding;
      const parts = await encodeLines(path, file.lines, encoding, this.codec);
      const mode = file.mode === undefined ? {} : { mode: file.mode };
      return parts.ok
        ? ok({ path, change: { path, before: undefined, after: parts.value, ...mode }, encoding })
        : parts;
    }
    const current = await this.current(path, file.version);
    if (!current.ok) {
      return current;
    }
    const { view, stats } = current.value;
    // A file without any write bit is meant to stay, even where the user could write it all the same.
    if ((stats.mode & 0o222) === 0 || !(await writable(path))) {
      return fail(readOnly(path));
    }
    if (file.kind === 'splice' && file.splices.length === 0) {
      return ok({ path, view });
    }
    const before = { view, stats };
    if (file.kind === 'remove') {
      return ok({ path, change: { path, before, after: undefined } });
    }
    const after = await splicedBytes(view, file.splices, this.codec);
    return after.ok
      ? ok({ path, change: { path, before, after: after.value }, encoding: view.encoding })
      : after;
  }

  /** The view of that version if the file still is what it shows, judged by content. */
  private async current(
    path: string,
    version: string,
  ): Promise<Result<{ view: FileView; stats: Stats }>> {
    const known = this.known.get(keyOf(path, version));
    const view = known?.view.deref();
    try {
      const stats = await fs.stat(path);
      if (view !== undefined && known?.stamp === stampOf(await fs.stat(path, { bigint: true }))) {
        return ok({ view, stats });
      }
      const read = await this.readNow(path);
      if (!read.ok) {
        return read;
      }
      return read.value.version === version
        ? ok({ view: read.value, stats })
        : fail(changedSince(path));
    } catch (error) {
      return fail(readFailure(path, error));
    }
  }

  private async after(
    change: FileChangeOnDisk,
    encoding: string | undefined,
  ): Promise<Result<FileView | undefined>> {
    const { path, after } = change;
    if (after === undefined) {
      return ok(undefined);
    }
    const bytes = Buffer.concat(after);
    const stats = await fs.stat(path, { bigint: true }).catch(() => undefined);
    if (stats === undefined || Number(stats.size) !== bytes.length) {
      return fail(
        failure(
          'write-failed',
          `${path} does not have the size it was written with; another program changed it at once.`,
          'Read the file to see what it holds now.',
        ),
      );
    }
    return this.viewOf(path, stats, bytes, encoding);
  }

  /** @param encoding where it is known; else the codec says which one it is */
  private async viewOf(
    path: string,
    stats: BigIntStats,
    bytes: Uint8Array,
    encoding?: string,
  ): Promise<Result<FileView>> {
    const version = `disk:${createHash('sha1').update(bytes).digest('base64url')}`;
    const facts = { path, version, size: bytes.length, dirty: false, open: false };
    const encodingFor = (): string | undefined => encoding ?? this.codec.encodingFor(path);
    const { decode, encode } = this.codec;
    const view = await viewBytes(facts, bytes, { encodingFor, decode, encode });
    if (view.ok) {
      const settled = Date.now() - Number(stats.ctimeNs / 1_000_000n) > clockTick;
      const stamp = settled ? stampOf(stats) : undefined;
      this.known.set(keyOf(path, version), { view: new WeakRef(view.value), stamp });
      this.forget();
    }
    return view;
  }

  private forget(): void {
    if (this.known.size > 100) {
      for (const [key, { view }] of this.known) {
        if (view.deref() === undefined || this.known.size > 1000) {
          this.known.delete(key);
        }
      }
    }
  }
}

function keyOf(path: string, version: string): string {
  return `${version} ${path}`;
}

function stampOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}
