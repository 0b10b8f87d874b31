import { pageLanguage } from '../language.ts';

/**
 * Made once: to make one costs more than to write a line of a list. English is written in many ways, of which the
 * browser's is the person's.
 */
const format = new Intl.DateTimeFormat(pageLanguage === 'en' ? undefined : pageLanguage, {
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A time as people write it; milliseconds since the epoch. */
export function timeText(time: number): string {
  return format.format(time);
}
