import * as vscode from 'vscode';
import type {
  AppliedFile,
  EditHost,
  FilePlan,
  FileStat,
  FileView,
  Plan,
} from '../ports/editHost.ts';
import type { Failure, Result } from '../ports/result.ts';
import type { SaveRule } from '../ports/settings.ts';
import { fail, ok } from '../ports/result.ts';
import { cancelled, failure } from '../core/failures.ts';
import { bytesVersion } from '../core/edit/bytesEncoding.ts';
import { FileQueue } from '../core/edit/fileQueue.ts';
import { changedSince, fileExists, readOnly, unknownEncoding } from '../core/edit/hostFailures.ts';
import { inversePlan } from '../core/edit/inversePlan.ts';
import { countEols, hasMixedEols, majorityEol, splitLines } from '../core/edit/lines.ts';
import {
  documentVersion,
  holdsLines,
  lineEndOf,
  newLineEnd,
  openDocument,
  RealPaths,
  reloaded,
  sameLines,
  versionOf,
  viewDocument,
} from './documents.ts';
import { decodeAs, editorCodec, isEncodedAs, unwritableIn } from './editorCodec.ts';
import type { EditorFile } from './editorEdit.ts';
import { applyInEditor } from './editorEdit.ts';

/** What the host needs besides the editor. */
export interface WorkspaceEditHostParts {
  /** Edits files as bytes where the editor would change more than was asked for, or take seconds. */
  readonly bytes: EditHost;
  /** Closed files above this many bytes go to `bytes`. */
  readonly editorFileBytes: () => number;
  readonly saveRule: () => SaveRule;
}

/** How one file of a plan is to be changed. */
type Route =
  | { readonly by: 'editor'; readonly file: EditorFile }
  | {
      readonly by: 'bytes';
      readonly before?: FileView;
      /** Permission bits before. */
      readonly mode?: number | undefined;
      /** The plan for the file on disk, where the one given is for an open document. */
      readonly plan?: FilePlan;
    };

/**
 * Edits through the editor's own workspace edits: one undo step for each plan, open and unsaved documents respected,
 * closed files saved without a tab. Files that the editor cannot hold unchanged are changed as bytes.
 */
export class WorkspaceEditHost implements EditHost {
  private readonly parts: WorkspaceEditHostParts;
  private readonly queue = new FileQueue();
  private readonly realPaths = new RealPaths(async (path) => (await this.stat(path))?.path);

  constructor(parts: WorkspaceEditHostParts) {
    this.parts = parts;
  }

  stat(path: string): Promise<FileStat | undefined> {
    return this.parts.bytes.stat(path);
  }

  names(folder: string): Promise<readonly string[]> {
    return this.parts.bytes.names(folder);
  }

  async read(path: string, as?: 'bytes'): Promise<Result<FileView>> {
    if (await this.isNotebook(path)) {
      return fail(notebook(path));
    }
    if (as === 'bytes') {
      return this.parts.bytes.read(path, as);
    }
    const document = await this.document(path);
    if (document?.isDirty === true) {
      const stat = await this.stat(path);
      return ok(viewDocument(document, path, stat?.size ?? 0));
    }
    const disk = await this.parts.bytes.read(path);
    if (!disk.ok) {
      return disk.failure.code === 'unknown-encoding' ? this.readDecoded(path, disk.failure) : disk;
    }
    if (document !== undefined && !isEncodedAs(document, disk.value.encoding)) {
      return this.readDecoded(path, unknownEncoding(path, document.encoding));
    }
    if (document === undefined || !this.fitsEditor(disk.value)) {
      return disk;
    }
    // A clean document is what the disk holds, sooner or later; until then the disk is right.
    const current = await reloaded(document, () => sameLines(document, disk.value));
    return current ? ok(viewDocument(document, path, disk.value.size)) : disk;
  }

  apply(plan: Plan, signal?: AbortSignal): Promise<Result<readonly AppliedFile[]>> {
    const paths = plan.files.map((file) => file.path);
    return this.queue.run(paths, () => this.applyNow(plan, signal));
  }

