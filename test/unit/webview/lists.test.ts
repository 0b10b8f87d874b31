import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CallItem } from '../../../src/protocol/calls.ts';
import type { ChipDetail } from '../../../src/protocol/chips.ts';
import { clientCounts } from '../../../webview/activity/callRules.ts';
import { callFields, firstChoice, previewQuestion } from '../../../webview/chips/replayChoice.ts';
import type { ListRules } from '../../../webview/data/listView.ts';
import { ListView } from '../../../webview/data/listView.ts';
import { searchWords } from '../../../webview/data/searchWords.ts';
import { goTo, keepPresent, nothingChosen, toggle } from '../../../webview/data/selection.ts';
import { firstUiState, readUiState } from '../../../webview/data/uiState.ts';

interface Row {
  readonly id: string;
  readonly tool: string;
  readonly size: number;
}

const rules: ListRules<Row> = {
  words: (row) => `${row.id} ${row.tool}`,
  fields: { tool: (row) => row.tool },
  sorts: { small: (a, b) => a.size - b.size },
  groups: { tool: (row) => row.tool },
};
const rows: readonly Row[] = [
  { id: 'apple', tool: 'be-write', size: 3 },
  { id: 'pear', tool: 'be-read', size: 1 },
  { id: 'Plum', tool: 'be-write', size: 2 },
];
const choice = { search: '', sort: 'small', group: 'none', closed: new Set<string>() };
const none = { shift: false, control: false };

describe('what a person typed into a search field', () => {
  it('is words, words in quotes, and fields that are known', () => {
    const found = searchWords('Release "two words" tool:be-write c:\\x', new Set(['tool']));

    assert.deepEqual(found, {
      words: ['release', 'two words', 'c:\\x'],
      fields: [{ name: 'tool', value: 'be-write' }],
    });
  });

  it('does not hide everything while a field is being typed', () => {
    assert.deepEqual(searchWords('tool:', new Set(['tool'])), { words: [], fields: [] });
  });
});

describe('the lines of a list', () => {
  it('are sorted, and those that have all words and fields', () => {
    const view = new ListView(rules);
    const all = view.rows(rows, 1, choice);

    const found = view.rows(rows, 1, { ...choice, search: 'pl tool:write' });

    assert.deepEqual(
      all.map((row) => row.id),
      ['pear', 'Plum', 'apple'],
    );
    assert.deepEqual(
      found.map((row) => row.id),
      ['Plum', 'apple'],
    );
  });

  it('include rows of which only the host knows that they have the words, but not against a field', () => {
    const hits = new Set(['pear']);
    const view = new ListView(rules);

    const found = view.rows(rows, 1, { ...choice, search: 'plum', hits });
    const other = view.rows(rows, 1, { ...choice, search: 'plum tool:write', hits });

    assert.deepEqual(
      found.map((row) => row.id),
      ['pear', 'Plum'],
    );
    assert.deepEqual(
      other.map((row) => row.id),
      ['Plum'],
    );
  });

  it('stand under their groups; a folded group keeps its count', () => {
    const view = new ListView(rules);
    const grouped = { ...choice, group: 'tool', closed: new Set(['be-write']) };

    const entries = view.entries(view.rows(rows, 1, grouped), grouped);

    assert.deepEqual(entries, [
      { kind: 'group', title: 'be-read', count: 1, open: true },
      { kind: 'row', row: rows[1] },
      { kind: 'group', title: 'be-write', count: 2, open: false },
    ]);
  });
});

