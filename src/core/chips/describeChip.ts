import type { ChipRow } from '../../ports/store.ts';

/** How a kind of chip is called. */
export function kindName(chip: ChipRow): string {
  switch (chip.kind) {
    case 'call':
      return 'failed call';
    case 'deleted':
      return 'deleted text';
    case 'unwritten':
      return 'unwritten text';
  }
}

/** A chip's first words in at most `length` characters, so that what stands behind them is seen too. */
export function shortExcerpt(chip: ChipRow, length: number): string {
  const text = chip.excerpt === '' ? '(blank lines)' : chip.excerpt;
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
