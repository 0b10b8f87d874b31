import * as l10n from '@vscode/l10n';
import type { LimitsRow } from '../../../src/ports/transcriptRows.ts';

/** A line across the picture. */
export interface LimitLine {
  readonly id: 'window' | 'room' | 'trigger' | 'critical' | 'act' | 'soft';
  readonly name: string;
  readonly tokens: number;
  /** It is what is usual for such models: the session does not tell it. */
  readonly isUsual: boolean;
}

const names: Readonly<Record<LimitLine['id'], string>> = {
  window: l10n.t('window'),
  room: l10n.t('room for input'),
  trigger: l10n.t('agent compacts'),
  critical: l10n.t('critical'),
  act: l10n.t('must act'),
  soft: l10n.t('soft'),
};

/** The lines of a session's limits, highest first; what is not known has none. */
export function limitLines(limits: LimitsRow | undefined): readonly LimitLine[] {
  if (limits === undefined) {
    return [];
  }
  const { window, output = 0, buffer = 0, trigger, critical, act, soft, known } = limits;
  const room = window !== undefined && output + buffer > 0 ? window - output - buffer : undefined;
  const values = { window, room, trigger, critical, act, soft };
  const ids = Object.keys(names) as LimitLine['id'][];
  return ids
    .flatMap((id) => {
      const tokens = values[id];
      const isUsual = known === 'usual' && (id === 'window' || id === 'room' || id === 'trigger');
      return tokens === undefined || tokens <= 0 ? [] : [{ id, name: names[id], tokens, isUsual }];
    })
    .sort((a, b) => b.tokens - a.tokens);
}

/** How much larger than the largest column a limit may be, so that columns can still be told apart. */
const mostRoom = 5;

/** Tokens at the top of the picture: the highest limit that leaves the columns readable, or the largest column. */
export function scaleTop(peak: number, lines: readonly LimitLine[]): number {
  const shown = lines.filter(({ tokens }) => tokens <= peak * mostRoom);
  return Math.max(1, peak, ...shown.map(({ tokens }) => tokens)) * 1.04;
}

/** Places for the names of lines, at least `apart` pixels from each other, from top to bottom, within `height`. */
export function labelPlaces(
  places: readonly number[],
  apart: number,
  height: number,
): readonly number[] {
  const down: number[] = [];
  for (const place of places) {
    down.push(Math.max(place, (down.at(-1) ?? -Infinity) + apart));
  }
  let floor = height;
  return down
    .toReversed()
    .map((place) => {
      const at = Math.min(place, floor);
      floor = at - apart;
      return at;
    })
    .toReversed();
}
