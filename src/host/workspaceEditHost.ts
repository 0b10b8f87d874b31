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
import { fail, ok } from '../ports/result.ts';
import { cancelled, failure } from '../core/failures.ts';
import { FileQueue } from '../core/edit/fileQueue.ts';
import { changedSince, fileExists, readOnly } from '../core/edit/hostFailures.ts';
import { hasMixedEols } from '../core/edit/lines.ts';
import {
  documentVersion,
  openDocument,
  reloaded,
  sameLines,
  versionOf,
  viewDocument,
} from './documents.ts';
import type { EditorFile } from './editorEdit.ts';
import { applyInEditor } from './editorEdit.ts';

/** What the host needs besides the editor. */
export interface WorkspaceEditHostParts {
  /** Edits files as bytes where the editor would change more than was asked for, or take seconds. */
  readonly bytes: EditHost;
  /** Closed files above this many bytes go to `bytes`. */
  readonly editorFileBytes: () => number;
}

/** How one file of a plan is to be changed. */
type Route = { readonly by: 'editor'; readonly file: EditorFile } | { readonly by: 'bytes' };

/**
 * Edits through the editor's own workspace edits: one undo step for each plan, open and unsaved documents respected,
 * closed files saved without a tab. Files that the editor cannot hold unchanged are changed as bytes.
 */
export class WorkspaceEditHost implements EditHost {
  private readonly parts: WorkspaceEditHostParts;
  private readonly queue = new FileQueue();

  constructor(parts: WorkspaceEditHostParts) {
    this.parts = parts;
  }

  stat(path: string): Promise<FileStat | undefined> {
    return this.parts.bytes.stat(path);
  }

  async read(path: string): Promise<Result<FileView>> {
    if (isNotebook(path)) {
      return fail(notebook(path));
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
    const asBytes = plan.files.filter((_, index) => routes[index]?.by === 'bytes');
    const written = await this.parts.bytes.apply({ label: plan.label, files: asBytes });
    if (!written.ok) {
      return written;
    }
    const inEditor = routes.flatMap((route) => (route.by === 'editor' ? [route.file] : []));
    const edited = await applyInEditor(plan.label, inEditor);
    if (!edited.ok) {
      return asBytes.length === 0 ? edited : fail(partlyDone(edited.failure, asBytes));
    }
    const [fromBytes, fromEditor] = [[...written.value], [...edited.value]];
    return ok(
      routes.flatMap((route) => {
        const applied = route.by === 'bytes' ? fromBytes.shift() : fromEditor.shift();
        return applied === undefined ? [] : [applied];
      }),
    );
  }

  private async route(file: FilePlan): Promise<Result<Route>> {
    const { path } = file;
    if (isNotebook(path)) {
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
        ? ok({ by: 'editor', file: { plan: file, document, size: stat?.size ?? 0 } })
        : fail(changedSince(path));
    }
    const disk = await this.parts.bytes.read(path);
    if (!disk.ok) {
      return disk;
    }
    if (disk.value.version !== file.version || document?.isDirty === true) {
      return fail(changedSince(path));
    }
    if (!this.fitsEditor(disk.value)) {
      return ok({ by: 'bytes' });
    }
    const opened = document ?? (await vscode.workspace.openTextDocument(vscode.Uri.file(path)));
    return sameLines(opened, disk.value)
      ? ok({ by: 'editor', file: { plan: file, document: opened, size: disk.value.size } })
      : ok({ by: 'bytes' });
  }

  private async routeCreate(file: Extract<FilePlan, { kind: 'create' }>): Promise<Result<Route>> {
    if ((await this.stat(file.path)) !== undefined) {
      return fail(fileExists(file.path));
    }
    // The editor makes files in UTF-8 with the usual permissions; anything else is written as bytes.
    return file.mode === undefined && file.encoding === 'utf8'
      ? ok({ by: 'editor', file: { plan: file, document: undefined, size: 0 } })
      : ok({ by: 'bytes' });
  }

  /** A file in an encoding that only the editor knows; accepted if encoding its text gives the very bytes on disk. */
  private async readDecoded(path: string, unknown: Failure): Promise<Result<FileView>> {
    const uri = vscode.Uri.file(path);
    const document = (await this.document(path)) ?? (await vscode.workspace.openTextDocument(uri));
    const text = document.getText();
    if (text.includes('\uFFFD')) {
      return fail(unknown);
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    const encoded = await vscode.workspace.encode(text, { encoding: document.encoding });
    const same =
      bytes.length === encoded.length && bytes.every((byte, index) => byte === encoded[index]);
    return same ? ok(viewDocument(document, path, bytes.length)) : fail(unknown);
  }

  private fitsEditor(view: FileView): boolean {
    return (
      view.size <= this.parts.editorFileBytes() && !hasMixedEols(view.eol) && view.eol.cr === 0
    );
  }

  private document(path: string): Promise<vscode.TextDocument | undefined> {
    return openDocument(path, async (other) => (await this.stat(other))?.path);
  }
}

function isNotebook(path: string): boolean {
  return vscode.workspace.notebookDocuments.some((notebook) => notebook.uri.fsPath === path);
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
