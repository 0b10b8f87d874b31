/*
 * What the provider's prompt cache did for each call, and why it missed. The numbers are the provider's; reasons are
 * ours, told from what the session shows, unless the provider gave one.
 */
import * as l10n from '@vscode/l10n';
import type {
  RecordedBlockRow,
  RecordedCallRow,
  RecordedPatchRow,
} from '../../../src/ports/transcriptRows.ts';
import { durationText } from '../../../src/protocol/units.ts';
import { patchPhrase } from './patchNames.ts';

/** What the cache did for one call. Tokens, counted by the provider. */
export interface CacheFigure {
  readonly input: number;
  /** Part of the input that was read from the cache. */
  readonly read: number;
  /** Part of the input that was written to it; absent where the provider does not say. */
  readonly written?: number;
  /** Input that was not read from it: what is new, and what was lost. */
  readonly missed: number;
  /**
   * Most that could have been read besides: what the call before left in the cache, as far as it fits into this input,
   * without what was read. Absent if that is not known.
   */
  readonly lost?: number;
  /** Whether `lost` is more than the grain of caches explains. */
  readonly isMiss: boolean;
}

/** Why a call could not read what the call before left in the cache. */
export interface MissCause {
  readonly told: 'provider' | 'us';
  readonly kind:
    'provider' | 'model' | 'branch' | 'patch' | 'system' | 'tools' | 'pause' | 'unseen';
  /** One phrase for people, without a full stop. */
  readonly words: string;
  /** Index of the patch, where it was one. */
  readonly patch?: number;
}

/** Least tokens of a miss: providers keep no prompt that is shorter. */
const leastLost = 1024;
/** Least share of the input: some providers read in steps, and a step is no miss. */
const leastShare = 0.05;
/** Milliseconds that a cache usually lives after it was used last, and that one lives which is kept for an hour. */
const usualLife = 5 * 60_000;
const hourLife = 60 * 60_000;

/** Looked up once: a session may have thousands of misses. */
const causeWords = {
  model: l10n.t('another model, which has a cache of its own'),
  branch: l10n.t('another branch of the conversation'),
  system: l10n.t('the system prompt changed'),
  tools: l10n.t('the tools changed'),
  unseen: l10n.t('the transcript shows no reason'),
} as const;

/** The call before, whose prompt a call's beginning may repeat; requests for titles and upkeep are passed over. */
export function callBefore(
  calls: readonly RecordedCallRow[],
  index: number,
): RecordedCallRow | undefined {
  for (let at = index - 1; at >= 0; at -= 1) {
    const call = calls[at];
    if (call !== undefined && call.purpose !== 'title' && call.purpose !== 'maintenance') {
      return call;
    }
  }
  return undefined;
}

/** What the cache did for a call; undefined where the provider said nothing about it. */
export function cacheFigure(
  calls: readonly RecordedCallRow[],
  index: number,
): CacheFigure | undefined {
  const call = calls[index];
  const { input, cacheRead, cacheWritten } = call?.usage ?? {};
  if (call === undefined || input === undefined || cacheRead === undefined) {
    return undefined;
  }
  const read = Math.min(cacheRead, input);
  const missed = input - read;
  const kept = call.counts === 'question' ? undefined : keptBy(callBefore(calls, index));
  const lost = kept === undefined ? undefined : Math.max(0, Math.min(kept, input) - read);
  return {
    ...{ input, read, missed },
    ...(cacheWritten !== undefined && { written: Math.min(cacheWritten, missed) }),
    ...(lost !== undefined && { lost }),
    isMiss: lost !== undefined && lost >= leastLost && lost >= input * leastShare,
  };
}

/** Tokens that a call left in the cache: what it read and wrote; all of it where caching needs no asking. */
function keptBy(call: RecordedCallRow | undefined): number | undefined {
  const { input, cacheRead, cacheWritten } = call?.usage ?? {};
  if (call?.counts !== 'call' || cacheRead === undefined) {
    return undefined;
  }
  return cacheWritten === undefined ? input : cacheRead + cacheWritten;
}

