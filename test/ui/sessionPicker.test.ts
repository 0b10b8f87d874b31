import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findings } from './axeFindings.ts';
import { asked, untilAsked } from './fakeHost.ts';
import { PageBench, widths } from './openPage.ts';

const codex = 'file:/home/me/transcripts/codex/compacted.jsonl';

describe('the choice of a session', () => {
  let bench: PageBench;

  async function open(width?: number): Promise<Page> {
    const page = await bench.open({ chips: 2, calls: 2 }, width);
    await page.getByRole('tab', { name: 'Context' }).click();
    await page.locator('turn-scrubber .turn-picture').waitFor();
    return page;
  }

  const session = (page: Page) => page.getByRole('combobox', { name: 'Session' });

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('begins with the session that was worked in last, and says that it is live', async () => {
    const page = await open();

    const chosen = await session(page).locator('option:checked').innerText();

    assert.equal(chosen.trim(), 'Claude Code · Refactor the importer (live)');
    assert.equal(await page.getByRole('img', { name: 'Live' }).count(), 1);
  });

  it('opens another session at its newest turn, and closes the former', async () => {
    const page = await open();
    await page.getByRole('slider', { name: 'Turn' }).press('Home');

    await session(page).selectOption(codex);
    await untilAsked(page, 'session/open', { key: codex });
    await page.getByRole('img', { name: 'Live' }).waitFor({ state: 'detached' });
    await untilAsked(page, 'session/close', { transcript: 't1' });

    const slider = page.getByRole('slider', { name: 'Turn' });
    const last = await slider.getAttribute('aria-valuemax');
    assert.equal(await slider.getAttribute('aria-valuenow'), last);
    assert.notEqual(last, '139');
  });

  it('shows a subagent’s conversation, and the main one again', async () => {
    const page = await open();
    const conversation = page.getByRole('combobox', { name: 'Conversation' });
    const turns = async (): Promise<number> =>
      Number(await page.getByRole('slider', { name: 'Turn' }).getAttribute('aria-valuemax'));

    await conversation.selectOption({ index: 1 });
    await page
      .locator('select[aria-label="Conversation"] option', { hasText: 'This subagent' })
      .waitFor({ state: 'attached' });
    await page.waitForFunction(
      () => document.querySelector('[role="slider"]')?.getAttribute('aria-valuemax') !== '139',
    );
    const ofSubagent = await turns();
    await conversation.selectOption('');
    await page.waitForFunction(
      () => document.querySelector('[role="slider"]')?.getAttribute('aria-valuemax') === '139',
    );

    assert.ok(ofSubagent > 0 && ofSubagent < 139);
  });

  it('lists the sessions of all folders, and those of this folder again', async () => {
    const page = await open();

    await page.getByRole('button', { name: 'Sessions of all folders' }).click();
    await untilAsked(page, 'sessions/list', { everywhere: true, limit: 200 });
    await page.getByRole('button', { name: 'Only this folder’s sessions' }).click();
    await untilAsked(page, 'sessions/list', { everywhere: false, limit: 200 });

    assert.equal((await asked(page, 'session/open')).length, 1);
  });

  for (const width of [widths.narrow, widths.wide]) {
    it(`has nothing that axe-core finds, at ${width} pixels`, async () => {
      const page = await open(width);

      assert.deepEqual(await findings(page), []);
    });
  }
});