  private async applyNow(
    plan: Plan,
    signal: AbortSignal | undefined,
  ): Promise<Result<readonly AppliedFile[]>> {
    const routes: Route[] = [];
    for (const file of plan.files) {
      const route = await this.route(file);
      if (!route.ok) {
        return route;
      }
      routes.push(route.value);
    }
    if (signal?.aborted === true) {
      return fail(cancelled());
    }
    const asBytes = plan.files.flatMap((file, index) => {
      const route = routes[index];
      return route?.by === 'bytes' ? [route.plan ?? file] : [];
    });
    const written = await this.parts.bytes.apply({ label: plan.label, files: asBytes });
    if (!written.ok) {
      return written;
    }
    const inEditor = routes.flatMap((route) => (route.by === 'editor' ? [route.file] : []));
    const edited = await applyInEditor(plan.label, inEditor, {
      rule: this.parts.saveRule(),
      sizeOf: async (path) => (await this.stat(path))?.size ?? 0,
    });
    if (!edited.ok) {
      return this.takeBack(edited.failure, written.value, { plan, routes });
    }
    const [fromBytes, fromEditor] = [[...written.value], [...edited.value]];
    return ok(
      routes.flatMap((route) => {
        const applied = route.by === 'bytes' ? fromBytes.shift() : fromEditor.shift();
        return applied === undefined ? [] : [applied];
      }),
    );
  }

  /** Takes back what was written as bytes, since the editor did not do its part: all of a plan is done, or nothing. */
  private async takeBack(
    why: Failure,
    written: readonly AppliedFile[],
    { plan, routes }: { readonly plan: Plan; readonly routes: readonly Route[] },
  ): Promise<Result<never>> {
    const files = plan.files.flatMap((file, index) => {
      const route = routes[index];
      const after = written.find((one) => one.path === file.path)?.view;
      const inverse =
        route?.by === 'bytes'
          ? inversePlan({ plan: file, before: route.before, after, mode: route.mode })
          : undefined;
      return inverse === undefined ? [] : [inverse];
    });
    const back = await this.parts.bytes.apply({ label: plan.label, files });
    return fail(back.ok ? why : partlyDone(why, files));
  }

  private async route(file: FilePlan): Promise<Result<Route>> {
    const { path } = file;
    if (await this.isNotebook(path)) {
      return fail(notebook(path));
    }
    if (file.kind === 'create') {
      return this.routeCreate(file);
    }
    const document = await this.document(path);
    const stat = await this.stat(path);
    if (stat !== undefined && (stat.mode & 0o222) === 0) {
      return fail(readOnly(path));
    }
    if (file.version.startsWith(documentVersion)) {
      return document !== undefined && versionOf(document) === file.version
        ? this.routeOpen(file, document, stat?.size ?? 0)
        : fail(changedSince(path));
    }
    const isBytes = file.version.startsWith(bytesVersion);
    const disk = await this.parts.bytes.read(path, isBytes ? 'bytes' : undefined);
    if (!disk.ok) {
      return disk;
    }
    if (disk.value.version !== file.version || document?.isDirty === true) {
      return fail(changedSince(path));
    }
    if (
      isBytes ||
      !this.fitsEditor(disk.value) ||
      bringsOtherEnds(file, majorityEol(disk.value.eol))
    ) {
      return ok({ by: 'bytes', before: disk.value, mode: stat?.mode });
    }
    const opened = document ?? (await vscode.workspace.openTextDocument(vscode.Uri.file(path)));
    const fits = sameLines(opened, disk.value) && isEncodedAs(opened, disk.value.encoding);
    return fits
      ? inEditor(file, opened, disk.value.size)
      : ok({ by: 'bytes', before: disk.value, mode: stat?.mode });
  }

