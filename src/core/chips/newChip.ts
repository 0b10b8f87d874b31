import type { ChipKind, NewChip } from '../../ports/store.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Clock, Random } from '../../ports/system.ts';
import type { ChipArguments } from './chipText.ts';
import { dayMs } from '../days.ts';
import { chipExcerpt } from './chipText.ts';

/** What a chip is about. */
export interface ChipSubject {
  readonly kind: ChipKind;
  readonly tool: string;
  readonly workspace: string;
  readonly file?: string;
  readonly session?: string;
  readonly event?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
}

/** Where new chips get time, ids and limits from. */
export interface ChipParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: () => Settings;
}

/** A chip for the store. Its id has 6 hexadecimal digits; after five that are taken, 12. */
export function newChip(subject: ChipSubject, args: ChipArguments, parts: ChipParts): NewChip {
  const { clock, random } = parts;
  const settings = parts.settings();
  const created = clock.now();
  return {
    ...subject,
    ids: [...Array.from({ length: 5 }, () => random.hex(6)), random.hex(12)],
    content: new TextEncoder().encode(JSON.stringify(args)),
    excerpt: chipExcerpt(args),
    created,
    limit: settings.maxChips,
    limitBytes: settings.maxChipBytes,
    ...(settings.chipDays > 0 ? { expires: created + settings.chipDays * dayMs } : {}),
  };
}

/** Whether the arguments of a tool's failed call are long enough to be kept. */
export function worthKeeping(args: unknown, tool: string, settings: Settings): boolean {
  const { minChipBytes, minChipBytesByTool } = settings;
  const own = Object.hasOwn(minChipBytesByTool, tool) ? minChipBytesByTool[tool] : undefined;
  const json = JSON.stringify(args) as string | undefined;
  return json !== undefined && new TextEncoder().encode(json).length > (own ?? minChipBytes);
}

/** Whether a value says from how many bytes on calls are kept, by tool: whole numbers from 0. */
export function isBytesByTool(value: unknown): value is Readonly<Record<string, number>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((bytes) => Number.isSafeInteger(bytes) && bytes >= 0)
  );
}
