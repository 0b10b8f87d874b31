import * as vscode from 'vscode';
import type { AppliedFile, FilePlan } from '../ports/editHost.ts';
import type { Failure, Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { joinLines } from '../core/edit/lines.ts';
import { documentEdit, holdsSplices, viewDocument } from './documents.ts';

/** One file of a plan and the document that holds it; none for a file that is to be made. */
export interface EditorFile {
  readonly plan: FilePlan;
  readonly document: vscode.TextDocument | undefined;
  /** Bytes on disk before the edit. */
  readonly size: number;
}

/**
 * Makes the edits as one workspace edit, which is one undo step, then saves the documents that had no unsaved changes
 * before. A refused edit, and a document that cannot be saved, is a failure; the texts are then put back.
 */
export async function applyInEditor(
  label: string,
  files: readonly EditorFile[],
): Promise<Result<readonly AppliedFile[]>> {
  if (files.length === 0) {
    return ok([]);
  }
  const unsaved = new Set(files.filter((file) => file.document?.isDirty === true));
  const before = new Map(files.map((file) => [file, file.document?.getText()]));
  const versions = files.map((file) => file.document?.version);
  const edit = workspaceEdit(label, files);
  if (!(await vscode.workspace.applyEdit(edit))) {
    const moved = files.some((file, index) => file.document?.version !== versions[index]);
    return fail(notTaken(moved));
  }
  const applied: AppliedFile[] = [];
  for (const file of files) {
    const one = await settle(file, unsaved.has(file));
    if (!one.ok) {
      await putBack(files, before);
      return one;
    }
    applied.push(one.value);
  }
  return ok(applied);
}

function workspaceEdit(label: string, files: readonly EditorFile[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  const metadata = { label, needsConfirmation: false };
  for (const { plan, document } of files) {
    const uri = document?.uri ?? vscode.Uri.file(plan.path);
    if (plan.kind === 'create') {
      const contents = new TextEncoder().encode(joinLines(plan.lines));
      edit.createFile(uri, { contents, overwrite: false, ignoreIfExists: false }, metadata);
    } else if (plan.kind === 'remove') {
      edit.deleteFile(uri, { ignoreIfNotExists: false }, metadata);
    } else if (document !== undefined) {
      for (const splice of plan.splices) {
        const { range, text } = documentEdit(document, splice);
        edit.replace(uri, range, text, metadata);
      }
    }
  }
  return edit;
}

async function settle(file: EditorFile, wasUnsaved: boolean): Promise<Result<AppliedFile>> {
  const { plan } = file;
  if (plan.kind === 'remove') {
    return ok({ path: plan.path, view: undefined, saved: true, warnings: [] });
  }
  const document =
    file.document ?? (await vscode.workspace.openTextDocument(vscode.Uri.file(plan.path)));
  const warnings: string[] = [];
  if (plan.kind === 'splice' && !holdsSplices(document, plan.splices)) {
    warnings.push('Something else changed the same lines at once; look at the lines shown here.');
  }
  const written = document.getText();
  if (!wasUnsaved && document.isDirty && !(await document.save())) {
    return fail(notSaved(plan.path));
  }
  const after = document.getText();
  if (after !== written) {
    warnings.push(
      `Saving changed ${changedLines(written, after)} further lines (format on save or the like).`,
    );
  }
  const stat = await vscode.workspace.fs.stat(document.uri);
  if (wasUnsaved) {
    warnings.push(
      'The file has unsaved changes of the user, so it was edited in the editor and not saved.',
    );
  }
  return ok({
    path: plan.path,
    view: viewDocument(document, plan.path, stat.size),
    saved: !document.isDirty,
    warnings,
  });
}

async function putBack(
  files: readonly EditorFile[],
  before: ReadonlyMap<EditorFile, string | undefined>,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const file of files) {
    const text = before.get(file);
    if (file.document !== undefined && text !== undefined) {
      const { document } = file;
      const end = document.lineAt(document.lineCount - 1).range.end;
      edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
    } else if (file.plan.kind === 'create') {
      edit.deleteFile(vscode.Uri.file(file.plan.path), { ignoreIfNotExists: true });
    }
  }
  await vscode.workspace.applyEdit(edit);
}

function changedLines(before: string, after: string): number {
  const [old, now] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  const same = new Set(old);
  return Math.max(
    1,
    now.filter((line) => !same.has(line)).length,
    Math.abs(old.length - now.length),
  );
}

function notTaken(changed: boolean): Failure {
  return changed
    ? failure(
        'changed-since',
        'A file was changed while the edit was being made.',
        'Nothing was written. Read the file and call again.',
      )
    : failure(
        'apply-refused',
        'The editor did not take the edit.',
        'Every file is as it was. Ask the user whether a file is locked, then call again.',
      );
}

function notSaved(path: string): Failure {
  return failure(
    'write-failed',
    `${path} could not be saved.`,
    'The text was put back. Ask the user whether the disk is full or the file is locked.',
  );
}
