import { randomBytes } from 'node:crypto';
import type { Random } from '../ports/system.ts';

/** Randomness that nobody can guess. */
export const systemRandom: Random = {
  hex: (length) => randomBytes(length).toString('hex').slice(0, length),
};
