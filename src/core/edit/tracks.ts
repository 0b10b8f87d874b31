import type { Splice } from '../../ports/editHost.ts';
import type { Follow } from './locate.ts';

/** What one event did to a file, in lines of the file just before it. */
export interface Track {
  /** The edit that the event made, took back, or made again. */
  readonly edit: string;
  readonly splices: readonly Pick<Splice, 'line' | 'count' | 'lines'>[];
}

/** Where a line is; a line that was replaced comes back when its edit is taken back or made again. */
type Place =
  | { readonly kind: 'at'; readonly line: number }
  | {
      readonly kind: 'gone';
      readonly edit: string;
      /** Which of the edit's splices replaced it, and how far into it the line was. */
      readonly splice: number;
      readonly offset: number;
    };

/** Follows lines of a file through events. */
export function followTracks(tracks: readonly Track[]): Follow {
  const through = (line: number, isGap: boolean): number | undefined => {
    let place: Place = { kind: 'at', line };
    for (const track of tracks) {
      place = place.kind === 'at' ? moved(place.line, track, isGap) : comeBack(place, track);
    }
    return place.kind === 'at' ? place.line : undefined;
  };
  return {
    line: (line) => through(line, false),
    gap(line, below) {
      // A gap has no lines of its own: it goes with the line above it, or the one below, as long as one is there.
      const above = line > 1 ? through(line - 1, false) : undefined;
      if (above !== undefined) {
        return above + 1;
      }
      return (below ? through(line, false) : undefined) ?? through(line, true);
    },
  };
}

function moved(line: number, { edit, splices }: Track, isGap: boolean): Place {
  let delta = 0;
  for (const [index, splice] of splices.entries()) {
    if (line < splice.line || (isGap && line === splice.line)) {
      break;
    }
    if (line < splice.line + splice.count) {
      return { kind: 'gone', edit, splice: index, offset: line - splice.line };
    }
    delta += splice.lines.length - splice.count;
  }
  return { kind: 'at', line: line + delta };
}

function comeBack(place: Extract<Place, { kind: 'gone' }>, { edit, splices }: Track): Place {
  const own = splices[place.splice];
  if (edit !== place.edit || own === undefined) {
    return place;
  }
  const delta = splices
    .slice(0, place.splice)
    .reduce((sum, splice) => sum + splice.lines.length - splice.count, 0);
  return { kind: 'at', line: own.line + delta + place.offset };
}
