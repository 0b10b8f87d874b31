import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { closeEditors, onDisk, open, put, until } from '../workspaceFiles.ts';
import { inPage, keys, lineLabels, sidebar, untilLine } from './pageDriver.ts';

describe('the page by keyboard alone', function () {
  // Key by key, and on a busy machine each takes its time.
  this.timeout(60_000);

  let session: McpSession;

  before(async () => {
    session = await connect('codex-mcp-client');
  });

  after(async () => {
    await session.close();
    await closeEditors();
  });

  it('leads from the palette to a text put back and undone', async () => {
    await put('keys.py', 'first = 1\n');
    await session.call('be-insert', {
      file: 'keys.py:90',
      content: 'second = "put back by keys, and long enough to be kept"\n',
    });
    await open('keys.py');

    await keys('F1');
    await driveUi({ action: 'type', text: 'Chipboard: Show Chips' });
    await driveUi({ action: 'waitFor', selector: '.quick-input-list .monaco-list-row' });
    await keys('Enter');
    await until('the keyboard is in the list', async () => (await active()) === 'Chips');
    await keys('Control+f', 'Control+a');
    await driveUi({ action: 'type', text: 'keys.py' });
    // Enter leads to what was found, once it is there.
    await untilLine(sidebar, /put back by keys/);
    await until('nothing else is listed', async () => (await lineLabels(sidebar)).length <= 2);
    await keys('Enter');
    await until('the list has the keyboard', async () => (await active()) === 'Chips');
    await keys('Control+Enter');
    await inPage(sidebar, 'waitFor', { selector: 'replay-form .diff-table' });
    await keys('Control+Enter');
    await until('the text is back', async () => (await onDisk('keys.py')).startsWith('second'));

    const { document } = await open('keys.py');

    await keys('Control+Z');

    await until('it is undone', () => document.getText() === 'first = 1\n');
    assert.equal(document.getText(), 'first = 1\n');
  });
});

/** The name of what has the keyboard in the page; nothing if that is the whole document. */
async function active(): Promise<string> {
  const code = `document.hasFocus() && document.activeElement !== document.body
    ? (document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName) : ''`;
  return String(await inPage(sidebar, 'eval', { code }));
}
