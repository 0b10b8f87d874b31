import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { enterHome, type SessionHome } from '../sessions/home.ts';
import { closeEditors, until } from '../workspaceFiles.ts';
import { inPage, keys, tab, textIn, untilText } from './pageDriver.ts';

/** What has the keyboard when nothing in the page has it. */
const lost = 'the whole document';

describe('the context by keyboard alone', function () {
  // Key by key, and on a busy machine each takes its time.
  this.timeout(120_000);

  let home: SessionHome;

  before(async () => {
    home = await enterHome();
  });

  after(async () => {
    await closeEditors();
    await home.leave();
  });

  it('leads from the palette to a session of this folder', async () => {
    await keys('F1');
    await driveUi({ action: 'type', text: 'Chipboard: Show Context' });
    await driveUi({ action: 'waitFor', selector: '.quick-input-list .monaco-list-row' });
    await keys('Enter');
    await untilActive(/./);
    await tabTo(/^Session:/);
    await keys('Enter');
    await untilActive(/^Search sessions$/);
    await driveUi({ action: 'type', text: 'Claude Code' });
    await keys('Enter');

    await untilText(tab, '.turn-readout', /^Turn (\d+) of \1 /);
    // It stays in the picker until the session is open.
    await untilActive(/^Session:/);
  });

  it('goes through turns with arrows and typed numbers, and to the list of patches', async () => {
    await tabTo(/^Turn$/);
    const last = await turn();

    await keys('ArrowLeft');
    await untilText(tab, '.turn-readout', new RegExp(`^Turn ${last - 1} of ${last} `));
    assert.equal(await active(), 'Turn');
    await keys('3', 'Enter');
    await untilText(tab, '.turn-readout', new RegExp(`^Turn 3 of ${last} `));
    assert.equal(await active(), 'Turn');
    await tabTo(/^Blocks$/);
    await keys('ArrowRight');

    await untilActive(/^Patches/);
    assert.equal(await turn(), 3);
  });

  it('opens a loss record, looks at what left, opens an original, and comes back', async () => {
    await keys('Tab');
    assert.equal(await active(), 'Patches');
    await keys('Home', 'Enter');
    await untilText(tab, 'loss-record', /Compaction before turn \d+/);
    await untilActive(/^Loss record$/);
    await tabTo(/^Blocks that left$/);
    await keys('Home', 'ArrowDown');
    assert.equal(await active(), 'Blocks that left');
    const looked = (await untilText(tab, '.beside section .pane-title', /^What left \w+_\d+/))
      .split(' ')
      .at(-1);

    await keys('Enter');

    await untilText(tab, 'block-detail .sub', new RegExp(`^${looked ?? '?'} `));
    // On the block itself, or on the list in which it is being opened.
    await untilActive(new RegExp(`^Block$|${looked ?? '?'}`));
    await tabBackTo(/^Blocks$/);
    await keys('ArrowRight');
    await untilActive(/^Patches/);
    assert.match(await textIn(tab, 'loss-record'), /Compaction before turn \d+/);
  });
});

/** Waits until what has the keyboard has a name that fits. */
async function untilActive(name: RegExp): Promise<void> {
  let here = '';
  await until(
    `${String(name)} has the keyboard`,
    async () => name.test((here = await active())) && here !== lost,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} It is at: ${here}`);
  });
}

/** Number of the turn that is shown. */
async function turn(): Promise<number> {
  return Number(/^Turn (\d+)/.exec(await textIn(tab, '.turn-readout'))?.[1]);
}

/** Presses Tab until what has the keyboard has a name that fits; in the page it is never lost on the way. */
async function tabTo(name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 60; step++) {
    const here = await active();
    assert.notEqual(here, lost, `after ${passed.join(', ')}`);
    if (name.test(here)) {
      return;
    }
    passed.push(here);
    await keys(key);
  }
  assert.fail(`${String(name)} was not reached: ${passed.join(', ')}`);
}

function tabBackTo(name: RegExp): Promise<void> {
  return tabTo(name, 'Shift+Tab');
}

/** The name of what has the keyboard in the page: `lost` if that is the whole document, nothing if it is elsewhere. */
async function active(): Promise<string> {
  const code = `(() => {
    let element = document.hasFocus() ? document.activeElement : null;
    while (element?.shadowRoot?.activeElement) {
      element = element.shadowRoot.activeElement;
    }
    if (element === null) {
      return '';
    }
    return element === document.body
      ? '${lost}'
      : (element.getAttribute('aria-label') ?? element.innerText ?? '') || element.tagName;
  })()`;
  const name = await inPage(tab, 'eval', { code });
  return String(name).replace(/\s+/g, ' ').trim();
}
