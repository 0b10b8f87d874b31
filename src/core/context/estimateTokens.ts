import { randomCharges, repeatedCharges } from './tokenCharges.ts';
import { kindOfUnit } from './tokenKinds.ts';
import { chargeMask, firstSteps, nextShift, randomness, randomShift, steps } from './tokenSteps.ts';

/** What one turn between kinds weighs; each other letter or digit takes back 1. */
const turnWeight = 4;

/** More turns than names and words have: what follows is taken as random letters and digits. */
const turnsInWords = 12;

/** Most that is remembered, so that words behind random letters are soon words again. */
const turnsMost = 24;

/** In `turnsAfter`, by how many bits what a step says stands above the turns before it. */
const saidShift = 5;

/** Of a step that is shifted so far, what it says about randomness. */
const saidMask = 3 << saidShift;

/** The turns that are remembered after a step, by what it says and the turns before: no branch to be guessed wrong. */
const turnsAfter = tableOfTurns();

function tableOfTurns(): Uint8Array {
  const table = new Uint8Array(4 << saidShift);
  for (let turns = 0; turns <= turnsMost; turns += 1) {
    table[(randomness.unsaid << saidShift) | turns] = turns;
    table[(randomness.against << saidShift) | turns] = Math.max(0, turns - 1);
    table[(randomness.ended << saidShift) | turns] = 0;
    table[(randomness.for << saidShift) | turns] = Math.min(turnsMost, turns + turnWeight);
  }
  return table;
}

/**
 * Tokens of a text, estimated without a vocabulary: at least 1, never fewer when text is appended, the same for the
 * same text. It follows how texts fall into pieces (words, digits by threes, runs of blanks and signs) and charges each
 * character by its kind and place. Linear, some 50 million characters per second.
 *
 * Against the vocabulary o200k, on 3 kB pieces of texts that the numbers were not fitted to, the median error is 2 to
 * 4 % for sources, English, JSON, logs, base64, Chinese, Japanese and Korean, 6 % for other European languages, 10 %
 * for lists of constants; one piece in twenty is off by more than 12 %, of constants 33 %.
 */
export function estimateTokens(text: string): number {
  // Bindings of other modules cost a look of their own each time.
  const [table, kinds, repeated, random] = [steps, kindOfUnit, repeatedCharges, randomCharges];
  const after = turnsAfter;
  const { length } = text;
  let from = firstSteps;
  let turns = 0;
  let last = 0;
  let hundredths = 0;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xdc00 && unit < 0xe000 && last >= 0xd800 && last < 0xdc00) {
      // A pair was charged with its first half.
      last = unit;
      continue;
    }
    const kind = kinds[unit] ?? 0;
    const step = table[from + kind] ?? 0;
    from = step >>> nextShift;
    turns = after[((step >>> (randomShift - saidShift)) & saidMask) | turns] ?? 0;
    if (turns > turnsInWords) {
      hundredths += random[kind] ?? 0;
    } else if (unit === last && (repeated[kind] ?? -1) >= 0) {
      hundredths += repeated[kind] ?? 0;
    } else {
      hundredths += step & chargeMask;
    }
    last = unit;
  }
  return Math.max(1, Math.ceil(hundredths / 100));
}
