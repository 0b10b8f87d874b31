import type { Result } from '../ports/result.ts';
import { fail, ok } from '../ports/result.ts';
import type { ChipRow } from '../ports/store.ts';
import type { ChipArguments } from '../core/chips/chipText.ts';
import { chipArguments } from '../core/chips/chipText.ts';
import { failure } from '../core/failures.ts';
import type { ToolContext } from './defineTool.ts';
import { ownFolders } from './listChips.ts';

/** A chip and the arguments it keeps. */
export interface LoadedChip {
  readonly chip: ChipRow;
  readonly args: ChipArguments;
}

/** The id in `chip://ID`, or in the bare id; undefined for anything else. */
export function chipId(from: string): string | undefined {
  return /^(?:chip:\/\/)?([0-9a-f]{6}|[0-9a-f]{12})$/i.exec(from)?.[1]?.toLowerCase();
}

/** A chip that the caller may see. Fails with `chip-not-found`, naming those that are there. */
export async function loadChip(id: string, context: ToolContext): Promise<Result<LoadedChip>> {
  const chip = await context.store.chip(id);
  if (chip === undefined || context.folders?.includes(chip.workspace) === false) {
    const there = await context.store.chips(ownFolders(context));
    return fail(
      failure(
        'chip-not-found',
        `There is no chip ${id} here.`,
        'List the chips with {} and use one of their ids.',
        { ids: there.map((one) => one.id).slice(-30) },
      ),
    );
  }
  const content = await context.store.payload(chip.payload);
  const args = content === undefined ? undefined : chipArguments(content);
  return args === undefined
    ? fail(
        failure('chip-not-found', `The text of chip ${id} can not be read.`, 'Use another chip.'),
      )
    : ok({ chip, args });
}
