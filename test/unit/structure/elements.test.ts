import assert from 'node:assert/strict';
import { elementHolding, readElements } from '../../../src/core/structure/elements.ts';
import type { TagDialect } from '../../../src/core/structure/markupTags.ts';

/** A text, and its elements as `tag start-end kind`; several lines are written with `|`. */
const texts: readonly (readonly [
  dialect: TagDialect,
  text: string,
  elements: readonly string[],
])[] = [
  ['html', '<a title="x > y">|</a>', ['a 1-2 pair']],
  ['html', "<a title='</a>'>|</a>", ['a 1-2 pair']],
  ['html', '<p>don\'t <b>x</b> o"clock|</p>', ['p 1-2 pair', 'b 1-1 pair']],
  ['html', '<p class=a>|<!-- <p> --></p>', ['p 1-2 pair']],
  ['html', '<br><img|src=x><hr/>', ['br 1-1 void', 'img 1-2 void', 'hr 2-2 void']],
  ['html', '<script>"<b>" + 1 < 2|</script>', ['script 1-2 pair']],
  ['html', '<SCRIPT>|<b>|</script>', ['SCRIPT 1-3 pair']],
  ['html', '<DIV>|</div>', ['DIV 1-2 pair']],
  ['html', '<div>|<div>|</div>|</div>', ['div 1-4 pair', 'div 2-3 pair']],
  ['html', '<ul>|<li>a|<li>b|</ul>', ['ul 1-4 pair', 'li 2-2 pair', 'li 3-3 pair']],
  ['html', '<p>a|<p>b</p>', ['p 1-1 pair', 'p 2-2 pair']],
  ['html', 'a < b and c > d <3', []],
  ['html', '{{ a < b ? "<i>" : c }}<u>|</u>', ['u 1-2 pair']],
  ['html', '<?php if ($a > 1) echo "<b>"; ?><u>|</u>', ['u 1-2 pair']],
  [
    'vue',
    '<Card/><card|:a="b > 1 ? \'x\' : y"/>',
    ['Card 1-1 self-closing', 'card 1-2 self-closing'],
  ],
  ['vue', '<Br></Br>', ['Br 1-1 void']],
  ['xml', '<a><![CDATA[</a><b>]]>|</a>', ['a 1-2 pair']],
  ['xml', '<br>|</br>', ['br 1-2 pair']],
  ['xml', '<a:b x="1"/>', ['a:b 1-1 self-closing']],
  ['xml', '<!DOCTYPE a [|]><a>|</a>', ['a 2-3 pair']],
  ['svelte', '{#if a < b}<u on:x={() => a > 1}>|</u>{/if}', ['u 1-2 pair']],
  ['jsx', 'if (a <b && c> d) f(<u a={b > 1}>|</u>)', ['u 1-2 pair']],
  ['jsx', 'return <>|<b/></>', [' 1-2 pair', 'b 2-2 self-closing']],
];

describe('elements', () => {
  for (const [dialect, text, wanted] of texts) {
    it(`are read from ${dialect}: ${text}`, () => {
      const { elements } = readElements(text.replaceAll('|', '\n'), dialect);

      const found = elements.map((one) => `${one.tag} ${one.start}-${one.end} ${one.kind}`);
      assert.deepEqual(found, wanted);
    });
  }

  it('of the same lines are told by the outermost, and small empty ones only if nothing else is there', () => {
    const { elements } = readElements('<a><b>x</b></a>\n<c>\n<d/>\n</c>\n<e/>\n', 'xml');

    const tags = [1, 3, 5, 6].map((line) => elementHolding(elements, line)?.tag);

    assert.deepEqual(tags, ['a', 'c', 'e', undefined]);
  });

  it('are read in a time linear in the text', () => {
    const text = `<ul>${'<li>x {{ '.repeat(50_000)}`;
    const started = performance.now();

    readElements(text, 'vue');

    assert.ok(performance.now() - started < 2000);
  });
});