describe('the selection of a list', () => {
  const keys = ['group:x', 'a', 'b', 'c', 'd'];
  const list = { keys, isRow: (key: string) => !key.startsWith('group:') };

  it('is one row, a range without groups, or rows added one by one', () => {
    const one = goTo(nothingChosen, 'b', list, none);
    const range = goTo(one, 'group:x', list, { shift: true, control: false });
    const added = toggle(one, 'd');

    assert.deepEqual([...one.chosen], ['b']);
    assert.deepEqual([...range.chosen], ['a', 'b']);
    assert.deepEqual([...added.chosen], ['b', 'd']);
    assert.deepEqual([...toggle(added, 'b').chosen], ['d']);
  });

  it('goes on where the keyboard was when that row is gone, and never holds what is not there', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1 }),
        fc.nat(9),
        fc.subarray([...'abcdefghij']),
        (before, at, left) => {
          const after = before.filter((key) => left.includes(key));
          const active = before[at % before.length] ?? '';
          const chosen = new Set(before.slice(0, at));

          const kept = keepPresent({ active, anchor: active, chosen }, after, before);

          assert.ok([...kept.chosen].every((key) => after.includes(key)));
          assert.equal(kept.active === undefined, after.length === 0);
          assert.ok(kept.active === undefined || after.includes(kept.active));
          assert.ok(!after.includes(active) || kept.active === active);
        },
      ),
    );
  });
});

describe('what a page keeps over a reload', () => {
  it('is read again as it was, and anything else is replaced', () => {
    const state = { ...firstUiState, page: 'activity' as const, diff: 'sides' as const };

    assert.deepEqual(readUiState(JSON.parse(JSON.stringify(state))), state);
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const read = readUiState(kept);
        assert.ok(Array.isArray(read.chips.closed) && typeof read.chips.search === 'string');
      }),
    );
  });
});

describe('the choices of a replay', () => {
  const detail: ChipDetail = {
    chip: {
      ...{ id: '1a2b3c', kind: 'call', tool: 'be-replace', bytes: 9, excerpt: '', workspace: '/w' },
      ...{ file: '/w/a.ts', shown: 'a.ts', created: 0, pinned: false },
    },
    arguments: {
      fields: [
        ['lines', '4-5'],
        ['content', 'one\ntwo'],
        ['start', 4],
        ['force', false],
      ],
      left: 0,
    },
    forms: ['content', 'call'],
    origin: 3,
    calls: [],
  };

  it('begin with the chip’s own file, place and form', () => {
    const first = firstChoice(detail);

    assert.deepEqual(previewQuestion(detail, first), {
      ...{ id: '1a2b3c', as: 'content', file: '/w/a.ts', line: 3 },
    });
  });

  it('change only fields that fit into a line, each as what it was', () => {
    const changed = { lines: '6-7', start: '9', force: 'true', content: 'other' };
    const asked = previewQuestion(detail, { ...firstChoice(detail), as: 'call', with: changed });

    assert.deepEqual(
      callFields(detail.arguments).map(({ name }) => name),
      ['lines', 'start', 'force'],
    );
    assert.deepEqual(asked, {
      ...{ id: '1a2b3c', as: 'call', with: { lines: '6-7', start: 9, force: true } },
    });
  });

  it('say what is missing', () => {
    const first = firstChoice(detail);

    assert.equal(
      previewQuestion(detail, { ...first, file: '' }),
      'Choose the file to put the text into.',
    );
    assert.equal(
      previewQuestion(detail, { ...first, line: '-1' }),
      'The line is a number; 0 is the top of the file.',
    );
  });
});

describe('the counts of agents', () => {
  it('are calls and failures in 100 of each, the busiest first', () => {
    const call = (client: string, outcome: string): CallItem => ({
      ...{ id: client, number: 1, tool: 'be-read', client, workspace: '/w' },
      ...{ started: 0, duration: 1, outcome },
    });

    const counts = clientCounts([
      call('a', 'ok'),
      call('b', 'ok'),
      call('b', 'x'),
      call('b', 'ok'),
    ]);

    assert.deepEqual(counts, [
      { client: 'b', calls: 3, failed: 1, rate: 33.3 },
      { client: 'a', calls: 1, failed: 0, rate: 0 },
    ]);
  });
});
