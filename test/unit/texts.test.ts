import assert from 'node:assert/strict';
import { collectTexts } from '../../scripts/texts/collectTexts.ts';
import {
  textFiles,
  translations,
  untranslated,
  unusedTranslations,
} from '../../scripts/texts/shownFiles.ts';

describe('texts that people see', () => {
  it('are found where they are looked up, with a number for each value', () => {
    const { marked, unmarked } = collectTexts(
      'part.ts',
      [
        "const one = l10n.t('One thing');",
        'const two = l10n.t`${one} and ${counted(2)} more`;',
        "const three = vscode.l10n.t('Go to {0}', place);",
      ].join('\n'),
    );

    assert.deepEqual(marked, [
      { text: 'One thing', line: 1 },
      { text: '{0} and {1} more', line: 2 },
      { text: 'Go to {0}', line: 3 },
    ]);
    assert.deepEqual(unmarked, []);
  });

  it('are found between tags, in attributes that are read, and in literals, where they are not', () => {
    const { unmarked } = collectTexts(
      'part.ts',
      [
        'const a = html`<p class="is-quiet left">Nothing here</p>`;',
        'const b = html`<button title="Go ${there}" data-name="go there">${text}</button>`;',
        "const c = 'That did not work.';",
        'const d = `${count} blocks left`;',
        "const e = { name: 'Read' };",
      ].join('\n'),
    );

    assert.deepEqual(
      unmarked.map(({ text, line }) => [line, text]),
      [
        [1, 'Nothing here'],
        [2, 'Go'],
        [3, 'That did not work.'],
        [4, '{0} blocks left'],
        [5, 'Read'],
      ],
    );
  });

  it('are not names of classes, keys, paths of pictures, modules, types or messages of faults', () => {
    const { unmarked } = collectTexts(
      'part.ts',
      [
        "import { a } from './some place.ts';",
        "type Kind = 'Some kind' | 'Other kind';",
        "const b = 'list-line is-chosen';",
        "if (event.key === 'Enter') throw new Error('No such row there.');",
        "const c = svg`<path d='M0 0L8 8'></path>`;",
        "const d = 'M-1 1L1 -1M0 6L6 0';",
      ].join('\n'),
    );

    assert.deepEqual(unmarked, []);
  });

  it('have a translation each, with the same values, and no translation is left over', () => {
    const files = textFiles();

    assert.deepEqual(untranslated(files), []);
    assert.deepEqual(unusedTranslations(files), []);
    const values = (text: string): readonly string[] => [
      ...new Set((text.match(/\{\d+\}/g) ?? []).sort()),
    ];
    for (const [english, chinese] of Object.entries(translations())) {
      assert.deepEqual(values(chinese), values(english), english);
    }
  });
});
