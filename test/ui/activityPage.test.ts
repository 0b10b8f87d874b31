import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { asked, host, untilAsked } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { lines, PageBench, widths } from './openPage.ts';

describe('the activity page', () => {
  let bench: PageBench;

  async function open(query: PageQuery = {}, width?: number): Promise<Page> {
    const page = await bench.open(query, width);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.locator('activity-page .list-line, activity-page .lesson').first().waitFor();
    return page;
  }

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('lists calls with agent, tool, file, lines, duration, outcome, chip and event', async () => {
    const page = await open({ calls: 90 });

    const first = (await lines(page).first().innerText()).replace(/\s+/g, ' ');

    assert.match(first, /^be-write codex-mcp-client \S+ 1-9 \d+ ms now bad-arguments 10000a$/);
  });

  it('counts the calls of each agent and how many fail, and shows those of one', async () => {
    const page = await open({ calls: 200 });
    const agents = page.getByRole('list', { name: 'Agents' }).getByRole('button');
    const texts = (await agents.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

    await agents.filter({ hasText: 'gemini-cli' }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.list-line')].every((line) =>
        / by gemini-cli/.test(line.getAttribute('aria-label') ?? ''),
      ),
    );

    assert.deepEqual(
      texts.map((text) => /^(.*?) (\d+) calls, \d+ failed \(\d+(\.\d)? %\)$/.exec(text)?.[2]),
      ['50', '50', '50', '50'],
    );
  });

  it('shows calls as they happen, and those that run', async () => {
    const page = await open({ calls: 10, running: 1 });
    await page.getByText('be-write by claude-code is running').waitFor();

    await host(page, 'addCall');
    await page.waitForFunction(() => document.querySelectorAll('.list-line').length === 11);

    assert.match((await lines(page).first().getAttribute('aria-label')) ?? '', /now/);
  });

  it('shows arguments and result, and hides their texts when asked to', async () => {
    const page = await open({ calls: 20 });
    await lines(page).nth(0).click();
    await page.getByText('event_id: e0e0e0e0').waitFor();

    await page.getByText('Hide texts and secrets').click();
    await page.getByText('‹7 lines, 200 characters›').waitFor();

    assert.equal(await page.getByText('event_id: e0e0e0e0').count(), 0);
    assert.equal(((await asked(page, 'call/read')).at(-1) as { redact: boolean }).redact, true);
  });

  it('takes an edit back after showing what that does', async () => {
    const page = await open({ calls: 20 });
    await page.locator('[data-name="search"] input').fill('is:edit');
    await lines(page).nth(0).click();

    await page.getByRole('button', { name: 'Take Back…' }).click();
    await page.locator('call-detail .diff').waitFor();
    await page.getByRole('button', { name: 'Take Back', exact: true }).click();
    await page.getByText('Done. It can be taken back').waitFor();

    await untilAsked(page, 'event/preview', { event: 'e0e0e0e0', action: 'rollback' });
    assert.equal((await asked(page, 'preview/apply')).length, 1);
  });

  it('copies a bug report and leads to the chip of a failed call', async () => {
    const page = await open({ calls: 90 });
    await lines(page).nth(0).click();
    await page.getByRole('button', { name: 'Copy as Bug Report' }).click();
    await page.getByText('The report is on the clipboard').waitFor();

    await page.getByRole('button', { name: 'Show the Chip' }).click();
    await page.locator('chip-detail').waitFor();

    assert.match(await page.locator('chip-detail .sub').innerText(), /chip 10000a/);
  });

  it('says that nothing is recorded where the setting is off', async () => {
    const page = await open({ calls: 0, recorded: 'no' });

    await page.getByText('Calls are not recorded').waitFor();
  });

  it('teaches what it shows while there is nothing', async () => {
    const page = await open({ calls: 0 }, widths.narrow);

    await page.getByText('No tool calls yet').waitFor();
  });

  it('keeps up with 50,000 calls with few lines in the document', async () => {
    const page = await open({ calls: 50_000 });
    await page.waitForFunction(
      () => document.querySelector('[role="treegrid"]')?.getAttribute('aria-rowcount') === '50001',
    );

    await page.locator('[data-name="search"] input').fill('client:codex is:failed');
    await page.waitForFunction(
      () =>
        Number(document.querySelector('[role="treegrid"]')?.getAttribute('aria-rowcount')) < 5000,
    );

    assert.ok((await lines(page).count()) < 100);
  });
});
