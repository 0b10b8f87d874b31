import type { ChangesAsked } from '../protocol/chips.ts';
import { isList, isOptional, isRecord, isText, isWhole } from '../protocol/guards.ts';

/** Most rows of a table in one answer. */
const mostRows = 5000;

/** The id of a chip, a call, an event or a preview. */
export const isId = isText(40, 1);

/** Ids of chips. */
export const isIds = isList(isId, 20_000);

/** A whole path. */
export const isPath = isText(4096, 1);

/** Words to be looked for. */
export const isWords = isText(1000);

/** The number of a line, or of lines. */
export const isLines = isWhole(1, Number.MAX_SAFE_INTEGER);

/** The number of a line, or 0 for the place above the first. */
export const isPlace = isWhole(0, Number.MAX_SAFE_INTEGER);

/** A part of a table of the store. */
export const isChangesAsked = isRecord<ChangesAsked>({
  after: isOptional(isWhole(0, Number.MAX_SAFE_INTEGER)),
  before: isOptional(isWhole(0, Number.MAX_SAFE_INTEGER)),
  limit: isWhole(1, mostRows),
});

/** One chip. */
export const isOneId = isRecord<{ readonly id: string }>({ id: isId });
