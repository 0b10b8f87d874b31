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
import { ByteView } from '../core/edit/byteView.ts';
import { bytesEncoding, bytesVersion } from '../core/edit/bytesEncoding.ts';
import { FileQueue } from '../core/edit/fileQueue.ts';
import { changedSince, fileExists, readOnly } from '../core/edit/hostFailures.ts';
import type { TextCodec } from '../core/edit/textCodec.ts';
import { unicodeOnly } from '../core/edit/textCodec.ts';
import { cancelled, failure } from '../core/failures.ts';
import { isLink, readFailure, readWhole, writable } from './diskFile.ts';
import { codeOf } from './errorCode.ts';
import { replaceFiles } from './replaceFiles.ts';
import type { FileChangeOnDisk } from './replaceFiles.ts';
import { encodeLines, encodingOf, originalBytes, splicedBytes, viewBytes } from './fileText.ts';
import { RecentViews, stampOf } from './recentViews.ts';

/** One file of a plan, ready to be written; without a change the file stays as it is. */
interface Prepared {
  readonly path: string;
  readonly view?: FileView;
  readonly change?: FileChangeOnDisk;
  /** The encoding that the change is written in. */
  readonly encoding?: string;
  /** The view after the change, where it follows from the one before; made once. */
  readonly next?: () => FileView;
}

/**
 * Edits files by splicing bytes, without an editor. Whatever is outside the spliced lines keeps its very bytes; a file
 * is replaced in one step, so a crash leaves the old or the new one; links, hard links, mode and owner stay.
 */
export class FileEditHost implements EditHost {
  private readonly recent = new RecentViews();
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
      const [real, stats] = await Promise.all([fs.realpath(path), fs.stat(path)]);
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

  async read(path: string, as?: 'bytes'): Promise<Result<FileView>> {
    const [real = path] = await this.realPaths([path]);
    return this.queue.run([real], () => this.readNow(real, as));
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

  private async readNow(path: string, as?: 'bytes'): Promise<Result<FileView>> {
    const last = this.recent.get(path)?.view;
    const isEncodedSo =
      last !== undefined && (as === undefined ? this.isEncodedAs(last) : last.encoding === as);
    const read = await readWhole(path, isEncodedSo ? originalBytes(last) : undefined);
    if (!read.ok) {
      return read;
    }
    const { bytes, stats } = read.value;
    if (bytes !== undefined) {
      return this.viewOf(path, stats, bytes, as);
    }
    const view = last as FileView;
    this.recent.put(view, stats);
    return ok(view);
  }

  /** Whether the file would be read in the encoding of the view, now that settings may have changed. */
  private isEncodedAs(view: FileView): boolean {
    return encodingOf(originalBytes(view), this.codec.encodingFor(view.path)) === view.encoding;
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
    for (const one of prepared) {
      const { path, view, change } = one;
      const after = change === undefined ? ok(view) : await this.after(change, one);
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
    if (!after.ok) {
      return after;
    }
    const { encoding } = view;
    if (!(view instanceof ByteView)) {
      return ok({ path, change: { path, before, after: after.value }, encoding });
    }
    const next = once(() => {
      const bytes = Buffer.concat(after.value);
      return view.after(file.splices, versionOf(bytes), bytes);
    });
    const change = { path, before, after: after.value, meanwhile: next };
    return ok({ path, change, encoding, next });
  }

  /** The view of that version if the file still is what it shows, judged by content. */
  private async current(
    path: string,
    version: string,
  ): Promise<Result<{ view: FileView; stats: Stats }>> {
    const known = this.recent.get(path);
    try {
      const stats = await fs.stat(path);
      if (
        known?.view.version === version &&
        known.stamp === stampOf(await fs.stat(path, { bigint: true }))
      ) {
        return ok({ view: known.view, stats });
      }
      const as = version.startsWith(bytesVersion) ? bytesEncoding : undefined;
      const read = await this.readNow(path, as);
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
    { path, after }: FileChangeOnDisk,
    { encoding, next }: Prepared,
  ): Promise<Result<FileView | undefined>> {
    if (after === undefined) {
      return ok(undefined);
    }
    const size = after.reduce((sum, part) => sum + part.length, 0);
    const stats = await fs.stat(path, { bigint: true }).catch(() => undefined);
    if (stats === undefined || Number(stats.size) !== size) {
      return fail(
        failure(
          'write-failed',
          `${path} does not have the size it was written with; another program changed it at once.`,
          'Read the file to see what it holds now.',
        ),
      );
    }
    if (next === undefined) {
      return this.viewOf(path, stats, Buffer.concat(after), encoding);
    }
    const view = next();
    this.recent.put(view, stats);
    return ok(view);
  }

  /** @param encoding where it is known; else the codec says which one it is */
  private async viewOf(
    path: string,
    stats: BigIntStats,
    bytes: Uint8Array,
    encoding?: string,
  ): Promise<Result<FileView>> {
    const facts = {
      path,
      version: encoding === bytesEncoding ? bytesVersion + hashOf(bytes) : versionOf(bytes),
      size: bytes.length,
      dirty: false,
      open: false,
    };
    const encodingFor = (): string | undefined => encoding ?? this.codec.encodingFor(path);
    const { decode, encode } = this.codec;
    const view = await viewBytes(facts, bytes, { encodingFor, decode, encode });
    if (view.ok) {
      this.recent.put(view.value, stats);
    }
    return view;
  }
}

function versionOf(bytes: Uint8Array): string {
  return `disk:${hashOf(bytes)}`;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('base64url');
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
