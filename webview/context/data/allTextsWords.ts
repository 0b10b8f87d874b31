import type { SearchEnd } from '../../../src/protocol/sessions.ts';

/** What the sentence about a search in all sessions is made of. */
export interface SearchFigures {
  readonly state: 'busy' | 'done' | 'stopped' | 'failed';
  readonly found: readonly unknown[];
  readonly searched: number;
  readonly of: number;
  readonly end: SearchEnd | undefined;
  readonly problem: string;
}

/** What a search in the texts of all sessions came to so far, and what was left out, in sentences. */
export function searchSentence({
  state,
  found,
  searched,
  of,
  end,
  problem,
}: SearchFigures): string {
  const count = found.length;
  const have =
    count === 0
      ? 'No session has these words in its texts'
      : count === 1
        ? '1 session has these words in its texts'
        : `${count} sessions have these words in their texts`;
  switch (state) {
    case 'busy':
      return 'Searching the texts of all sessions…';
    case 'stopped':
      return `Stopped: ${searched} of ${of} sessions were searched. So far: ${have.charAt(0).toLowerCase()}${have.slice(1)}.`;
    case 'failed':
      return `The search ended: ${problem}`;
    case 'done':
      return [`${have}; ${searched} searched.`, ...leftOut(end)].join(' ');
  }
}

function leftOut(end: SearchEnd | undefined): readonly string[] {
  if (end === undefined) {
    return [];
  }
  const { ended, unread, older, searched, of } = end;
  return [
    ...(ended === 'enough' ? [`That is enough: ${of - searched} older ones were left out.`] : []),
    ...(unread > 0 ? [`${unread} could not be read as a whole.`] : []),
    ...(older ? ['Older ones are not listed, and were not searched.'] : []),
  ];
}