  /** An open document has one kind of line end; a plan that brings others to a saved one is made on disk. */
  private async routeOpen(
    file: Exclude<FilePlan, { kind: 'create' }>,
    document: vscode.TextDocument,
    size: number,
  ): Promise<Result<Route>> {
    const others =
      file.kind === 'splice' &&
      newLineEnd(document, file.splices) === undefined &&
      bringsOtherEnds(file, lineEndOf(document));
    const disk = others && !document.isDirty ? await this.parts.bytes.read(file.path) : undefined;
    return disk?.ok === true && sameLines(document, disk.value)
      ? ok({ by: 'bytes', before: disk.value, plan: { ...file, version: disk.value.version } })
      : inEditor(file, document, size);
  }

  private async routeCreate(file: Extract<FilePlan, { kind: 'create' }>): Promise<Result<Route>> {
    if ((await this.stat(file.path)) !== undefined) {
      return fail(fileExists(file.path));
    }
    // The editor makes files in UTF-8 with the usual permissions; anything else is written as bytes.
    const usual = editorCodec.encodingFor(file.path) ?? 'utf8';
    const encoding = file.encoding === 'default' ? usual : file.encoding;
    return file.mode === undefined && encoding === 'utf8' && usual === 'utf8'
      ? ok({ by: 'editor', file: { plan: file, document: undefined, size: 0 } })
      : ok({ by: 'bytes' });
  }

  /** A file in an encoding that only the editor knows; accepted if encoding its text gives the very bytes on disk. */
  private async readDecoded(path: string, unknown: Failure): Promise<Result<FileView>> {
    const uri = vscode.Uri.file(path);
    const document = (await this.document(path)) ?? (await vscode.workspace.openTextDocument(uri));
    const bytes = await vscode.workspace.fs.readFile(uri);
    const text = await decodeAs(document, bytes);
    if (text === undefined) {
      return fail(unknown);
    }
    const lines = splitLines(text);
    const known = !hasMixedEols(countEols(lines));
    const current = known && (await reloaded(document, () => holdsLines(document, lines)));
    return current ? ok(viewDocument(document, path, bytes.length)) : fail(unknown);
  }

  private fitsEditor(view: FileView): boolean {
    return (
      view.size <= this.parts.editorFileBytes() &&
      !hasMixedEols(view.eol) &&
      view.eol.cr === 0 &&
      // Saving would add a byte order mark.
      !view.encoding.endsWith('nobom')
    );
  }

  private async isNotebook(path: string): Promise<boolean> {
    for (const { uri } of vscode.workspace.notebookDocuments) {
      const real = uri.scheme === 'file' ? (await this.stat(uri.fsPath))?.path : undefined;
      if (real === path || uri.fsPath === path) {
        return true;
      }
    }
    return false;
  }

  private document(path: string): Promise<vscode.TextDocument | undefined> {
    return openDocument(path, this.realPaths);
  }
}

async function inEditor(
  plan: FilePlan,
  document: vscode.TextDocument,
  size: number,
): Promise<Result<Route>> {
  const unwritable = await unwritableIn(document, plan);
  return unwritable === undefined
    ? ok({ by: 'editor', file: { plan, document, size } })
    : fail(unwritable);
}

/**
 * Whether the plan has line ends that a document with the file's own could not hold, as it has only one kind. A file
 * without line ends takes any kind, and only one.
 */
function bringsOtherEnds(file: FilePlan, own: string | undefined): boolean {
  if (file.kind !== 'splice') {
    return false;
  }
  const ends = new Set(file.splices.flatMap(({ lines }) => lines.map(({ eol }) => eol)));
  ends.delete('');
  return own === undefined ? ends.size > 1 : [...ends].some((eol) => eol !== own);
}

function notebook(path: string): Failure {
  return failure(
    'apply-refused',
    `${path} is open as a notebook, whose text can not be edited by lines.`,
    'Use the editor’s own notebook tools, or ask the user to close the notebook.',
  );
}

function partlyDone(why: Failure, written: readonly FilePlan[]): Failure {
  const done = written.map((file) => file.path);
  return failure(
    why.code,
    `${why.message} Written before that: ${done.join(', ')}.`,
    'Read the files named to see what they hold now.',
    { done },
  );
}
