import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axePlaces, findings } from './axeFindings.ts';
import { asked, host } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { keepLook, PageBench, widths } from './openPage.ts';

const codex = 'file:/home/me/transcripts/codex/compacted.jsonl';

describe('the turn scrubber', () => {
  let bench: PageBench;

  async function open(query: PageQuery = {}, width?: number): Promise<Page> {
    const page = await bench.open({ chips: 2, calls: 2, ...query }, width);
    await page.getByRole('tab', { name: 'Context' }).click();
    await page.locator('turn-scrubber .turn-picture').waitFor();
    return page;
  }

  const slider = (page: Page) => page.getByRole('slider', { name: 'Turn' });

  async function press(page: Page, ...keys: readonly string[]): Promise<string> {
    await slider(page).focus();
    for (const key of keys) {
      await page.keyboard.press(key);
    }
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    return (await slider(page).getAttribute('aria-valuetext')) ?? '';
  }

  async function readout(page: Page): Promise<string> {
    return (await page.locator('.turn-readout').innerText()).replace(/\s+/g, ' ');
  }

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('begins at the newest turn, and says turn, question, total and the largest kind', async () => {
    const page = await open();

    const text = await press(page);

    assert.match(
      text,
      /^Turn 139 of 139, question 2, 106,060 tokens, counted by the provider, most/,
    );
    assert.equal(await slider(page).getAttribute('aria-valuemax'), '139');
  });

  it('goes from patch to patch with the keyboard, and tells the drop, the miss, and who says why', async () => {
    const page = await open();

    const text = await press(page, 'PageUp');

    assert.match(text, /^Turn 62 of 139/);
    assert.match(text, /after compaction by the agent’s program \(inferred\)/);
    assert.match(text, /cache missed, as we see it: compaction/);
    await page.getByText('first changed block: block 1 of the window: summary_192').waitFor();
    const before = await press(page, 'ArrowLeft');
    assert.match(before, /^Turn 61 of 139, question 2, 164,831 tokens/);
  });

  it('tells a pause that was longer than the cache lives', async () => {
    const page = await open();

    await press(page, '1', '9', 'Enter');

    assert.match(
      await readout(page),
      /^Turn 19 of 139 .* read 0 %, written >99 %, missed 100 % .* a pause of 4 hours; the cache usually lives 5 minutes\.$/,
    );
  });

  it('is walked with arrows, Shift, Home, End and typed numbers; Escape takes digits back', async () => {
    const page = await open();
    const now = (): Promise<string | null> => slider(page).getAttribute('aria-valuenow');
    const seen: (string | null)[] = [];
    for (const keys of [
      ['Home'],
      ['ArrowRight'],
      ['Shift+ArrowRight'],
      ['ArrowLeft'],
      ['End'],
      ['4', '0', 'Enter'],
      ['7', 'Escape', 'Enter'],
      ['9', '9', '9', 'Enter'],
    ]) {
      await press(page, ...keys);
      seen.push(await now());
    }

    assert.deepEqual(seen, ['1', '2', '12', '11', '139', '40', '40', '139']);
  });

  it('follows the mouse, and a click on a mark chooses the turn and the patch', async () => {
    const page = await open();
    const box = await slider(page).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 3, box.y + 60);
    await page.mouse.down();
    await page.waitForFunction(
      () =>
        document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuenow') ===
        '1',
    );
    await page.mouse.move(box.x + 400, box.y + 60);
    await page.waitForFunction(
      () =>
        Number(
          document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuenow'),
        ) > 40,
    );
    await page.mouse.up();

    await page.locator('.turn-mark[data-mark]').click();

    await page.waitForFunction(
      () =>
        document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuenow') ===
        '62',
    );
    const kept = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('chipboard.page') ?? '{}') as unknown,
    );
    assert.equal((kept as { context: { patch: number } }).context.patch, 0);
  });

  it('moves only the cursor and the words from turn to turn, and asks for no window twice', async () => {
    const page = await open({ sessions: 'big' });
    await page.waitForFunction(
      () =>
        document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuemax') ===
        '2000',
    );
    await page.locator('.turn-mark[data-mark]').first().waitFor();
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      const changes = { count: 0 };
      const picture = document.querySelector('.turn-picture');
      new MutationObserver((found) => (changes.count += found.length)).observe(picture as Node, {
        ...{ subtree: true, childList: true, attributes: true, characterData: true },
      });
      Object.assign(globalThis, { changes });
    });
    const before = (await asked(page, 'session/window')).length;

    await press(page, ...Array.from({ length: 15 }, () => 'ArrowLeft'));

    const changes = await page.evaluate(
      () => (globalThis as unknown as { changes: { count: number } }).changes.count,
    );
    assert.equal(changes, 0);
    assert.equal(await slider(page).getAttribute('aria-valuenow'), '1985');
    const windows = (await asked(page, 'session/window')) as readonly { readonly call: number }[];
    const calls = windows.map(({ call }) => call);
    assert.deepEqual(calls, [...new Set(calls)]);
    assert.ok(
      calls.slice(before).every((call) => call >= 1983),
      calls.join(),
    );
  });

  it('shows every compaction of 2,000 turns at 250 pixels, with one path for each kind', async () => {
    const page = await open({ sessions: 'big', place: 'sidebar' }, widths.narrow);
    await page.waitForFunction(
      () =>
        document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuemax') ===
        '2000',
    );
    await page.locator('.turn-mark[data-mark]').first().waitFor();

    const [marks, layers] = await page.evaluate(() => [
      [...document.querySelectorAll('.turn-mark[data-mark] text')].map((mark) => mark.textContent),
      [...document.querySelectorAll('.turn-picture [data-layer]')].map((path) =>
        path.getAttribute('data-layer'),
      ),
    ]);

    const shown = (marks ?? []).reduce(
      (sum, text) => sum + Number(/×(\d+)$/.exec(text ?? '')?.[1] ?? 1),
      0,
    );
    assert.equal(shown, 9);
    assert.equal(new Set(layers).size, layers?.length);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('.turns, .turn-picture, .turn-mark[data-mark]')].map(
        (element) => element.getBoundingClientRect().right,
      ),
    );
    assert.ok(Math.max(...wide) <= widths.narrow, `something ends at ${Math.max(...wide)}`);
  });

  it('never mixes the window and the session’s sum: the title and the lines say which it is', async () => {
    const page = await open();
    const title = page.locator('.turn-head h2');
    const first = await title.innerText();
    const limits = await page.locator('.turn-picture .turn-limit').count();

    await page.getByRole('button', { name: 'Session total' }).click();
    await page.getByText('session total so far: 12,098,281 tokens of input, counted').waitFor();

    assert.equal(first, 'What each call carried: tokens in the window');
    assert.equal(
      await title.innerText(),
      'Session total so far: the inputs of all calls added up, not the window',
    );
    assert.deepEqual([limits, await page.locator('.turn-picture .turn-limit').count()], [3, 0]);
  });

  it('has a table with the same words and figures, and choosing there moves the cursor', async () => {
    const page = await open();
    await host(page, 'show', { page: 'context', session: codex });
    await page.waitForFunction(
      () =>
        document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuemax') ===
        '286',
    );
    await page.getByRole('tab', { name: 'Turns' }).click();
    const list = page.getByRole('treegrid', { name: 'Turns' });
    await list.focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 10; step++) {
      await page.keyboard.press('ArrowDown');
    }
    const line = page.locator('#turn-list-10');
    await line.waitFor();

    const label = (await line.getAttribute('aria-label')) ?? '';

    assert.match(
      label,
      /^Turn 11, question 2, gpt-5.3-codex, 59,522 tokens, counted by the provider, unattributed 56,856, read from the cache 3,456, missed 56,066, why, ours: a pause of 20 min; the cache usually lives 5 minutes$/,
    );
    assert.match(await readout(page), /^Turn 11 of 286 .* read 6 %, missed 94 %/);
    await page.getByText('Tokens of each kind').click();
    await page.getByRole('columnheader', { name: 'Tool results' }).waitFor();
  });

  for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
    for (const [place, width] of axePlaces(theme)) {
      it(`has nothing that axe-core finds, in ${theme}, ${place}`, async () => {
        const page = await open({ theme, place }, width);
        await page.getByRole('tab', { name: 'Turns' }).click();
        await page.locator('turn-table .list-line').first().waitFor();
        await press(page, 'PageUp');
        await keepLook(page, `${place}-${theme}-turns`);
        const closed = await findings(page);

        await page.locator('turn-scrubber summary').click();

        assert.deepEqual([...closed, ...(await findings(page))], []);
      });
    }
  }
});
