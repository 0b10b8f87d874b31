import { charges, contexts, kinds, runGroups } from './tokenCharges.ts';

/*
 * The walk through a text as tables. A state is the kind of the last character and its place in its run; what a
 * character costs and the state after it are looked up by state and kind.
 */

/** Number of kinds, by which a state is multiplied to find its steps. */
export const kindCount = Object.keys(kinds).length;

/** Places that are told apart; all behind are the last. */
const places = 9;

/** Digits go three to a token. */
const digitsTogether = 3;

/** Where the steps from the beginning of a text begin: it is as after a newline. */
export const firstSteps = kinds.newline * places * kindCount;

/**
 * By state and kind, one number: the charge in hundredths of a token (lowest 16 bits), what the step says about
 * randomness (two bits), and where the steps of the state after it begin (from bit 18). One look per character instead
 * of three makes the walk twice as fast.
 */
export const steps = new Int32Array(kindCount * places * kindCount);

/** Lowest bits of a step: its charge. */
export const chargeMask = 0xffff;
export const randomShift = 16;
export const nextShift = 18;

/**
 * Whether letters and digits are random: turns from one kind to another speak for it, each other one against it, signs
 * for nothing, and all else ends the question.
 */
export const randomness = { unsaid: 0, against: 1, ended: 2, for: 3 } as const;

/** Which of the four charges is that of a place in its run, from 2. */
function placeCharge(place: number): number {
  if (place < 3) {
    return 0;
  }
  return place < 5 ? 1 : place < places ? 2 : 3;
}

function goesOn(before: number, place: number, kind: number): boolean {
  return (
    runGroups[before] === runGroups[kind] &&
    (kind !== kinds.upper || before === kinds.upper) &&
    (kind !== kinds.digit || place < digitsTogether)
  );
}

function randomStep(before: number, kind: number, sameRun: boolean): number {
  if (kind > kinds.digit) {
    return kind === kinds.joiner || kind === kinds.sign ? randomness.unsaid : randomness.ended;
  }
  const turns = !sameRun && before <= kinds.digit && (kind !== kinds.digit || kind !== before);
  return turns ? randomness.for : randomness.against;
}

function stepOf(before: number, place: number, kind: number): number {
  const sameRun = goesOn(before, place, kind);
  const charge = charges[kind];
  const cost = sameRun
    ? charge?.next[placeCharge(place + 1)]
    : charge?.first[contexts[before] ?? 0];
  const state = kind * places + (sameRun ? Math.min(place + 1, places) : 1) - 1;
  const random = randomStep(before, kind, sameRun);
  return (
    ((state * kindCount) << nextShift) | (random << randomShift) | Math.round((cost ?? 0) * 100)
  );
}

for (let before = 0; before < kindCount; before += 1) {
  for (let place = 1; place <= places; place += 1) {
    for (let kind = 0; kind < kindCount; kind += 1) {
      const state = before * places + place - 1;
      steps[state * kindCount + kind] = stepOf(before, place, kind);
    }
  }
}
