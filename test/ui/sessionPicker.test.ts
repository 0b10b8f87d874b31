import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { axePlaces, findings } from './axeFindings.ts';
import { asked, host, untilAsked } from './fakeHost.ts';
import type { PageQuery } from './openPage.ts';
import { keepLook, PageBench } from './openPage.ts';

const codex = 'file:/home/me/transcripts/codex/compacted.jsonl';

describe('the choice of a session', () => {
  let bench: PageBench;

  async function open(query: PageQuery = {}, width?: number): Promise<Page> {
    const page = await bench.open({ chips: 2, calls: 2, ...query }, width);
    await page.getByRole('tab', { name: 'Context' }).click();
    await page.locator('turn-scrubber .turn-picture').waitFor();
    return page;
  }

  const button = (page: Page) => page.getByRole('button', { name: /^Session: / });
  const search = (page: Page) => page.getByRole('combobox', { name: 'Search sessions' });
  /** Those of the list, not of the choice of groups. */
  const options = (page: Page) =>
    page.getByRole('listbox', { name: 'Sessions' }).getByRole('option');
  const tree = (page: Page) => page.getByRole('tree');

  /** The option that Enter chooses. */
  const active = (page: Page): Promise<string> =>
    search(page).evaluate((input) => {
      const id = input.getAttribute('aria-activedescendant') ?? '';
      return document.getElementById(id)?.querySelector('.excerpt')?.textContent ?? '';
    });

  /** What a screen reader may say of an element that is named by its content. */
  const spoken = async (element: Locator): Promise<string> =>
    ((await element.textContent()) ?? '').replace(/\s+/g, ' ').trim();

  async function openList(page: Page): Promise<void> {
    await button(page).focus();
    await page.keyboard.press('Enter');
    await options(page).first().waitFor();
  }

  before(async () => {
    bench = await PageBench.start();
  });

  after(() => bench.stop());

  afterEach(() => bench.assertNoFaults());

  it('begins with the session that was worked in last, and says that it is live', async () => {
    const page = await open();

    const name = await spoken(button(page));

    assert.match(name, /^Session: Refactor the importer Claude Code · live · changed \d/);
    assert.match(await button(page).innerText(), /live/);
    assert.equal(await page.locator('.session-button .live-dot').count(), 1);
  });

  it('opens another session at its newest turn with the keyboard alone, and closes the former', async () => {
    const page = await open();
    await page.getByRole('slider', { name: 'Turn' }).press('Home');
    await openList(page);
    const first = await active(page);

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await untilAsked(page, 'session/open', { key: codex });
    await untilAsked(page, 'session/close', { transcript: 't1' });
    await page.waitForFunction(
      () =>
        document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuemax') ===
        '286',
    );

    assert.equal(first, 'Refactor the importer');
    assert.match(await spoken(button(page)), /Port the parser Codex/);
    assert.equal(
      await page.getByRole('slider', { name: 'Turn' }).getAttribute('aria-valuenow'),
      '286',
    );
    assert.equal(await button(page).evaluate((one) => one === document.activeElement), true);
  });

  it('goes back to its button with Escape, and closes when the keyboard goes elsewhere', async () => {
    const page = await open();

    await openList(page);
    await page.keyboard.press('Escape');
    const afterEscape = await page.evaluate(() => document.activeElement?.className);
    const isOpen = await page.getByRole('dialog').count();
    await openList(page);
    await page.getByRole('slider', { name: 'Turn' }).focus();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    assert.equal(afterEscape, 'session-button');
    assert.equal(isOpen, 0);
    assert.equal((await asked(page, 'session/open')).length, 1);
  });

  it('finds sessions by their words, and says how many there are', async () => {
    const page = await open({ listed: 1000 });
    await openList(page);

    await page.keyboard.type('gemini tests');
    const [title, found] = [await active(page), await page.getByRole('dialog').innerText()];
    await page.keyboard.type(' nothing');
    const none = await options(page).count();

    assert.equal(title, 'Explain the tests');
    assert.match(found, /1 of 200 sessions have these words/);
    assert.equal(none, 0);
  });

  it('draws only what is seen of a thousand sessions, and walks to the last of them', async () => {
    const page = await open({ listed: 1000 });
    await openList(page);

    await page.getByRole('button', { name: 'List more' }).click();
    await untilAsked(page, 'sessions/list', { everywhere: false, limit: 1000 });
    await page.getByText('1000 sessions.').waitFor();
    await search(page).press('End');
    await page.waitForFunction(
      () =>
        document.querySelector('.session-popup .is-active .excerpt')?.textContent ===
        'Earlier work 995',
    );
    const drawn = await options(page).count();
    await search(page).press('Home');

    assert.ok(drawn > 4 && drawn < 40, String(drawn));
    assert.equal(await active(page), 'Refactor the importer');
  });

  it('groups by day or by agent, and keeps the choice', async () => {
    const page = await open();
    await openList(page);
    const titles = async (): Promise<readonly string[]> =>
      page.locator('.session-popup .group-name').allInnerTexts();
    const days = await titles();

    await page.getByRole('combobox', { name: 'Groups' }).first().selectOption('agent');
    await page.getByText('Gemini CLI', { exact: true }).waitFor();
    const agents = await titles();
    await page.reload();
    await page.locator('turn-scrubber .turn-picture').waitFor();
    await openList(page);

    assert.match(days[0] ?? '', /\d{4}/);
    assert.deepEqual(agents, ['Claude Code', 'Codex', 'Gemini CLI']);
    assert.deepEqual(await titles(), agents);
  });

  it('lists the sessions of all folders, and those of this folder again', async () => {
    const page = await open();
    await openList(page);
    const everywhere = page.getByRole('checkbox', { name: 'All folders' });
    const elsewhere = page.getByRole('option', { name: /Work elsewhere.*other/ });

    await everywhere.click();
    await elsewhere.waitFor();
    await untilAsked(page, 'sessions/list', { everywhere: true, limit: 200 });
    await everywhere.click();
    await elsewhere.waitFor({ state: 'detached' });
    await untilAsked(page, 'sessions/list', { everywhere: false, limit: 200 });

    assert.equal((await asked(page, 'session/open')).length, 1);
  });

  it('lists a session that another window begins while the list is open', async () => {
    const page = await open();
    await openList(page);
    const before = await active(page);

    await host(page, 'addSession', 'Begun elsewhere');
    await page.getByRole('option', { name: /Begun elsewhere/ }).waitFor();

    // What Enter chooses is still the same.
    assert.deepEqual([before, await active(page)], Array(2).fill('Refactor the importer'));
    await page.getByText('6 sessions.').waitFor();
  });

  for (const how of ['begun', 'listed'] as const) {
    it(`shows the first session of a folder without one as soon as it is ${how}`, async () => {
      const page = await bench.open({ chips: 2, calls: 2, sessions: 'elsewhere' });
      await page.getByRole('tab', { name: 'Context' }).click();
      await page.getByText('No agent has worked in this folder yet.').waitFor();

      if (how === 'begun') {
        await host(page, 'addSession', 'The first');
      } else {
        await page.getByRole('button', { name: 'Look in All Folders' }).click();
      }

      await page.locator('turn-scrubber .turn-picture').waitFor();
      const title = how === 'begun' ? /The first/ : /Refactor the importer/;
      assert.match(await spoken(button(page)), title);
    });
  }

  it('marks what is kept', async () => {
    const page = await open();
    await openList(page);

    const kept = page.getByRole('option', { name: /kept/ });

    assert.equal(await kept.count(), 1);
    assert.match(await kept.innerText(), /Write the release notes\s+kept/);
  });

  it('shows a subagent’s conversation from the tree, and the main one again', async () => {
    const page = await open();
    const opener = page.getByRole('button', { name: /^Conversation: / });
    const untilTurns = (turns: string) =>
      page.waitForFunction(
        (wanted) =>
          document.querySelector('turn-scrubber [role="slider"]')?.getAttribute('aria-valuemax') ===
          wanted,
        turns,
      );

    await opener.click();
    const second = page.getByRole('treeitem').nth(2);
    await second.getByText('counted by the provider').waitFor();
    const label = await spoken(second);
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) {
      await page.keyboard.press(key);
    }
    await untilTurns('12');
    const name = await spoken(opener);
    await opener.click();
    await tree(page).locator('[aria-selected="true"][aria-level="2"]').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await untilTurns('139');

    assert.match(label, /12 calls .* [\d,]+ tokens of input, counted by the provider$/);
    assert.match(name, /^Conversation: Subagent: /);
  });

  it('reads what a subagent has started when it is opened, not before', async () => {
    const page = await open({ sessions: 'tree' });
    const overviews = async (): Promise<readonly string[]> =>
      (await asked(page, 'session/overview')).map((at) =>
        (at as { session: readonly number[] }).session.join('.'),
      );
    await page.getByRole('button', { name: /^Conversation: Main/ }).click();
    await page.getByRole('treeitem', { name: /^Check the fix.*counted/ }).waitFor();
    const before = await overviews();

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: /^counter .*counted/ }).waitFor();
    const after = await overviews();

    assert.deepEqual(
      before.filter((path) => path.length > 1),
      [],
    );
    assert.deepEqual(after.slice(before.length), ['0.0', '0.1']);
    assert.equal(
      await page
        .getByRole('treeitem', { name: /^Find the slow tests/ })
        .getAttribute('aria-expanded'),
      'true',
    );
  });

  for (const theme of ['dark', 'light', 'contrast', 'contrast-light']) {
    for (const [place, width] of axePlaces(theme)) {
      it(`has nothing that axe-core finds, in ${theme}, ${place}: list, tree`, async () => {
        const page = await open({ theme, place }, width);

        await openList(page);
        await keepLook(page, `${place}-${theme}-sessions`);
        const found = [...(await findings(page))];
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /^Conversation: / }).click();
        await page.getByRole('treeitem').nth(2).waitFor();
        found.push(...(await findings(page)));

        assert.deepEqual(found, []);
      });
    }
  }
});
