import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ChipRow, Store } from '../ports/store.ts';
import { kindName, shortExcerpt } from '../core/chips/describeChip.ts';
import { ageText, sizeText } from '../protocol/units.ts';

/** Characters of a chip's excerpt shown before its facts. */
const labelLength = 44;

interface ChipPick extends vscode.QuickPickItem {
  readonly chip: ChipRow;
}

/** Lets the user choose a chip, newest first; undefined if they did not, or there is none. */
export async function pickChip(
  store: Pick<Store, 'chips'>,
  title: string,
): Promise<ChipRow | undefined> {
  const chips = await store.chips({});
  if (chips.length === 0) {
    void vscode.window.showInformationMessage(
      'There are no chips. One is made when an agent’s edit fails, or when it deletes lines.',
    );
    return undefined;
  }
  const picks = chips.toReversed().map(chipPick);
  const pick = await vscode.window.showQuickPick(picks, {
    title,
    placeHolder: 'Search by text, tool, file or error',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return pick?.chip;
}

function chipPick(chip: ChipRow): ChipPick {
  const icon = chip.pinned ? 'pinned' : chip.kind === 'deleted' ? 'trash' : 'error';
  const file = chip.file === undefined ? '' : path.basename(chip.file);
  const facts = [chip.tool, file, ageText(chip.created, Date.now()), sizeText(chip.bytes)];
  return {
    label: `$(${icon}) ${shortExcerpt(chip, labelLength)}`,
    description: facts.filter(Boolean).join(' · '),
    detail: chip.errorMessage ?? kindName(chip),
    chip,
  };
}
