import * as vscode from 'vscode';
import type { AppliedFile, FilePlan } from '../ports/editHost.ts';
import type { Failure, Result } from '../ports/result.ts';
import type { SaveRule } from '../ports/settings.ts';
import { fail, ok } from '../ports/result.ts';
import { failure } from '../core/failures.ts';
import { joinLines } from '../core/edit/lines.ts';
import { quietTabs } from './quietTabs.ts';
import { documentEdit, editedText, newLineEnd, viewDocument } from './documents.ts';

/** One file of a plan and the document that holds it; none for a file that is to be made. */
export interface EditorFile {
  readonly plan: FilePlan;
  readonly document: vscode.TextDocument | undefined;
  /** Bytes on disk before the edit. */
  readonly size: number;
}

/** How a plan is applied. */
export interface ApplyOptions {
  readonly rule: SaveRule;
  /** Bytes of a file on disk. Asked of the system: the editor's own file service takes tens of milliseconds to answer. */
  readonly sizeOf: (path: string) => Promise<number>;
}

/**
 * Makes the edits as one workspace edit, which is one undo step, compares what came of it, then saves as the rule says.
 * A refused edit, another text than was asked for, and a document that cannot be saved, is a failure; the texts are
 * then put back.
 */
export async function applyInEditor(
  label: string,
  files: readonly EditorFile[],
  { rule, sizeOf }: ApplyOptions,
): Promise<Result<readonly AppliedFile[]>> {
  if (files.length === 0) {
    return ok([]);
  }
  const before = new Map<EditorFile, Before>();
  for (const file of files) {
    before.set(file, await stateBefore(file));
  }
  const versions = files.map((file) => file.document?.version);
  const edited = quietTabs(files.flatMap(({ document }) => document?.uri ?? []));
  const edit = workspaceEdit(label, files);
  if (!(await vscode.workspace.applyEdit(edit))) {
    const moved = files.some((file, index) => file.document?.version !== versions[index]);
    return fail(notTaken(moved));
  }
  const applied: AppliedFile[] = [];
  for (const file of files) {
    const one = await settle(file, before.get(file), { rule, sizeOf });
    if (!one.ok) {
      await putBack(files, before);
      edited();
      return one;
    }
    applied.push(one.value);
  }
  edited();
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
      const lineEnd = newLineEnd(document, plan.splices);
      const edits = plan.splices.map((splice): [vscode.TextEdit, typeof metadata] => {
        const { range, text } = documentEdit(document, splice, lineEnd);
        return [vscode.TextEdit.replace(range, text), metadata];
      });
      if (lineEnd !== undefined) {
        edits.push([vscode.TextEdit.setEndOfLine(lineEnd), metadata]);
      }
      edit.set(uri, edits);
    }
  }
  return edit;
}

/** A file before the edit, to compare with and to put back. */
interface Before {
  readonly unsaved: boolean;
  readonly text: string | undefined;
  readonly version: number;
  /** The text that the edit should lead to; undefined for a file that goes. */
  readonly wanted: string | undefined;
  /** Bytes of a file that goes. */
  readonly bytes: Uint8Array | undefined;
}

async function stateBefore({ plan, document }: EditorFile): Promise<Before> {
  return {
    unsaved: document?.isDirty === true,
    text: document?.getText(),
    version: document?.version ?? 0,
    wanted:
      plan.kind === 'splice' && document !== undefined
        ? editedText(document, plan.splices)
        : undefined,
    bytes:
      plan.kind === 'remove'
        ? await vscode.workspace.fs.readFile(document?.uri ?? vscode.Uri.file(plan.path))
        : undefined,
  };
}

async function settle(
  file: EditorFile,
  before: Before | undefined,
  { rule, sizeOf }: ApplyOptions,
): Promise<Result<AppliedFile>> {
  const { plan } = file;
  if (plan.kind === 'remove') {
    return ok({ path: plan.path, view: undefined, saved: true, warnings: [] });
  }
  const document =
    file.document ?? (await vscode.workspace.openTextDocument(vscode.Uri.file(plan.path)));
  const warnings: string[] = [];
  const written = document.getText();
  if (before?.wanted !== undefined && before.wanted !== written) {
    if (document.version <= before.version + 1) {
      return fail(notAsWanted(plan.path));
    }
    warnings.push('Something else changed the same lines at once; look at the lines shown here.');
  }
  const wasUnsaved = before?.unsaved === true;
  const save = rule === 'always' || (rule === 'whenClean' && !wasUnsaved);
  if (save && !(await isSaved(document))) {
    return fail(notSaved(plan.path));
  }
  const after = document.getText();
  if (after !== written) {
    warnings.push(
      `Saving changed ${changedLines(written, after)} further lines (format on save or the like); the lines shown here are those of now.`,
    );
  }
  if (document.isDirty || (wasUnsaved && save)) {
    warnings.push(unsavedNote(wasUnsaved, save));
  }
  return ok({
    path: plan.path,
    view: viewDocument(document, plan.path, await sizeOf(plan.path)),
    saved: !document.isDirty,
    ...(after === written ? {} : { reshaped: true }),
    warnings,
  });
}

/**
 * Saves. The editor answers "no" too where something changed the document while it was being saved (a slow save
 * participant, for one), so it is asked once more before that counts.
 */
async function isSaved(document: vscode.TextDocument): Promise<boolean> {
  for (let attempt = 1; document.isDirty && attempt <= 2; attempt++) {
    if (await document.save()) {
      return true;
    }
  }
  return !document.isDirty;
}

function unsavedNote(wasUnsaved: boolean, saved: boolean): string {
  if (saved) {
    return 'The file had unsaved changes of the user; they were saved with the edit, as the user has set it.';
  }
  return wasUnsaved
    ? 'The file has unsaved changes of the user, so it was edited in the editor and not saved.'
    : 'The file was edited in the editor and not saved, as the user has set it.';
}

/** Gives every file its text back, on disk too where it was there before. */
async function putBack(
  files: readonly EditorFile[],
  before: ReadonlyMap<EditorFile, Before>,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const file of files) {
    const { text, bytes } = before.get(file) ?? {};
    const uri = file.document?.uri ?? vscode.Uri.file(file.plan.path);
    if (bytes !== undefined) {
      await vscode.workspace.fs.writeFile(uri, bytes);
    } else if (file.document !== undefined && text !== undefined) {
      const { document } = file;
      const end = document.lineAt(document.lineCount - 1).range.end;
      edit.replace(uri, new vscode.Range(new vscode.Position(0, 0), end), text);
    } else if (file.plan.kind === 'create') {
      edit.deleteFile(uri, { ignoreIfNotExists: true });
    }
  }
  await vscode.workspace.applyEdit(edit);
  for (const file of files) {
    if (before.get(file)?.unsaved === false && file.document?.isDirty === true) {
      await file.document.save();
    }
  }
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

function notAsWanted(path: string): Failure {
  return failure(
    'apply-refused',
    `The editor did not make the edit of ${path} as it was asked to.`,
    'Every file is as it was. Read the file and call again, or ask the user how it is open.',
  );
}

function notSaved(path: string): Failure {
  return failure(
    'write-failed',
    `${path} could not be saved.`,
    'The text was put back. Ask the user whether the disk is full or the file is locked.',
  );
}
