import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axePlaces, findings } from './axeFindings.ts';
import { asked, untilAsked } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { keepLook, PageBench, widths } from './openPage.ts';

const themes = ['dark', 'light', 'contrast', 'contrast-light'] as const;

/** How the first own session is asked about. */
const at = { transcript: 't1', session: [], generation: 1 };

describe('patches, what they took, and what differs between turns', () => {
  let bench: PageBench;

  async function open(
    tab: 'Patches' | 'Compare',
    query: PageQuery = {},
    width?: number,
  ): Promise<Page> {
    const page = await bench.open({ chips: 1, calls: 1, ...query }, width);
    await page.getByRole('tab', { name: 'Context' }).click();
    await page.getByRole('tab', { name: tab }).click();
    await page.locator('patch-list .list-line, turn-diff .list-line').first().waitFor();
    return page;
  }

  async function openRecord(query: PageQuery = {}, width?: number): Promise<Page> {
    const page = await open('Patches', query, width);
    await page.locator('patch-list .list-line').first().click();
    await page.locator('loss-record text-pages pre').nth(1).waitFor();
    return page;
  }

  const words = async (page: Page, place: string): Promise<string> =>
    (await page.locator(place).first().innerText()).replace(/\s+/g, ' ');

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('lists a compaction with turn, actor, trigger, sizes, blocks that left and recovery', async () => {
    const page = await open('Patches');

    assert.equal(
      await words(page, 'patch-list .list-line'),
      '62 Compaction inferred the agent’s program by itself 170,251 → 36,081 191 all of it',
    );
  });

  it('shows what left, why, where each original is, the summary in its place and the cache', async () => {
    const page = await openRecord();
    const record = await words(page, 'loss-record');

    assert.match(
      record,
      /Inferred\. Nobody recorded this patch.*The transcript marks a compaction/,
    );
    assert.match(record, /nearly full\. 191 blocks, about 12\d,\d{3} tokens, left the window\./);
    assert.match(record, /170,251 tokens counted by the agent/);
    assert.match(record, /36,081 tokens counted by the provider/);
    assert.match(record, /Stands there instead summary_192/);
    assert.match(record, /60 % of the input of the call after it came from the cache/);
    assert.match(
      record,
      /Read 163,346 21,478 Missed 1,485 14,603 Of it written 1,484 14,600 Input 164,831 36,081/,
    );
    assert.equal(
      await page.getByRole('treegrid', { name: 'Blocks that left' }).getAttribute('aria-rowcount'),
      '192',
    );
  });

  it('opens an original in the list of blocks, or at its place in the transcript', async () => {
    const page = await openRecord();
    const list = page.getByRole('treegrid', { name: 'Blocks that left' });

    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('t');
    await untilAsked(page, 'session/place', { at, block: 1, what: 'transcript' });
    await page.getByRole('button', { name: 'reasoning_003' }).click();

    await page.locator('#context-blocks[aria-selected="true"]').waitFor();
    const kept = await page.evaluate(() => sessionStorage.getItem('chipboard.page') ?? '');
    assert.equal((JSON.parse(kept) as { context: { block: number } }).context.block, 2);
  });

  it('turns the pages of a long text', async () => {
    const page = await openRecord();
    const list = page.getByRole('treegrid', { name: 'Blocks that left' });
    await list.focus();
    const pane = page.getByRole('region', { name: 'What left' });
    while ((await pane.getByRole('button', { name: 'Next part' }).count()) === 0) {
      await page.keyboard.press('ArrowDown');
      await pane.locator('pre').waitFor();
    }

    await pane.getByRole('button', { name: 'Next part' }).click();
    await pane.getByText(/characters 16,385 to/).waitFor();
  });

  it('exports a record as it was previewed, with the rules', async () => {
    const page = await openRecord();
    await page.getByLabel('Format').selectOption('json');
    await page.getByLabel(/regular expressions/).fill('(');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('“(” is no regular expression.').waitFor();
    assert.equal((await asked(page, 'session/exported')).length, 0);

    await page.getByLabel(/regular expressions/).fill('secret\\d+');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('{ "patch": "patch_001" }').waitFor();
    await page.getByRole('button', { name: 'Copy' }).click();

    await untilAsked(page, 'session/export', {
      at,
      export: { as: 'json', patch: 'patch_001', texts: false, redact: ['secret\\d+'] },
      to: 'clipboard',
    });
    await page.getByText('The record is on the clipboard.').waitFor();
  });

  it('offers no act for a session of another program', async () => {
    const page = await openRecord();

    assert.equal(await page.locator('act-form').count(), 0);
  });

  it('says before an undo what it would do, then does it', async () => {
    const page = await open('Patches', { sessions: 'own' });
    await page.locator('patch-list .list-line').nth(2).click();
    const form = page.locator('act-form').first();
    await form.getByText('The next request pays 700 tokens again').waitFor();
    await form.getByText('after 4 requests').waitFor();

    await form.locator('[data-name="act"]').click();
    await page.getByText(/^Done\. 225 tokens left the window/).waitFor();

    const undo = { act: 'undo', patch: 'patch_001' };
    assert.deepEqual(
      (await asked(page, 'session/act')).filter((one) => isDry(one) === false),
      [{ at, act: undo, dry: false }],
    );
  });

  it('says why an undo would be refused, in the words of the rule, and does not offer it', async () => {
    const page = await openRecord({ sessions: 'own' });
    const form = page.locator('act-form').first();
    await form.getByText('This would be refused:').waitFor();

    assert.match(
      await words(page, 'act-form .refusals'),
      /^A later patch changed the same blocks\. Undo that one first\. Rule undo_blocked: tool_call_004$/,
    );
    await form.locator('[data-name="act"][disabled]').waitFor();
    assert.match(await words(page, '.provenance'), /^Recorded\./);
  });

  it('compares a turn with the one before it, and any two', async () => {
    const page = await open('Compare');
    assert.equal(await page.getByLabel('From turn').inputValue(), '138');
    assert.equal(await page.getByLabel('to turn').inputValue(), '139');

    await page.getByLabel('From turn').fill('61');
    await page.getByLabel('From turn').press('Enter');
    await page.getByLabel('to turn').fill('62');
    await page.getByLabel('to turn').press('Enter');
    await page.locator('.group-name', { hasText: 'Removed' }).waitFor();

    const table = await words(page, 'turn-diff .figures');
    assert.match(table, /Removed 188 ≈ 121,451 – Added 1 – ≈ 3,362 Whole input 164,831 36,081$/);
    await page.locator('turn-diff .list-line:not(.is-group)').first().click();
    await page.getByRole('button', { name: 'Taken out by Compaction patch_001' }).click();
    await page.locator('loss-record').waitFor();
  });

  it('shows first what became of the system prompt, with the difference of its texts', async () => {
    const page = await open('Compare', { sessions: 'own' });
    await page.getByLabel('From turn').fill('2');
    await page.getByLabel('From turn').press('Enter');
    await page.getByLabel('to turn').fill('3');
    await page.getByLabel('to turn').press('Enter');

    await page.getByRole('button', { name: 'System prompt changed' }).click();
    await page.locator('block-diff .diff').waitFor();

    assert.match(
      await words(page, 'block-diff .diff header'),
      /system_prompt_001 → system_prompt_008 \+1 −1/,
    );
  });

  it('is walked with the keyboard alone: patches, record, blocks and back', async () => {
    const page = await open('Patches', {}, widths.narrow);
    await page.getByRole('treegrid', { name: 'Patches' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('loss-record text-pages pre').first().waitFor();
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
    assert.equal(await focused(), 'Loss record');

    await page.keyboard.press('Escape');
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Patches',
    );
  });

  for (const theme of themes) {
    for (const [place, width] of axePlaces(theme)) {
      it(`has nothing that axe-core finds, in ${theme}, ${place}: patches, records, comparison`, async () => {
        const found: Record<string, readonly string[]> = {};
        const look = async (page: Page, name: string): Promise<void> => {
          await keepLook(page, `${place}-${theme}-${name}`);
          found[name] = await findings(page);
        };

        const page = await openRecord({ theme, place }, width);
        await look(page, 'loss');
        const own = await openRecord({ theme, place, sessions: 'own' }, width);
        await own.getByText('This would be refused').scrollIntoViewIfNeeded();
        await look(own, 'loss-own');
        await own.getByRole('button', { name: 'Compare Before and After' }).click();
        await own.locator('turn-diff .list-line:not(.is-group)').first().click();
        await own.locator('turn-diff .detail pre').waitFor();
        await look(own, 'turn-diff');

        assert.deepEqual(found, { loss: [], 'loss-own': [], 'turn-diff': [] });
      });
    }
  }
});

function isDry(params: unknown): boolean | undefined {
  return (params as { readonly dry?: boolean }).dry;
}
