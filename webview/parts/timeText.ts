/** Made once: to make one costs more than to write a line of a list. */
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' });

/** A time as people write it; milliseconds since the epoch. */
export function timeText(time: number): string {
  return format.format(time);
}
