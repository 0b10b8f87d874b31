import assert from 'node:assert/strict';
import { axePlaces, findings } from './axeFindings.ts';
import { keepLook, lines, PageBench } from './openPage.ts';

const themes = ['dark', 'light', 'contrast', 'contrast-light'] as const;

describe('the page for everybody', () => {
  let bench: PageBench;

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  for (const theme of themes) {
    for (const [place, width] of axePlaces(theme)) {
      it(`has nothing that axe-core finds, in ${theme}, ${place}: list, chip, replay, call`, async () => {
        const found: Record<string, readonly string[]> = {};
        const page = await bench.open({ chips: 30, calls: 60, theme, place }, width);
        const look = async (name: string): Promise<void> => {
          await keepLook(page, `${place}-${theme}-${name}`);
          found[name] = await findings(page);
        };

        await look('chips');
        await page.getByLabel('Groups', { exact: true }).selectOption('tool');
        await page.locator('.list-line:not(.is-group)').nth(2).click();
        await page.locator('chip-detail .facts-list').waitFor();
        await look('chip');
        await page.locator('[data-name="replay"]').click();
        await page.locator('replay-form .diff').waitFor();
        await look('replay');
        await page.getByRole('tab', { name: 'Activity' }).click();
        await lines(page).first().waitFor();
        await look('activity');
        await lines(page).first().click();
        await page.locator('call-detail .chip-text').waitFor();
        await page.getByRole('button', { name: 'More actions' }).click();
        await look('call');

        assert.deepEqual(found, { chips: [], chip: [], replay: [], activity: [], call: [] });
      });
    }
  }

  it('has nothing that axe-core finds while it is empty or in trouble', async () => {
    const empty = await findings(await bench.open({ chips: 0, calls: 0 }));
    const page = await bench.open({ chips: 3, problem: 1, slow: 5000 });
    await lines(page).first().click();
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByText('Pinning…').waitFor();

    const trouble = await findings(page);

    assert.deepEqual([...empty, ...trouble], []);
    await keepLook(page, 'editor-dark-trouble');
  });

  it('can be walked with the keyboard alone: tabs, search, list, chip, replay and back', async () => {
    const page = await bench.open({ chips: 30 });
    const at = (): Promise<string> =>
      page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) {
          element = element.shadowRoot.activeElement;
        }
        return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
      });
    const seen: string[] = [];
    const press = async (key: string): Promise<void> => {
      await page.keyboard.press(key);
      seen.push((await at()).replace(/\s+/g, ' ').slice(0, 40));
    };

    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'treegrid');
    seen.push(await at());
    for (let step = 0; step < 5; step++) {
      await press('Shift+Tab');
    }
    await page.locator('[role="treegrid"]').focus();
    await page.keyboard.press('ArrowDown');
    await press('Enter');
    await page.locator('chip-detail .actions').waitFor();
    await press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('replay-form .diff').waitFor();
    seen.push(await at());
    await press('Escape');

    assert.deepEqual(seen, [
      'Chips',
      'Order',
      'Groups',
      'Search chips',
      'More actions',
      'Chips30',
      'Details',
      'Replay…',
      '',
      'Chips',
    ]);
  });
});
