import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { axePlaces, findings } from './axeFindings.ts';
import { asked, untilAsked } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { keepLook, PageBench, widths } from './openPage.ts';

/** In the texts of one session, and in no title. */
const words = 'session_lolo navigoricur';

describe('the search in the texts of all sessions', () => {
  let bench: PageBench;

  async function open(query: PageQuery = {}, width?: number): Promise<Page> {
    const page = await bench.open({ chips: 2, calls: 2, ...query }, width);
    await page.getByRole('tab', { name: 'Context' }).click();
    await page.locator('turn-scrubber .turn-picture').waitFor();
    await page.locator('.session-button').press('Enter');
    await search(page).waitFor();
    return page;
  }

  const search = (page: Page) => page.getByRole('combobox', { name: 'Search sessions' });
  const found = (page: Page) =>
    page.getByRole('listbox', { name: 'Sessions with these words' }).getByRole('option');
  const status = (page: Page): Locator => page.locator('session-list [role="status"]');
  const spoken = async (element: Locator): Promise<string> =>
    ((await element.textContent()) ?? '').replace(/\s+/g, ' ').trim();

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('begins with Enter where no title fits, and opens a session at the blocks that have the words', async () => {
    const page = await open({ place: 'sidebar' }, widths.narrow);
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await found(page).first().waitFor();
    await status(page).getByText('searched').waitFor();
    const [option, said] = [await spoken(found(page).first()), await spoken(status(page))];

    await page.keyboard.press('Enter');
    await page.locator('block-list .list-line').first().waitFor();
    await page.waitForFunction(() => document.querySelector('.session-popup') === null);

    assert.match(option, /Refactor the importer\s*\d+ blocks .*NavigorIcur|session_lolo/i);
    assert.equal(said, '1 session has these words in its texts; 5 searched.');
    await untilAsked(page, 'sessions/search', { search: 1, words, everywhere: false });
    const field = page.locator('block-list [data-name="search"]');
    assert.equal(await field.evaluate((one: HTMLInputElement) => one.value), words);
    const scope = page.getByRole('combobox', { name: 'Which blocks' });
    assert.equal(await scope.inputValue(), 'all');
    await page.locator('block-list .block-state', { hasText: /content|text/ }).waitFor();
  });

  it('begins with its button or Alt+Enter where a title fits too, and goes back to the titles', async () => {
    const page = await open();
    await page.keyboard.type('the');
    const button = page.getByRole('button', { name: 'Search in all texts' });
    await button.waitFor();

    await page.keyboard.press('Alt+Enter');
    await found(page).nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    const marked = await search(page).getAttribute('aria-activedescendant');
    await page.getByRole('button', { name: 'Back to all titles' }).click();
    await page.getByRole('listbox', { name: 'Sessions', exact: true }).waitFor();
    await button.click();
    await found(page).first().waitFor();

    assert.equal(marked, 'session-options-1');
    assert.equal((await asked(page, 'sessions/search')).length, 2);
    assert.equal((await asked(page, 'session/open')).length, 1);
  });

  it('is made anew when other folders are chosen', async () => {
    const page = await open();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await found(page).first().waitFor();

    await page.getByRole('checkbox', { name: 'All folders' }).click();

    await untilAsked(page, 'sessions/search', { search: 2, words, everywhere: true });
  });

  it('can be stopped, and then says how far it was; typing on takes the titles back', async () => {
    const page = await open({ slow: 400 });
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await found(page).first().waitFor();

    await page.getByRole('button', { name: 'Stop' }).click();
    await status(page).getByText('Stopped').waitFor();
    const said = await spoken(status(page));
    await search(page).press('x');
    await page.getByRole('listbox', { name: 'Sessions', exact: true }).waitFor();

    assert.match(
      said,
      /^Stopped: \d of 5 sessions were searched\. So far: 1 session has these words/,
    );
    assert.equal((await asked(page, undefined, 'cancel')).length, 1);
  });

  it('says that nothing has the words, and is there again when the list is opened anew', async () => {
    const page = await open();
    await page.keyboard.type('nothing of this kind');
    await page.keyboard.press('Enter');
    await status(page).getByText('No session has these words').waitFor();

    await page.keyboard.press('Escape');
    await page.locator('.session-button').press('Enter');

    await status(page).getByText('No session has these words').waitFor();
    assert.equal(await search(page).inputValue(), 'nothing of this kind');
  });

  for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
    for (const [place, width] of axePlaces(theme)) {
      it(`has nothing that axe-core finds, in ${theme}, ${place}`, async () => {
        const page = await open({ theme, place }, width);
        await page.keyboard.type('the');
        await page.keyboard.press('Alt+Enter');
        await status(page).getByText('searched').waitFor();
        await keepLook(page, `${place}-${theme}-all-texts`);

        assert.deepEqual(await findings(page), []);
      });
    }
  }
});
