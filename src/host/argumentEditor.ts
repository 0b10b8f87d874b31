import * as vscode from 'vscode';
import type { ChipArguments } from '../core/chips/chipText.ts';
import type { Question } from './question.ts';

/**
 * Lets the user edit a call's arguments as JSON in an editor of its own. Answers the fields to change, with null for
 * those that were taken out; undefined if the user gave up.
 *
 * @throws {Error} when what was written is no JSON object
 */
export async function editArguments(
  args: ChipArguments,
  question: Question,
): Promise<ChipArguments | undefined> {
  const content = `${JSON.stringify(args, null, 2)}\n`;
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document, { preview: false });
  const go = await question.ask('Make the call again with these arguments? Edit them first.');
  const text = document.getText();
  await closeUnsaved(document);
  return go ? changes(args, text) : undefined;
}

/** What to change in the arguments so that they become the text. */
function changes(args: ChipArguments, text: string): ChipArguments {
  let edited: unknown;
  try {
    edited = JSON.parse(text);
  } catch {
    edited = undefined;
  }
  if (typeof edited !== 'object' || edited === null || Array.isArray(edited)) {
    throw new Error('The arguments are not a JSON object, so the call was not made.');
  }
  const removed = Object.keys(args).filter((key) => !(key in edited));
  return { ...Object.fromEntries(removed.map((key) => [key, null])), ...edited };
}

/** Closes an untitled document without asking whether to save it. */
async function closeUnsaved(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
