import * as l10n from '@vscode/l10n';
import { ageText } from '../../src/protocol/units.ts';
import { pageLanguage } from '../language.ts';

/**
 * Language that times are written in; undefined for the browser's. English is written in many ways, of which the
 * browser's is the person's.
 */
export const timeLanguage = pageLanguage === 'en' ? undefined : pageLanguage;

/** Made once: to make one costs more than to write a line of a list. */
const format = new Intl.DateTimeFormat(timeLanguage, { dateStyle: 'short', timeStyle: 'medium' });

/** A time as people write it; milliseconds since the epoch. */
export function timeText(time: number): string {
  return format.format(time);
}

/** How long ago a time was, as `ageText` says it, in the page's language. */
export function ageWords(created: number, now: number): string {
  const [count = '', unit] = ageText(created, now).split(' ');
  switch (unit) {
    case 'min':
      return l10n.t`${count} min`;
    case 'h':
      return l10n.t`${count} h`;
    case 'd':
      return l10n.t`${count} d`;
    default:
      return l10n.t('now');
  }
}
