import type { Line } from '../ports/editHost.ts';
import { splitLines } from '../core/edit/lines.ts';

const lf = 10;
const cr = 13;

/** Where two texts differ: both have the same characters before `head`, and the same from the tails on. */
export interface Middle {
  readonly head: number;
  readonly beforeTail: number;
  readonly afterTail: number;
}

/** The part of two texts that is left without their equal whole lines at the top and at the end. */
export function differingMiddle(before: string, after: string): Middle {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before.charCodeAt(head) === after.charCodeAt(head)) {
    head++;
  }
  while (!isLineStart(before, head) || !isLineStart(after, head)) {
    head--;
  }
  let tail = 0;
  while (
    tail < least - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  while (
    tail > 0 &&
    (!isLineStart(before, before.length - tail) || !isLineStart(after, after.length - tail))
  ) {
    tail--;
  }
  return { head, beforeTail: before.length - tail, afterTail: after.length - tail };
}

/** Number of lines between two starts of lines; costs no memory. */
export function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let place = from; place < to; place = nextLine(text, place)) {
    count++;
  }
  return count;
}

/** At most `count` lines from the start of a line on. */
export function linesFrom(text: string, start: number, count: number): Line[] {
  let end = start;
  for (let index = 0; index < count && end < text.length; index++) {
    end = nextLine(text, end);
  }
  return splitLines(text.slice(start, end));
}

/** Where a line starts, by its number from 1; the end of the text for one it does not have. */
export function startOfLine(text: string, line: number): number {
  let place = 0;
  for (let number = 1; number < line && place < text.length; number++) {
    place = nextLine(text, place);
  }
  return place;
}

/** At most `count` lines that end where another starts. */
export function linesBefore(text: string, end: number, count: number): Line[] {
  let start = end;
  for (let index = 0; index < count && start > 0; index++) {
    start--;
    while (!isLineStart(text, start)) {
      start--;
    }
  }
  return splitLines(text.slice(start, end));
}

function isLineStart(text: string, place: number): boolean {
  const previous = place === 0 ? lf : text.charCodeAt(place - 1);
  return previous === lf || (previous === cr && text.charCodeAt(place) !== lf);
}

function nextLine(text: string, from: number): number {
  let place = from;
  while (place < text.length) {
    const code = text.charCodeAt(place++);
    if (code === lf || (code === cr && text.charCodeAt(place) !== lf)) {
      return place;
    }
  }
  return place;
}
