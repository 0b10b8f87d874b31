import type { ChipRow, Store } from '../ports/store.ts';
import type { ChipArguments } from '../core/chips/chipText.ts';
import { chipArguments } from '../core/chips/chipText.ts';

/** What a chip keeps. Throws, with a sentence for the person, where it can not be read. */
export async function chipArgumentsOf(
  chip: ChipRow,
  store: Pick<Store, 'payload'>,
): Promise<ChipArguments> {
  const content = await store.payload(chip.payload);
  const args = content === undefined ? undefined : chipArguments(content);
  if (args === undefined) {
    throw new Error(`The text of chip ${chip.id} can not be read.`);
  }
  return args;
}
