import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axePlaces, findings } from './axeFindings.ts';
import { asked, host, untilAsked } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { keepLook, PageBench } from './openPage.ts';

const sidechains = 'file:/home/me/transcripts/claude-code/inline-sidechains-1.0.jsonl';
const themes = ['dark', 'light', 'contrast', 'contrast-light'] as const;

describe('advice, tools and costs', () => {
  let bench: PageBench;

  async function open(
    tab: 'Advice' | 'Tools and Cost',
    query: PageQuery = {},
    width?: number,
  ): Promise<Page> {
    const page = await bench.open({ chips: 2, calls: 2, sessions: 'advice', ...query }, width);
    await page.getByRole('tab', { name: 'Context' }).click();
    await page.getByRole('tab', { name: tab }).click();
    await page
      .locator(tab === 'Advice' ? '.advice' : '.tools-cost')
      .first()
      .waitFor();
    return page;
  }

  const table = (page: Page, name: string) =>
    page.getByRole('region', { name, exact: true }).locator('tr');

  async function cells(page: Page, name: string): Promise<readonly string[]> {
    const rows = await table(page, name).allInnerTexts();
    return rows.map((row) => row.replace(/\s+/g, ' ').trim());
  }

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('lists advice with the most tokens at stake first, and its number on the tab', async () => {
    const page = await open('Advice');

    const rules = await page
      .locator('.advice')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-rule')));

    assert.deepEqual(rules, ['misses', 'compaction', 'unused', 'tools', 'tools']);
    assert.equal(await page.locator('#context-advice .badge').innerText(), '5');
    assert.match(
      await page.locator('.advice[data-rule="compaction"]').innerText(),
      /The window will be full in about 7 turns\.[^]*129,000 tokens at stake, counted by the provider/,
    );
  });

  it('leads to the block that it is about, and to the tools', async () => {
    const page = await open('Advice');

    await page.getByRole('button', { name: 'Show block_5' }).click();
    await page.locator('block-detail', { hasText: 'block_5' }).waitFor();
    await page.getByRole('tab', { name: 'Advice' }).click();
    await page.getByRole('button', { name: 'Tools and Cost' }).first().click();

    assert.deepEqual((await cells(page, 'MCP servers')).slice(1), [
      'the agent’s own 2 1 ≈ 1,101 1 0 ≈ 100 ≈ 12,000',
      'maps 2 2 ≈ 1,899 0 0 ≈ 0 ≈ 0',
      'Sum 4 3 ≈ 3,000 1 0 ≈ 100 ≈ 12,000',
    ]);
  });

  it('offers a ready act on a live session of our own: first a dry run, then the act', async () => {
    const page = await open('Advice');
    const unused = page.locator('.advice[data-rule="unused"]');
    const act = { act: 'offload', ids: ['run_5'] };
    const at = { transcript: 't1', session: [], generation: 1 };

    await unused.getByRole('button', { name: 'Offload…' }).press('Enter');
    await untilAsked(page, 'session/act', { at, act, dry: true });
    await unused.getByText('225 tokens would leave the window.').waitFor();
    await unused.getByRole('button', { name: 'Offload 1 block' }).press('Enter');

    await untilAsked(page, 'session/act', { at, act, dry: false });
    await page.getByText(/^Done\./).waitFor();
    assert.equal(await unused.locator('act-form').count(), 0);
  });

  it('offers no act on a session of another program', async () => {
    const page = await open('Advice', { sessions: 'none' });

    assert.ok((await page.locator('.advice').count()) > 0);
    assert.equal(await page.getByRole('button', { name: /…$/ }).count(), 0);
    assert.deepEqual(await asked(page, 'session/act'), []);
  });

  it('tells costs by model with and without the cache, and says where no price is known', async () => {
    const page = await open('Tools and Cost');

    const rows = await cells(page, 'Cost by model');

    assert.match(rows[1] ?? '', /^claude-opus-4-6 20 .* published, claude-opus-4-6: in 5, out 25/);
    assert.match(rows[2] ?? '', /^unheard-of 4 .* no price known – no price known$/);
    assert.match(rows[3] ?? '', /^Sum 24 .* ≥ \$/);
    await page.getByText('No price is known for the model of 4 calls.').waitFor();
  });

  it('takes prices of the setting, and says which entries it left out', async () => {
    const set = { 'unheard-of': { input: 1, output: 1 }, other: { input: -1, output: 1 } };
    const page = await open('Tools and Cost', { prices: JSON.stringify(set) });

    const rows = await cells(page, 'Cost by model');

    assert.match(rows.find((row) => row.startsWith('unheard-of')) ?? '', /yours, unheard-of: in 1/);
    await page.getByText('The price of “other” in chipboard.prices is left out').waitFor();
    await page.getByRole('button', { name: 'Change Prices…' }).click();
    await untilAsked(page, 'settings/open', {});
  });

  it('goes to the turn of a call in the list of costs', async () => {
    const page = await open('Tools and Cost');

    await page.getByRole('treegrid', { name: 'Cost of each call' }).focus();
    await page.keyboard.press('Home');

    await page.locator('#call-costs .is-chosen[data-index="0"]').waitFor();
    await page.waitForFunction(
      () =>
        document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuenow') ===
        '1',
    );
  });

  it('lists subagents with their sums, and shows one', async () => {
    const page = await open('Tools and Cost', { sessions: 'none' });
    await host(page, 'show', { page: 'context', session: sidechains });
    await table(page, 'Subagents').nth(6).waitFor();

    const calls = (await cells(page, 'Subagents')).map((row) => /(\d+) /.exec(row)?.[1]);
    const rows = await table(page, 'Subagents').evaluateAll((list) =>
      list.slice(1).map((row) => Number(row.querySelector('td')?.textContent?.trim())),
    );

    assert.equal(calls.length, 8);
    assert.equal(
      rows.at(-1),
      rows.slice(0, -1).reduce((sum, count) => sum + count, 0),
    );
    await table(page, 'Subagents').nth(2).getByRole('button').click();
    await page.getByText('This session started no subagents.').waitFor();
  });

  for (const theme of themes) {
    for (const [place, width] of axePlaces(theme)) {
      it(`has nothing that axe-core finds, in ${theme}, ${place}`, async () => {
        const page = await open('Advice', { theme, place }, width);
        await page.getByRole('button', { name: 'Offload…' }).click();
        await page.getByText('tokens would leave the window.').waitFor();
        await keepLook(page, `${place}-${theme}-advice`);
        const advice = await findings(page);
        await page.getByRole('tab', { name: 'Tools and Cost' }).click();
        await table(page, 'Tools').first().waitFor();
        await keepLook(page, `${place}-${theme}-tools`);

        assert.deepEqual([advice, await findings(page)], [[], []]);
      });
    }
  }
});
