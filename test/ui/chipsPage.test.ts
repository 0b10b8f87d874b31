import assert from 'node:assert/strict';
import { asked, host, untilAsked } from './fakeHost.ts';
import { lines, PageBench, widths } from './openPage.ts';

const list = '[role="treegrid"]';

describe('the chips page', () => {
  let bench: PageBench;

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('lists chips newest first, with what each is and why it is there', async () => {
    const page = await bench.open({ chips: 12 });

    const first = (await lines(page).first().innerText()).replace(/\s+/g, ' ');
    const second = (await lines(page).nth(2).innerText()).replace(/\s+/g, ' ');

    assert.match(first, /be-write routes\.ts .*90 B now/);
    assert.match(second, /be-insert architecture\.md outside-workspace 15\.9 kB 14 min/);
  });

  it('finds words of the first line, the error and the file, and fields by name', async () => {
    const page = await bench.open({ chips: 30 });
    const search = page.locator('[data-name="search"] input');

    await search.fill('release tool:be-replace');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.list-line')].every((line) =>
        /be-replace.*release/i.test(line.getAttribute('aria-label') ?? ''),
      ),
    );
    const released = await lines(page).count();
    await search.fill('kind:deleted file:app.ts');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.list-line')].every((line) =>
        /deleted text .*app\.ts/.test(line.getAttribute('aria-label') ?? ''),
      ),
    );
    await search.fill('nothing has this');

    await page.getByText('Nothing here has “nothing has this”.').waitFor();
    assert.ok(released > 0 && released < 30);
    assert.equal(await lines(page).count(), 0);
  });

  it('also shows chips of which only the host knows that their text has the words', async () => {
    const page = await bench.open({ chips: 30 });

    await page.locator('[data-name="search"] input').fill('matchall');
    await page.waitForFunction(() => document.querySelectorAll('.list-line').length === 3);

    assert.deepEqual((await asked(page, 'chips/search')).at(-1), { words: 'matchall' });
  });

  it('groups by tool, file, error, session and day, and folds groups', async () => {
    const page = await bench.open({ chips: 30 });
    const groups = page.getByLabel('Groups', { exact: true });

    const titles: Record<string, string[]> = {};
    for (const group of ['tool', 'file', 'error', 'session', 'day']) {
      await groups.selectOption(group);
      await page.locator('.is-group').first().waitFor();
      titles[group] = await page.locator('.is-group .group-name').allInnerTexts();
    }
    await groups.selectOption('tool');
    const open = await lines(page).count();
    await page.locator('.is-group').first().click();
    await page.locator('.is-group[aria-expanded="false"]').waitFor();

    assert.ok(titles['tool']?.includes('be-delete'));
    assert.ok(titles['file']?.includes('src/app.ts'));
    assert.ok(titles['error']?.includes('no error'));
    assert.match(titles['session']?.[0] ?? '', /^session 5e55/);
    assert.match(titles['day']?.[0] ?? '', /\d{4}/);
    assert.ok((await lines(page).count()) < open);
  });

  it('sorts by age, size, tool, file and expiry', async () => {
    const page = await bench.open({ chips: 30 });
    const order = page.getByLabel('Order', { exact: true });
    const firsts = {
      oldest: '3 h',
      largest: '39.7 kB',
      tool: 'be-delete',
      file: 'README',
      expiry: '3 h',
    };

    for (const [sort, first] of Object.entries(firsts)) {
      await order.selectOption(sort);

      await page.locator(`.list-line[data-index="0"][aria-label*="${first}"]`).waitFor();
    }
  });

  it('chooses several lines with shift and control, and acts on all of them', async () => {
    const page = await bench.open({ chips: 30 });

    await lines(page).nth(0).click();
    await lines(page)
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await lines(page)
      .nth(4)
      .click({ modifiers: ['Control'] });
    await page.getByText('4 chosen').waitFor();
    await page.getByRole('button', { name: 'Pin the chosen chips' }).click();
    await page.getByRole('button', { name: 'Unpin the chosen chips' }).waitFor();

    const [act] = (await asked(page, 'chips/act')) as [{ action: string; ids: string[] }];
    assert.equal(act.action, 'pin');
    assert.equal(act.ids.length, 4);
  });

  it('shows everything about the line the keyboard is at', async () => {
    const page = await bench.open({ chips: 30 });
    await page.locator(list).focus();

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const detail = page.locator('chip-detail');
    await detail.getByText('export function parseQuotes').first().waitFor();

    const text = await detail.innerText();
    assert.match(text, /Failed call of be-insert: docs\/design\/architecture\.md/);
    assert.match(text, /outside-workspace "\/etc\/hosts" is outside/);
    assert.match(text, /Read the lines again/);
    assert.match(text, /lines 40-44/);
  });

  it('keeps the keyboard in its place when the line it is at is deleted', async () => {
    const page = await bench.open({ chips: 10 });
    await page.locator(list).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const next = await lines(page).nth(2).getAttribute('aria-label');

    await page.keyboard.press('Delete');
    await page.waitForFunction(() => document.querySelectorAll('.list-line').length === 9);

    const active = await page.locator(list).getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${active ?? 'none'}`).getAttribute('aria-label'), next);
  });

  it('replays by keyboard alone: choose, preview, apply', async () => {
    const page = await bench.open({ chips: 30 });
    await page.locator(list).focus();

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await page.locator('replay-form .diff').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Done. It can be taken back').waitFor();

    assert.equal((await asked(page, 'preview/apply')).length, 1);
  });

  it('previews again when file, line or form change, and completes file names', async () => {
    const page = await bench.open({ chips: 30 });
    await lines(page).nth(0).click();
    await page.locator('[data-name="replay"]').click();
    await page.locator('replay-form .diff').waitFor();

    await page.locator('[data-name="file"] input').fill('routes');
    await page.getByRole('option', { name: 'src/server/routes.ts' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('After line').fill('12');
    await page.getByLabel('Arguments', { exact: true }).first().check();

    await untilAsked(page, 'replay/preview', {
      id: '100000',
      as: 'arguments',
      file: '/home/me/project/src/server/routes.ts',
      line: 12,
    });
  });

  it('makes the call again with the fields that were changed, and only these', async () => {
    const page = await bench.open({ chips: 30 });
    await lines(page).nth(2).click();
    await page.locator('[data-name="replay"]').click();
    await page.getByLabel('The call again').check();

    await page.locator('.call-fields input').nth(1).fill('50-54');

    await untilAsked(page, 'replay/preview', {
      id: '100002',
      as: 'call',
      with: { lines: '50-54' },
    });
  });

  it('lays the diff out side by side, unfolds equal lines, and says it without colours', async () => {
    const page = await bench.open({ chips: 30 });
    await lines(page).nth(0).click();
    await page.locator('[data-name="replay"]').click();
    await page.locator('.diff-table.is-unified').waitFor();
    const signs = await page.locator('.diff-table .sign').allInnerTexts();

    await page.getByLabel('Layout of the diff').selectOption('sides');
    await page.locator('.diff-table.is-sides').waitFor();
    await page.getByRole('button', { name: '36 equal lines' }).click();
    await page.getByText('line 36', { exact: true }).first().waitFor();

    assert.ok(signs.includes('+') && signs.includes('−'));
    assert.equal(await page.locator('.diff-table del').first().innerText(), 'count(');
  });

  it('shows what takes long, and lets it be cancelled', async () => {
    const page = await bench.open({ chips: 5, slow: 5000 });
    await lines(page).nth(0).click();

    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByText('Pinning…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Pinning…').waitFor({ state: 'detached' });

    assert.equal((await asked(page, undefined, 'cancel')).length, 1);
  });

  it('says what went wrong, until it is closed', async () => {
    const page = await bench.open({ chips: 5 });

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase All Data…' }).click();
    const message = page.getByText('The store stayed locked by another process.');
    await message.waitFor();
    await page.getByRole('button', { name: 'Close this message' }).click();

    await message.waitFor({ state: 'detached' });
  });

  it('shows a chip that is made while the page is open, and where a person is stays', async () => {
    const page = await bench.open({ chips: 10 });
    await lines(page).nth(3).click();
    const before = await page.locator('.is-active').getAttribute('aria-label');

    await host(page, 'addChip', 5000);
    await page.waitForFunction(() => document.querySelectorAll('.list-line').length === 11);

    assert.match((await lines(page).first().getAttribute('aria-label')) ?? '', /now/);
    assert.equal(await page.locator('.is-active').getAttribute('aria-label'), before);
  });

  it('comes back as it was after a reload: search, order, groups, line', async () => {
    const page = await bench.open({ chips: 30 });
    await page.getByLabel('Groups', { exact: true }).selectOption('tool');
    await page.getByLabel('Order', { exact: true }).selectOption('oldest');
    await page.locator('.list-line:not(.is-group)').nth(1).click();
    await page.locator('chip-detail h2').waitFor();
    const title = await page.locator('chip-detail h2').innerText();

    await page.reload();
    await page.locator('chip-detail h2').waitFor();

    assert.equal(await page.getByLabel('Groups', { exact: true }).inputValue(), 'tool');
    assert.equal(await page.getByLabel('Order', { exact: true }).inputValue(), 'oldest');
    assert.equal(await page.locator('chip-detail h2').innerText(), title);
  });

  it('goes to a chip with its replay open when the host says so', async () => {
    const page = await bench.open({ chips: 30 });
    await page.locator('[data-name="search"] input').fill('nothing has this');

    await host(page, 'show', {
      page: 'chips',
      chip: '100002',
      replay: true,
    });
    await page.locator('replay-form .diff').waitFor();

    assert.match(await page.locator('chip-detail .sub').innerText(), /chip 100002/);
  });

  it('takes the list’s place with the details in a sidebar, and comes back with Escape', async () => {
    const page = await bench.open({ chips: 30, place: 'sidebar' }, widths.narrow);
    await lines(page).nth(1).click();
    await page.locator('chip-detail').waitFor();
    const hidden = await page.locator('.list-side').isHidden();

    await page.locator('.detail-side').focus();
    await page.keyboard.press('Escape');
    await page.locator('.list-side').waitFor();

    assert.equal(hidden, true);
    assert.equal(await page.locator('chip-detail').count(), 0);
  });

  it('teaches what a chip is while there is none', async () => {
    const page = await bench.open({ chips: 0 });

    assert.match(
      await page.locator('.lesson').innerText(),
      /A chip is text that would have been lost/,
    );
  });

  it('says at the top why nothing can be kept', async () => {
    const page = await bench.open({ chips: 3, problem: 1 });

    await page.getByText('Nothing can be kept now: the disk is full.').waitFor();
  });

  it('has few lines in the document, however many there are', async () => {
    const page = await bench.open({ chips: 10_000 });
    await page.waitForFunction(
      () => document.querySelector('[role="treegrid"]')?.getAttribute('aria-rowcount') === '10001',
    );

    await page.locator(list).focus();
    await page.keyboard.press('End');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.list-line')].some(
        (line) => line.getAttribute('aria-rowindex') === '10001',
      ),
    );

    assert.ok((await lines(page).count()) < 100);
  });
});
