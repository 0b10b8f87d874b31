import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import type { OwnBlockRow, RecordedBlockRow } from '../../../src/ports/transcriptRows.ts';
import type { ChipItem } from '../../../src/protocol/chips.ts';
import type * as ChipRules from '../../../webview/chips/chipRules.ts';
import type * as BlockWords from '../../../webview/context/data/blockWords.ts';
import { ListView } from '../../../webview/data/listView.ts';
import { ageWords } from '../../../webview/parts/timeText.ts';

const day = 86_400_000;
const chip: ChipItem = {
  ...{ id: 'c1', number: 1, kind: 'call', tool: 'be-write', excerpt: 'text', bytes: 4 },
  ...{ created: day, pinned: true, workspace: '/w' },
};
const row: RecordedBlockRow = {
  ...{ id: 'tool_001', kind: 'tool_result', native: '', turn: 0, length: 4, tokens: 1 },
  ...{ description: 'text', fidelity: 'whole', origin: { file: 0, offset: 0, bytes: 1, path: [] } },
};
const own: OwnBlockRow = {
  ...{ block: 0, id: 'own-1', visibility: 'model', protected: false, pinned: true, version: 1 },
  ...{ inline: true, artifact: '', exact: 1, sources: [], chain: [] },
};

/** A module with its words looked up anew. */
async function anew(path: string): Promise<unknown> {
  return import(`../../../webview/${path}?language`);
}

describe('a page in another language', () => {
  before(() => {
    l10n.config({
      contents: {
        pinned: 'angeheftet',
        'failed call': 'Fehlruf',
        '{0} d': '{0} Tage',
        now: 'jetzt',
      },
    });
  });

  after(() => {
    l10n.config({ contents: {} });
  });

  it('finds chips by the words it shows, and by those of English', async () => {
    const { chipRules, marks } = (await anew('chips/chipRules.ts')) as typeof ChipRules;
    const view = new ListView(chipRules);
    const found = (search: string): number =>
      view.rows([chip], 1, { search, sort: 'newest', group: 'none', closed: new Set() }).length;

    assert.deepEqual(marks(chip, day), ['angeheftet']);
    assert.equal(found('is:pinned kind:failed'), 1);
    assert.equal(found('is:angeheftet kind:fehlruf'), 1);
    assert.equal(found('is:expired'), 0);
  });

  it('says the marks of a block in its words, and has those of English to search for', async () => {
    const words = (await anew('context/data/blockWords.ts')) as typeof BlockWords;
    const count = { tokens: 1, by: 'exact' } as const;
    const item = { id: row.id, index: 0, row, own, count, twin: undefined };

    assert.deepEqual(words.markWords(item), ['angeheftet']);
    assert.deepEqual(words.marksOf(item), ['pinned']);
  });

  it('tells ages in its words', () => {
    assert.deepEqual([ageWords(day, day), ageWords(0, 3 * day)], ['jetzt', '3 Tage']);
  });
});
