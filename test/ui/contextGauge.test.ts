import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { axePlaces, findings } from './axeFindings.ts';
import { asked, host, untilAsked } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { keepLook, PageBench, widths } from './openPage.ts';

describe('the gauge', () => {
  let bench: PageBench;

  async function open(query: PageQuery = {}, width?: number): Promise<Page> {
    const page = await bench.open({ chips: 2, calls: 2, ...query }, width);
    await page.getByRole('tab', { name: 'Context', exact: true }).click();
    await page.locator('context-gauge .gauge-history').waitFor();
    return page;
  }

  const gauge = (page: Page): Locator => page.getByRole('region', { name: 'Gauge' });
  const words = async (place: Locator): Promise<string> =>
    (await place.innerText()).replace(/\s+/g, ' ').trim();
  const part = (page: Page, name: string): Locator => page.locator(`details[data-part="${name}"]`);
  const kept = (page: Page): Promise<unknown> =>
    page.evaluate(
      () => JSON.parse(sessionStorage.getItem('chipboard.page') ?? '{}') as { context: unknown },
    );

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('says what was sent last, of how many tokens, who counted, what is kept, and the agent’s own line', async () => {
    const page = await open();

    const meter = page.getByRole('meter', { name: 'Window' });

    assert.equal(
      await meter.getAttribute('aria-valuetext'),
      '106,060 of 200,000 tokens, 53 %; free 61,940; kept for the answer 32,000; agent compacts, usually at 167,000, 60,940 to go',
    );
    assert.equal(await meter.getAttribute('aria-valuenow'), '106060');
    const all = await words(gauge(page));
    assert.match(all, /^Window as sent last Turn 139 of 139 106,060 of 200,000 tokens, 53 % /);
    assert.match(all, /Counted by the provider\. The limits are usual for such models; /);
    assert.match(all, /Our estimate of its blocks: 53,697 \(−49 %\)\./);
  });

  it('follows the chosen turn and says so, and the newest again', async () => {
    const page = await open();
    await page.getByRole('slider', { name: 'Turn' }).press('PageUp');
    await gauge(page).getByText('Turn 62 of 139').waitFor();
    const chosen = await words(gauge(page));
    const total = /tokens, counted by the provider/;
    const [figure] = (await words(page.locator('.turn-readout strong').nth(1))).split(' tokens');

    assert.match(await words(page.locator('.turn-readout')), total);
    assert.ok(chosen.startsWith(`Window of the chosen turn Turn 62 of 139 · Follow the newest`));
    assert.ok(chosen.includes(` ${figure ?? ''} of 200,000 tokens`));

    await gauge(page).getByRole('button', { name: 'Follow the newest' }).click();
    await gauge(page).getByText('Window as sent last').waitFor();
    assert.equal(
      await page.getByRole('slider', { name: 'Turn' }).getAttribute('aria-valuenow'),
      '139',
    );
  });

  it('never mixes the window with the session’s total, which is the scrubber’s own', async () => {
    const page = await open();

    const all = await words(gauge(page));

    assert.match(
      all,
      /Session total 12,098,281 tokens of input, counted\. The inputs of 139 calls added up; not what is in the window\./,
    );
  });

  it('says that a limit is unknown, and then has no per cent of it and no meter', async () => {
    const page = await open({ limits: 'no' });

    const all = await words(page.locator('.gauge-total'));

    assert.equal(all, '106,060 tokens; the limit is unknown');
    assert.equal(await page.getByRole('meter').count(), 0);
    assert.equal(
      await gauge(page)
        .getByRole('img', { name: /^Window: 106,060/ })
        .count(),
      1,
    );
    assert.doesNotMatch(await words(gauge(page)), /of the limit|free/);
  });

  it('names every mark of our own agent with what is left up to it, and its pins', async () => {
    const page = await open({ sessions: 'own', limits: 'own' });

    const marks = await gauge(page).getByRole('list', { name: 'Lines' }).locator('li').all();

    assert.deepEqual(await Promise.all(marks.map((mark) => words(mark))), [
      'T agent compacts 2,400 600 to go',
      'C critical 2,300 500 to go',
      'A must act 2,000 200 to go',
      'S soft 1,500 reached, 300 over',
    ]);
    await part(page, 'pins').locator('summary').click();
    await part(page, 'pins').locator('li').first().waitFor();
    assert.equal(await part(page, 'pins').locator('li').count(), 2);
    await part(page, 'pins').getByRole('button').first().click();
    await page.locator('block-detail .sub', { hasText: 'system_prompt_001' }).waitFor();
  });

  it('has its legend as a table that adds up, and stays open as it was left', async () => {
    const page = await open();
    await part(page, 'kinds').locator('summary').click();
    await part(page, 'kinds').locator('tbody tr').first().waitFor();
    const cells = await part(page, 'kinds').locator('tbody tr').allInnerTexts();
    const rows = cells.map((row) => row.split(/\t/).map((cell) => cell.trim()));
    const tokens = rows.map(([, count]) => Number((count ?? '').replaceAll(',', '')));

    assert.equal(tokens.at(-1), 106_060);
    assert.equal(
      tokens.slice(0, -1).reduce((sum, count) => sum + count, 0),
      106_060,
    );
    assert.deepEqual(
      rows.slice(-3).map(([kind, , by]) => [kind, by]),
      [
        ['Tool results', 'estimate'],
        ['Unattributed', 'the rest'],
        ['All', 'provider'],
      ],
    );
    await page.reload();
    await part(page, 'kinds').locator('table').waitFor();
    await part(page, 'kinds').locator('summary').click();
    await part(page, 'kinds').locator('table').waitFor({ state: 'detached' });
    assert.deepEqual(((await kept(page)) as { context: { gauge: unknown } }).context.gauge, []);
  });

  it('tells the last patch in a sentence, and leads with the keyboard to what left', async () => {
    const page = await open({ place: 'sidebar' }, widths.narrow);
    const button = page.getByRole('button', { name: 'What left?' });
    const sentence = await words(gauge(page).getByText(/^Compaction by/));

    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('loss-record h2').waitFor();
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Loss record');

    assert.equal(
      sentence,
      'Compaction by the agent’s program (inferred) before turn 62: 191 blocks, about 126,590 tokens, left the window; 1 block, about 3,362 tokens, stands there instead.',
    );
    assert.equal(
      await page.getByRole('tab', { name: 'Patches' }).getAttribute('aria-selected'),
      'true',
    );
  });

  it('names the five largest blocks, largest first, and opens one', async () => {
    const page = await open();
    await part(page, 'largest').locator('summary').click();
    const names = part(page, 'largest').getByRole('button');
    await names.first().waitFor();
    const labels = await names.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
    const tokens = labels.map((label) =>
      Number(/, ([\d,]+) tokens/.exec(label)?.[1]?.replaceAll(',', '')),
    );

    await names.first().click();
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Block');

    assert.equal(labels.length, 5);
    assert.deepEqual(
      tokens,
      tokens.toSorted((a, b) => b - a),
    );
    const id = /^Open (\S+),/.exec(labels[0] ?? '')?.[1] ?? '?';
    assert.ok((await page.locator('block-detail .sub').innerText()).startsWith(id));
  });

  describe('the choice of whether the person is asked first', () => {
    const choice = (page: Page): Locator =>
      page.getByRole('combobox', { name: 'Ask me before the model’s patches' });

    it('is set with the keyboard through the host, and says what it means', async () => {
      const page = await open({ place: 'sidebar', sessions: 'own', limits: 'own' }, widths.narrow);
      const before = await choice(page).inputValue();

      await choice(page).focus();
      await page.keyboard.press('ArrowDown');
      await untilAsked(page, 'settings/askBefore', { askBefore: 'large' });
      await page.getByText('You are asked about those that take out a tenth').waitFor();

      assert.equal(before, 'never');
      assert.equal(await choice(page).inputValue(), 'large');
      const note = await choice(page).getAttribute('aria-describedby');
      assert.match(await words(page.locator(`#${note ?? ''}`)), /^You are asked about those/);
    });

    it('follows the setting when that is changed elsewhere', async () => {
      const page = await open({ sessions: 'own', limits: 'own' });

      await host(page, 'setAskBefore', 'always');
      await page.getByText('You are asked about all of them').waitFor();

      assert.equal(await choice(page).inputValue(), 'always');
    });

    it('stays as it is, and says why, when the setting can not be written', async () => {
      const page = await open({ sessions: 'own', limits: 'own', settings: 'locked' });

      await choice(page).selectOption('always');
      await page.getByText('The settings could not be written.').waitFor();

      assert.equal(await choice(page).inputValue(), 'never');
    });

    it('is not there for a session of another program', async () => {
      const page = await open();

      assert.equal(await choice(page).count(), 0);
    });
  });

  describe('the history', () => {
    const line = (page: Page): Locator => page.getByRole('slider', { name: 'Pressure so far' });
    const turn = (page: Page): Locator => page.getByRole('slider', { name: 'Turn' });
    const named = (page: Page): Promise<string> => words(page.locator('.gauge-at'));
    /** Where the cursor is, of the picture's width. */
    const cursor = async (page: Page): Promise<number> => {
      const [mark, plot] = await Promise.all(
        ['.gauge-cursor line', '.gauge-plot'].map((one) => page.locator(one).boundingBox()),
      );
      assert.ok(mark && plot);
      return (mark.x - plot.x) / plot.width;
    };

    it('names turns and values by keys, looks at none of them before Enter, and goes back', async () => {
      const page = await open({ place: 'sidebar' }, widths.narrow);
      const first = await named(page);
      await line(page).focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.getByText(/^Turn 2: /).waitFor();
      const [spoken, at] = [await line(page).getAttribute('aria-valuetext'), await cursor(page)];
      const before = await turn(page).getAttribute('aria-valuenow');
      await page.keyboard.press('Escape');
      await page.getByText(first, { exact: true }).waitFor();
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Enter');
      await gauge(page).getByText('Turn 62 of 139').waitFor();

      assert.equal(first, 'Turn 139: 106,060 tokens, 53 % of the limit');
      assert.match(spoken ?? '', /^Turn 2: [\d,]+ tokens, \d+ % of the limit$/);
      assert.ok(at > 0.005 && at < 0.015, `${at}`);
      assert.equal(before, '139');
      assert.equal(await turn(page).getAttribute('aria-valuenow'), '62');
    });

    it('names what the mouse is at, the fullest of turns that share a place, and lets go of it', async () => {
      const page = await open({ sessions: 'big' });
      await gauge(page).getByText('Turn 2,000 of 2,000').waitFor();
      const box = await line(page).boundingBox();
      assert.ok(box);

      await page.mouse.move(box.x + (box.width * 213) / 2000, box.y + 10);
      await page.getByText('Turn 213: 167,891 tokens, 84 % of the limit').waitFor();
      const at = await cursor(page);
      await page.mouse.move(box.x + 10, box.y + 400);
      await page.getByText(/^Turn 2,000: /).waitFor();
      await page.mouse.click(box.x + (box.width * 213) / 2000, box.y + 10);
      await gauge(page).getByText('Turn 213 of 2,000').waitFor();

      assert.ok(Math.abs(at - 213 / 2000) < 0.01, `${at}`);
    });
  });

  it('draws the history once, whatever turn is looked at, and asks for no window while it is closed', async () => {
    const page = await open({ sessions: 'big' });
    await gauge(page).getByText('Turn 2,000 of 2,000').waitFor();
    await page.evaluate(() => {
      const changes = { count: 0 };
      const picture = document.querySelector('.gauge-history');
      new MutationObserver((found) => (changes.count += found.length)).observe(picture as Node, {
        ...{ subtree: true, childList: true, attributes: true },
      });
      Object.assign(globalThis, { changes });
    });
    await page.getByRole('slider', { name: 'Turn' }).press('Shift+ArrowLeft');
    await gauge(page).getByText('Turn 1,990 of 2,000').waitFor();

    const changes = await page.evaluate(
      () => (globalThis as unknown as { changes: { count: number } }).changes.count,
    );

    assert.equal(changes, 0);
    assert.match(
      await words(gauge(page)),
      /at most 167,891 in turn 213, 84 % of the limit\. 9 patches/,
    );
    assert.ok((await asked(page, 'session/window')).length < 10);
  });

  it('stands beside the pictures as high as they are where there is room, else above them', async () => {
    const wide = await open();
    const [beside, pictures] = await Promise.all(
      ['context-gauge', '.context-pictures'].map((name) => wide.locator(name).boundingBox()),
    );
    const narrow = await open({ place: 'sidebar' }, widths.narrow);
    const above = await narrow.locator('context-gauge').boundingBox();
    const turns = await narrow.locator('turn-scrubber').boundingBox();
    await part(narrow, 'kinds').locator('summary').click();
    await part(narrow, 'kinds').locator('table').waitFor();
    const rights = await narrow.evaluate(() =>
      [...document.querySelectorAll('.gauge, .gauge *')].map(
        (element) => element.getBoundingClientRect().right,
      ),
    );

    assert.equal(beside?.width, 300);
    assert.equal(beside.height, pictures?.height);
    assert.ok(above && turns && above.y + above.height <= turns.y + 1);
    assert.ok(Math.max(...rights) <= widths.narrow, `something ends at ${Math.max(...rights)}`);
  });

  for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
    for (const [place, width] of axePlaces(theme)) {
      it(`has nothing that axe-core finds, in ${theme}, ${place}`, async () => {
        const page = await open({ theme, place, sessions: 'own', limits: 'own' }, width);
        for (const name of ['kinds', 'largest', 'pins']) {
          await part(page, name).locator('summary').click();
        }
        await part(page, 'largest').getByRole('button').first().waitFor();
        await keepLook(page, `${place}-${theme}-gauge`);

        assert.deepEqual(await findings(page), []);
      });
    }
  }
});
