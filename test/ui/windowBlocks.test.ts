import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { axePlaces, findings } from './axeFindings.ts';
import { asked, untilAsked } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { keepLook, lines, PageBench, widths } from './openPage.ts';

describe('the window and its blocks', () => {
  let bench: PageBench;

  async function open(query: PageQuery = {}, width?: number): Promise<Page> {
    const page = await bench.open(query, width);
    await page.getByRole('tab', { name: 'Context', exact: true }).click();
    await page.locator('window-strip .strip-piece').first().waitFor();
    await page.locator('block-list .list-line').first().waitFor();
    return page;
  }

  const scope = (page: Page): Locator => page.getByLabel('Which blocks');
  const state = (page: Page): Locator => page.locator('.block-state');
  const detail = (page: Page): Locator => page.locator('block-detail');
  const sent = (page: Page): Locator => page.getByRole('slider', { name: 'The window as sent' });
  const text = (place: Locator): Promise<string | null> => place.getAttribute('aria-valuetext');

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('draws what the turn sent below what was seen, and a band to the summary of what left', async () => {
    const page = await open();

    const words = await page.locator('.strip-total').innerText();

    assert.match(words, /^Turn 139: 216 blocks, 106,060 tokens by the provider, /);
    assert.equal(await page.locator('.strip-band.is-summed').count(), 1);
    assert.equal((await page.locator('.strip-piece.is-gone').count()) > 0, true);
  });

  it('names blocks under the keyboard and opens one with Enter', async () => {
    const page = await open();
    await sent(page).focus();
    const first = await text(sent(page));
    await page.keyboard.press('End');
    const last = await text(sent(page));
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await detail(page).waitFor();

    assert.match(
      first ?? '',
      /^summary_192, Summaries, [\d,]+ tokens, estimated: .* \(in the window\)$/,
    );
    assert.notEqual(last, first);
    assert.match(await detail(page).locator('.sub').innerText(), /^summary_192 · Summaries/);
  });

  it('names the block under the pointer, and opens it with a click', async () => {
    const page = await open();
    const seen = page.getByRole('slider', { name: 'Everything seen so far' });
    const box = await seen.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 10);
    const named = await page.locator('.strip-words').innerText();
    await page.mouse.click((box?.x ?? 0) + 100, (box?.y ?? 0) + 10);
    await detail(page).waitFor();

    assert.match(named, /^tool_\d+, Tool results, .*\(left by patch_001/);
    assert.equal(
      (await detail(page).locator('.sub').innerText()).startsWith(named.slice(0, 8)),
      true,
    );
  });

  it('lets the bands of the chosen patch stand out', async () => {
    const page = await open();
    await scope(page).selectOption('left');
    await lines(page).nth(3).click();
    await detail(page).getByRole('button', { name: 'patch_001' }).first().click();

    await page.locator('.strip-band.is-summed.is-chosen').waitFor();
    assert.equal(
      await page.getByRole('tab', { name: 'Patches' }).getAttribute('aria-selected'),
      'true',
    );
  });

  it('scrolls a picture that is zoomed, and draws only what is seen', async () => {
    const page = await open();
    await page.locator('[data-name="strip-zoom"]').click();
    await page.waitForFunction(
      () => (document.querySelector('.strip-scroll')?.scrollWidth ?? 0) > 10_000,
    );
    await sent(page).focus();
    await page.keyboard.press('End');
    await page.waitForFunction(
      () => (document.querySelector('.strip-scroll')?.scrollLeft ?? 0) > 3000,
    );

    const width = await page.locator('.strip-picture').evaluate((svg) => svg.clientWidth);
    assert.ok(width <= widths.wide);
  });

  it('lists what is in the window, what left, all, and what was said before', async () => {
    const page = await open();
    const counts: Record<string, number> = {};
    for (const name of ['window', 'left', 'all', 'waste']) {
      await scope(page).selectOption(name);
      const words = await state(page).innerText();
      counts[name] = Number(/: ([\d,]+) blocks?/.exec(words)?.[1]?.replace(',', ''));
    }

    assert.equal(await page.getByLabel('Order', { exact: true }).inputValue(), 'tokens');
    assert.equal(counts['window'], 216);
    assert.equal(counts['all'], 408);
    assert.equal((counts['window'] ?? 0) + (counts['left'] ?? 0) <= 408, true);
    assert.equal((counts['waste'] ?? 0) > 0 && (counts['waste'] ?? 0) < 100, true);
  });

  it('searches in contents after a pause', async () => {
    const page = await open();
    await scope(page).selectOption('all');
    await page.locator('block-list [data-name="search"] input').fill('"toolu"');
    await page.waitForFunction(
      () => !/Searching/.test(document.querySelector('.block-state')?.textContent ?? ''),
    );
    const searches = (await asked(page, 'session/search')) as readonly { readonly words: string }[];

    assert.deepEqual(
      searches.map(({ words }) => words),
      ['toolu'],
    );
  });

  it('groups by kind and folds a group with the keyboard', async () => {
    const page = await open();
    await page.getByLabel('Groups', { exact: true }).selectOption('kind');
    await page.locator('block-list .list-line.is-group').first().waitFor();
    await page.locator('block-list [role="treegrid"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');

    await page.locator('.list-line.is-group[aria-expanded="false"]').first().waitFor();
    assert.match(await page.locator('.list-line.is-group').first().innerText(), /^Summaries/);
  });

  it('shows a text in parts, and searches in it', async () => {
    const page = await open();
    await scope(page).selectOption('all');
    await page.getByLabel('Order', { exact: true }).selectOption('tokens');
    await lines(page).first().click();
    await detail(page).locator('.block-text').waitFor();
    const words =
      (await detail(page).locator('.block-text').innerText()).trim().split(/\s+/)[3] ?? '';
    await detail(page).locator('[data-name="text-search"] input').fill(words);
    await page.keyboard.press('Enter');

    await detail(page).locator('mark.is-current').waitFor();
    assert.match(
      await detail(page).locator('.text-search [role="status"]').innerText(),
      /^\d+ of \d+/,
    );
  });

  it('colours a call’s arguments as JSON, also while something is looked for in them', async () => {
    const page = await open();
    await scope(page).selectOption('all');
    await page.locator('block-list [data-name="search"] input').fill('call_005');
    await lines(page).first().click();
    await detail(page).locator('.block-text', { hasText: '"command"' }).waitFor();

    const before = await coloured(page);
    await detail(page).locator('[data-name="text-search"] input').fill('comm');
    await detail(page).locator('mark').first().waitFor();
    const during = await coloured(page);
    await page.getByRole('tab', { name: 'Patches' }).click();
    await detail(page).waitFor({ state: 'detached' });

    assert.deepEqual(before['code-name'], ['"command"', '"description"']);
    assert.deepEqual(before['code-string'], ['"bd lavak"', '"Cona lavak bosofiti"']);
    assert.deepEqual(during, before);
    assert.deepEqual(await coloured(page), { 'code-name': [], 'code-string': [] });
  });

  it('opens file, transcript and document at the block’s place', async () => {
    const page = await open();
    await scope(page).selectOption('all');
    await page.locator('block-list [data-name="search"] input').fill('tool_015');
    await lines(page).first().click();
    const name = await detail(page).locator('.sub').innerText();
    for (const button of ['Open Transcript Here', 'Open as Document']) {
      await detail(page).getByRole('button', { name: button }).click();
    }
    await untilAsked(page, 'session/place', {
      at: { transcript: 't1', session: [], generation: 1 },
      block: 14,
      what: 'text',
    });

    const places = (await asked(page, 'session/place')) as readonly { readonly what: string }[];
    assert.match(name, /^tool_015/);
    assert.deepEqual(
      places.map(({ what }) => what),
      ['transcript', 'text'],
    );
  });

  it('takes the list’s place with the details in a sidebar, and comes back with Escape', async () => {
    const page = await open({ place: 'sidebar' }, widths.narrow);
    await page.locator('block-list [role="treegrid"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await detail(page).waitFor();
    const hidden = await page.locator('block-list .list-side').isHidden();
    await page.keyboard.press('Escape');
    await page.locator('block-list .list-side').waitFor();

    assert.equal(hidden, true);
    assert.equal(await detail(page).count(), 0);
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'treegrid');
  });

  for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
    for (const [place, width] of axePlaces(theme)) {
      it(`has nothing that axe-core finds, in ${theme}, ${place}: window, list, details`, async () => {
        const page = await open({ theme, place }, width);
        await keepLook(page, `${place}-${theme}-blocks`);
        const list = await findings(page);
        await scope(page).selectOption('all');
        await page.locator('.strip-legend summary').click();
        await lines(page).nth(4).click();
        await detail(page).locator('.block-text').waitFor();
        await detail(page).locator('[data-name="text-search"] input').fill('a');
        await keepLook(page, `${place}-${theme}-block`);

        assert.deepEqual({ list, details: await findings(page) }, { list: [], details: [] });
      });
    }
  }
});

/** What is coloured on the page, by what it is. */
function coloured(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...CSS.highlights].map(([name, ranges]) => [
        name,
        [...ranges].map((range) => (range as Range).toString()),
      ]),
    ),
  );
}
