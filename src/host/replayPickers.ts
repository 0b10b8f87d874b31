import * as vscode from 'vscode';
import type { ChipRow } from '../ports/store.ts';
import type { ChipArguments, ChipForm } from '../core/chips/chipText.ts';
import { chipContent } from '../core/chips/chipText.ts';

/** Where a chip's text is to go: after a line of a file; 0 = top. */
export interface ReplayTarget {
  readonly file: string;
  readonly line: number;
}

interface FilePick extends vscode.QuickPickItem {
  readonly file: string | undefined;
}

/**
 * Asks for the file and the line; undefined if the user gave up. `origin` is the line after which the text stood when
 * it was deleted; it is offered for the chip's own file.
 */
export async function pickTarget(
  chip: ChipRow,
  origin: number | undefined,
): Promise<ReplayTarget | undefined> {
  const active = vscode.window.activeTextEditor;
  const cursor = active?.document.uri.scheme === 'file' ? active : undefined;
  const file = await pickFile(chip, cursor?.document.uri.fsPath);
  if (file === undefined) {
    return undefined;
  }
  const lines = await lineTotal(file);
  const atCursor = cursor?.document.uri.fsPath === file ? cursor.selection.active.line + 1 : lines;
  const start = file === chip.file && origin !== undefined ? origin : atCursor;
  const answer = await vscode.window.showInputBox({
    title: `Replay chip ${chip.id}`,
    prompt: `After which line of ${vscode.workspace.asRelativePath(file)}? 0 = at the top, ${lines} = at the end.`,
    value: String(Math.min(start, lines)),
    validateInput: (value) =>
      /^\d+$/.test(value) && Number(value) <= lines
        ? undefined
        : `A line number from 0 to ${lines}.`,
  });
  return answer === undefined ? undefined : { file, line: Number(answer) };
}

/** Asks for the form where there is a choice; undefined if the user gave up. */
export async function pickForm(args: ChipArguments): Promise<ChipForm | undefined> {
  const picks: (vscode.QuickPickItem & { form: ChipForm })[] = [
    {
      label: 'Arguments with a comment',
      detail: 'A line that says what the chip is, then the arguments as JSON',
      form: 'annotated',
    },
    { label: 'Arguments', detail: 'The arguments of the call as JSON', form: 'arguments' },
  ];
  if (chipContent(args) !== undefined) {
    if (Object.keys(args).length === 1) {
      return 'content';
    }
    picks.unshift({ label: 'Text', detail: 'The text of the chip itself', form: 'content' });
  }
  const pick = await vscode.window.showQuickPick(picks, { title: 'Put back what?' });
  return pick?.form;
}

async function pickFile(chip: ChipRow, active: string | undefined): Promise<string | undefined> {
  const picks: FilePick[] = [];
  const add = (file: string | undefined, detail: string): void => {
    if (file !== undefined && !picks.some((pick) => pick.file === file)) {
      picks.push({ label: `$(file) ${vscode.workspace.asRelativePath(file)}`, detail, file });
    }
  };
  add(chip.file, 'The file the chip is from');
  add(active, 'The file in the active editor');
  picks.push({ label: '$(folder-opened) Another file…', file: undefined });
  const pick = await vscode.window.showQuickPick(picks, {
    title: `Replay chip ${chip.id} into which file?`,
  });
  if (pick === undefined || pick.file !== undefined) {
    return pick?.file;
  }
  const [uri] =
    (await vscode.window.showOpenDialog({ canSelectMany: false, openLabel: 'Replay Here' })) ?? [];
  return uri?.fsPath;
}

/** Lines of a file as the tools count them; 0 for one that is not there. */
async function lineTotal(file: string): Promise<number> {
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    const last = document.lineAt(document.lineCount - 1);
    return last.text === '' ? document.lineCount - 1 : document.lineCount;
  } catch {
    return 0;
  }
}
