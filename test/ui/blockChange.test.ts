import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { asked } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { lines, PageBench } from './openPage.ts';

const at = { transcript: 't1', session: [], generation: 1 };

describe('changing blocks of a session', () => {
  let bench: PageBench;

  async function open(query: PageQuery): Promise<Page> {
    const page = await bench.open(query);
    await page.getByRole('tab', { name: 'Context', exact: true }).click();
    await page.locator('block-list .list-line').first().waitFor();
    return page;
  }

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('of our own, live: picked with the keyboard, looked at before, and done for all of them', async () => {
    const page = await open({ sessions: 'own' });
    const labels = await lines(page).evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')?.split(',')[0] ?? ''),
    );
    await page.locator('block-list [role="treegrid"]').focus();
    for (const key of ['Home', ' ', 'ArrowDown', ' ']) {
      await page.keyboard.press(key);
    }
    await page.getByText('2 blocks picked').waitFor();
    await page.locator('.change summary').click();
    await page.getByText('The next request pays 700 tokens again').waitFor();
    await page.locator('.change [data-name="act"]').click();
    await page.getByText(/^Done\. 225 tokens left the window/).waitFor();

    const acts = (await asked(page, 'session/act')) as readonly {
      readonly act: { readonly act: string; readonly ids: readonly string[] };
      readonly dry: boolean;
    }[];
    assert.deepEqual(
      acts.map(({ act, dry }) => [act.act, [...act.ids].sort(), dry]),
      [true, false].map((dry) => ['archive', labels.slice(0, 2).sort(), dry]),
    );
    assert.deepEqual((acts[0] as unknown as { at: unknown }).at, at);
  });

  it('lets go what was picked, and then is about the block whose details are open', async () => {
    const page = await open({ sessions: 'own' });
    await page.locator('block-list [role="treegrid"]').focus();
    for (const key of ['Home', ' ']) {
      await page.keyboard.press(key);
    }
    await page.getByRole('button', { name: 'Let go' }).click();
    await page.locator('.picked').waitFor({ state: 'detached' });
    await lines(page).first().click();

    await page.locator('.change summary', { hasText: 'Change this block' }).waitFor();
    assert.deepEqual(await asked(page, 'session/act'), []);
  });

  it('is not offered for a session of another program', async () => {
    const page = await open({});
    await lines(page).first().click();
    await page.locator('block-detail').waitFor();

    assert.equal(await page.locator('.change').count(), 0);
  });
});
