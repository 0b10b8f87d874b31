import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findings } from './axeFindings.ts';
import { untilAsked } from './fakeHost.ts';
import { keepLook, PageBench, widths } from './openPage.ts';

const codex = 'file:/home/me/transcripts/codex/compacted.jsonl';

describe('two sessions side by side', () => {
  let bench: PageBench;

  /** The live session at the left, another one at the right. */
  async function open(width: number = widths.wide, theme = 'dark'): Promise<Page> {
    const place = width === widths.wide ? 'editor' : 'sidebar';
    const page = await bench.open({ chips: 2, calls: 2, theme, place }, width);
    await page.getByRole('tab', { name: 'Context' }).click();
    await page.locator('turn-scrubber .turn-picture').waitFor();
    await page.getByRole('button', { name: 'Open a second session beside' }).click();
    await page.keyboard.type('parser');
    await page.keyboard.press('Enter');
    await untilAsked(page, 'session/open', { key: codex });
    return page;
  }

  const column = (page: Page, side: 'Left' | 'Right') =>
    page.getByRole('region', { name: `${side} session`, exact: true });
  const slider = (page: Page, side: 'Left' | 'Right') =>
    column(page, side).getByRole('slider', { name: 'Turn' });

  async function openBoth(): Promise<Page> {
    const page = await open();
    await slider(page, 'Right').and(page.locator('[aria-valuemax="286"]')).waitFor();
    return page;
  }

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('have each its own name, turns and chosen turn', async () => {
    const page = await openBoth();

    await slider(page, 'Left').press('Home');
    await slider(page, 'Right').press('ArrowLeft');
    await slider(page, 'Right').press('ArrowLeft');

    const isAt = (side: 'Left' | 'Right', turn: number): Promise<void> =>
      slider(page, side)
        .and(page.locator(`[aria-valuenow="${turn}"]`))
        .waitFor();
    await isAt('Left', 1);
    await isAt('Right', 284);
    assert.equal(await slider(page, 'Left').getAttribute('aria-valuemax'), '139');
    await column(page, 'Left')
      .getByRole('button', { name: /^Session, left session: Refactor/ })
      .waitFor();
    await column(page, 'Right')
      .getByRole('button', { name: /^Session, right session: Port/ })
      .waitFor();
    assert.equal(await column(page, 'Right').locator('.strip-picture').count(), 1);
  });

  it('share the lists: they are of the one where the keyboard is, and go back with it', async () => {
    const page = await openBoth();
    const told = page.locator('context-page block-list');
    const untilTurn = (turn: number) =>
      told.getByText(new RegExp(`In the window, turn ${turn}:`)).waitFor();
    await untilTurn(139);

    await slider(page, 'Right').press('Home');
    await untilTurn(1);
    const note = await column(page, 'Right').getByText('The lists below are of this one.').count();
    await slider(page, 'Left').focus();
    await untilTurn(139);

    assert.equal(note, 1);
    assert.equal(await slider(page, 'Right').getAttribute('aria-valuenow'), '1');
  });

  it('are compared in a table', async () => {
    const page = await openBoth();
    await column(page, 'Right').getByText('Turn 286', { exact: true }).waitFor();
    const cells = async (name: string): Promise<readonly string[]> =>
      page
        .getByRole('row', { name: new RegExp(`^${name}`) })
        .getByRole('cell')
        .allInnerTexts();

    const [left, right, gap] = [
      await cells('Left'),
      await cells('Right [^a]'),
      await cells('Right against left'),
    ];

    assert.deepEqual(left.slice(0, 2), ['claude-opus-4-6', '139']);
    assert.deepEqual(right.slice(0, 2), ['gpt-5.3-codex', '286']);
    assert.deepEqual(gap.slice(0, 2), ['differs', '+147']);
    assert.deepEqual(left.slice(-2), ['200,000 (usual)', '1 (1 inferred)']);
  });

  it('are there again, each on its side, after the page was loaded anew', async () => {
    const page = await openBoth();
    await slider(page, 'Right').press('Home');

    await page.reload();
    await slider(page, 'Right').and(page.locator('[aria-valuemax="286"]')).waitFor();
    await slider(page, 'Left').and(page.locator('[aria-valuemax="139"]')).waitFor();

    assert.equal(await slider(page, 'Right').getAttribute('aria-valuenow'), '1');
  });

  for (const [closed, kept, turns] of [
    ['Left', 'Port the parser', '286'],
    ['Right', 'Refactor the importer', '139'],
  ] as const) {
    it(`leave one alone when the ${closed.toLowerCase()} one is closed`, async () => {
      const page = await openBoth();

      await page.getByRole('button', { name: `Close the ${closed.toLowerCase()} session` }).click();
      await page.locator('session-columns').waitFor({ state: 'detached' });
      await untilAsked(page, 'session/close', { transcript: closed === 'Left' ? 't1' : 't2' });
      const shown = page.getByRole('button', { name: /^Session: / });
      await page.waitForFunction(
        () => document.activeElement?.classList.contains('session-button') === true,
      );

      assert.match(await shown.innerText(), new RegExp(kept));
      assert.equal(
        await page.getByRole('slider', { name: 'Turn' }).getAttribute('aria-valuemax'),
        turns,
      );
    });
  }

  it('are one at a time where there is no room for both, and changed with a button', async () => {
    const page = await open(widths.narrow);
    const second = page.getByRole('group', { name: 'The second session' });
    const before = await second.innerText();

    await second.getByRole('button', { name: 'Go to It' }).click();
    await page.locator('[role="slider"][aria-valuemax="286"]').first().waitFor();
    await keepLook(page, 'sidebar-dark-beside');

    assert.match(before, /no room here for two sessions.*Port the parser/s);
    assert.match(await second.innerText(), /Refactor the importer/);
    assert.equal(await page.locator('turn-scrubber').count(), 1);
    assert.deepEqual(await findings(page), []);
  });

  for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
    it(`have nothing that axe-core finds, in ${theme}`, async () => {
      const page = await open(widths.wide, theme);
      await column(page, 'Right').getByText('Turn 286', { exact: true }).waitFor();
      await keepLook(page, `editor-${theme}-beside`);

      assert.deepEqual(await findings(page), []);
    });
  }
});
