import { kinds } from './tokenCharges.ts';

/** Where blocks of characters begin, ascending, and what they are. */
const blocks: readonly (readonly [number, number])[] = [
  [0, kinds.sign],
  [0x80, kinds.symbol],
  [0xc0, kinds.latin],
  [0x250, kinds.greek],
  [0x530, kinds.script],
  [0x1e00, kinds.latin],
  [0x1f00, kinds.script],
  [0x2000, kinds.symbol],
  [0x2e80, kinds.wide],
  [0x3040, kinds.kana],
  [0x3100, kinds.wide],
  [0x3400, kinds.han],
  [0xa000, kinds.script],
  [0xac00, kinds.hangul],
  [0xd7b0, kinds.script],
  [0xd800, kinds.astral],
  [0xe000, kinds.wide],
  [0xf900, kinds.han],
  [0xfb00, kinds.wide],
];

/** ASCII that is no `sign`. */
const ascii: readonly (readonly [string, number])[] = [
  ['abcdefghijklmnopqrstuvwxyz', kinds.lower],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', kinds.upper],
  ['0123456789', kinds.digit],
  [' \t', kinds.blank],
  ['\n\r', kinds.newline],
  ['_-./', kinds.joiner],
];

/** The kind of every UTF-16 unit: 64 kB, so that a walk through a text looks at nothing else. */
export const kindOfUnit: Uint8Array = tableOfKinds();

function tableOfKinds(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const [start, kind] of blocks) {
    table.fill(kind, start);
  }
  for (const [characters, kind] of ascii) {
    for (const character of characters) {
      table[character.charCodeAt(0)] = kind;
    }
  }
  return table;
}
