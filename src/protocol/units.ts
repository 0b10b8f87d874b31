/** How long ago, in the largest unit that fits: `now`, `5 min`, `3 h`, `2 d`. */
export function ageText(created: number, now: number): string {
  const minutes = Math.floor((now - created) / 60_000);
  if (minutes < 1) {
    return 'now';
  }
  if (minutes < 60) {
    return `${minutes} min`;
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** A size in the largest unit that fits: `120 B`, `4.2 kB`, `1.3 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) {
    return `${bytes} B`;
  }
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A duration: `3 ms`, `1.2 s`, `4 min`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) {
    return `${Math.round(milliseconds)} ms`;
  }
  return milliseconds < 60_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${Math.round(milliseconds / 60_000)} min`;
}