/** Tells reasons of misses. Made anew when the lists are others. */
export class MissCauses {
  private readonly calls: readonly RecordedCallRow[];
  private readonly patches: readonly RecordedPatchRow[];
  /** Indices of patches by the first call after them. */
  private readonly patchesBefore = new Map<number, number[]>();
  /** Calls before which a system prompt, or tools, came into the window. */
  private readonly changed = { system: new Set<number>(), tools: new Set<number>() };

  constructor(lists: {
    readonly calls: readonly RecordedCallRow[];
    readonly patches: readonly RecordedPatchRow[];
    readonly blocks: readonly RecordedBlockRow[];
  }) {
    this.calls = lists.calls;
    this.patches = lists.patches;
    for (const [index, { call }] of lists.patches.entries()) {
      const known = this.patchesBefore.get(call);
      if (known === undefined) {
        this.patchesBefore.set(call, [index]);
      } else {
        known.push(index);
      }
    }
    for (const { kind, turn } of lists.blocks) {
      if (kind === 'system_prompt') {
        this.changed.system.add(turn);
      } else if (kind === 'tool_schemas') {
        this.changed.tools.add(turn);
      }
    }
  }

  /** Indices of the patches between a call and the one before it in the list. */
  patchesOf(index: number): readonly number[] {
    return this.patchesBefore.get(index) ?? [];
  }

  /** All that explains the miss of a call; empty if it is the first. The surest comes first. */
  of(index: number): readonly MissCause[] {
    const call = this.calls[index];
    const before = callBefore(this.calls, index);
    if (call === undefined || before === undefined) {
      return [];
    }
    const told = call.usage?.missReason;
    const causes: MissCause[] = [
      ...(told === undefined ? [] : [{ told: 'provider', kind: 'provider', words: told } as const]),
      ...this.changesBetween(before, call),
      ...pauseBetween(before, call),
    ];
    return causes.length > 0 ? causes : [{ told: 'us', kind: 'unseen', words: causeWords.unseen }];
  }

  private changesBetween(before: RecordedCallRow, call: RecordedCallRow): readonly MissCause[] {
    const told = 'us';
    const causes: MissCause[] = [];
    if (call.model !== before.model) {
      causes.push({
        told,
        kind: 'model',
        words: causeWords.model,
      });
    }
    if (call.branch !== before.branch) {
      causes.push({ told, kind: 'branch', words: causeWords.branch });
    }
    for (let at = before.index + 1; at <= call.index; at += 1) {
      for (const patch of this.patchesOf(at)) {
        const row = this.patches[patch];
        if (row !== undefined) {
          causes.push({ told, kind: 'patch', words: patchPhrase(row), patch });
        }
      }
      if (this.changed.system.has(at)) {
        causes.push({ told, kind: 'system', words: causeWords.system });
      }
      if (this.changed.tools.has(at)) {
        causes.push({ told, kind: 'tools', words: causeWords.tools });
      }
    }
    return causes;
  }
}

function pauseBetween(before: RecordedCallRow, call: RecordedCallRow): readonly MissCause[] {
  if (before.at === undefined || call.at === undefined) {
    return [];
  }
  const isHour = (before.usage?.cacheWrittenHour ?? 0) > 0;
  const pause = call.at - before.at;
  if (pause <= (isHour ? hourLife : usualLife)) {
    return [];
  }
  const words = isHour
    ? l10n.t`a pause of ${pauseText(pause)}; the cache was kept for an hour`
    : l10n.t`a pause of ${pauseText(pause)}; the cache usually lives 5 minutes`;
  return [{ told: 'us', kind: 'pause', words }];
}

function pauseText(milliseconds: number): string {
  const hours = milliseconds / 3_600_000;
  return hours < 2 ? durationText(milliseconds) : l10n.t`${Math.round(hours)} hours`;
}
