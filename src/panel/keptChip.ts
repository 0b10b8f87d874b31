import type { ChipRow, Store } from '../ports/store.ts';
import type { ChipArguments } from '../core/chips/chipText.ts';
import { chipArguments, chipBytes, chipContent } from '../core/chips/chipText.ts';
import type { ReplayForm } from '../protocol/chips.ts';
import { RpcError } from '../protocol/rpc.ts';
import { keepsCall } from '../tools/chipCall.ts';
import { readPayload } from '../core/readPayload.ts';
import { unreadableText } from './storeProblem.ts';

/** A chip, and what it keeps or why that can not be read. */
export interface FoundChip {
  readonly chip: ChipRow;
  readonly args: ChipArguments | undefined;
  readonly unreadable: string | undefined;
}

/** A chip by its id. Throws `chip-not-found`. */
export async function findChip(id: string, store: Store): Promise<FoundChip> {
  const chip = await store.chip(id);
  if (chip === undefined) {
    const message = `Chip ${id} is not there any more.`;
    throw new RpcError({ code: 'chip-not-found', message });
  }
  const kept = await readPayload(store, chip.payload);
  if (kept.state !== 'kept') {
    const unreadable = unreadableText(`The text of chip ${id}`, kept.state);
    return { chip, args: undefined, unreadable };
  }
  const args = chipArguments(kept.content);
  const unreadable = args === undefined ? `The text of chip ${id} can not be read.` : undefined;
  return { chip, args, unreadable };
}

/** A chip with what it keeps. Throws `chip-not-found` and `unreadable`. */
export async function readChip(
  id: string,
  store: Store,
): Promise<{ readonly chip: ChipRow; readonly args: ChipArguments }> {
  const { chip, args, unreadable } = await findChip(id, store);
  if (args === undefined) {
    throw new RpcError({ code: 'unreadable', message: unreadable ?? '' });
  }
  return { chip, args };
}

/** The forms a chip can be put back in, the usual one first. */
export function replayForms(chip: ChipRow, args: ChipArguments): readonly ReplayForm[] {
  const hasOne = chipContent(args) !== undefined || chipBytes(args) !== undefined;
  if (hasOne && Object.keys(args).length === 1) {
    return ['content'];
  }
  return [
    ...(hasOne ? (['content'] as const) : []),
    ...(keepsCall({ chip, args }) ? (['call'] as const) : []),
    'annotated',
    'arguments',
  ];
}
