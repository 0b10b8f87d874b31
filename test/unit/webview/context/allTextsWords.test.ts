import assert from 'node:assert/strict';
import { searchSentence } from '../../../../webview/context/data/allTextsWords.ts';

const none = { found: [], searched: 0, of: 0, end: undefined, problem: '' };

describe('What is said of a search in all texts', () => {
  it('names all that was left out', () => {
    const end = { searched: 100, of: 140, unread: 2, ended: 'enough', older: true } as const;

    const text = searchSentence({ ...none, state: 'done', found: [1, 2], ...end, end });

    assert.equal(
      text,
      '2 sessions have these words in their texts; 100 searched. That is enough: 40 older ones were left out. 2 could not be read as a whole. Older ones are not listed, and were not searched.',
    );
  });

  it('tells one that failed, was stopped, or goes on from one that found nothing', () => {
    const states = [
      searchSentence({ ...none, state: 'failed', problem: 'The store is locked.' }),
      searchSentence({ ...none, state: 'stopped', searched: 3, of: 9 }),
      searchSentence({ ...none, state: 'busy' }),
    ];

    assert.deepEqual(states, [
      'The search ended: The store is locked.',
      'Stopped: 3 of 9 sessions were searched. So far: no session has these words in its texts.',
      'Searching the texts of all sessions…',
    ]);
  });
});
