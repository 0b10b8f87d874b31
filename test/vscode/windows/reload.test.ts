import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import { connectTo, copiedConnection } from '../otherWindow.ts';

const window = 'reloaded';

describe('a window that is loaded anew', () => {
  before(() => driveUi({ action: 'openWindow', window }));

  after(() => driveUi({ action: 'closeWindow', window }));

  it('keeps address, token, chips and events, and knows that old views are gone', async () => {
    const address = await copiedConnection(window);
    const before = await connectTo(window);
    const read = await before.call('be-read', { file: 'notes.md:1-5' });
    const deleted = await before.call('be-delete', { file: 'notes.md:4' });
    await before.close();

    await driveUi({ action: 'reload', window });

    const after = await connectTo(window);
    const chips = await after.call('be-insert-chip', {});
    const status = await after.call('be-trx', { action: 'status' });
    const stale = await after.call('be-replace', {
      file: 'notes.md:3',
      content: 'x',
      viewed_code_id: read.structured.viewed_code_id,
    });
    await after.close();
    assert.deepEqual(await copiedConnection(window), address);
    assert.match(String(deleted.structured.chip), /^chip:\/\/[0-9a-f]{6}$/);
    assert.ok(JSON.stringify(chips.structured.chips).includes('- second'));
    assert.ok(
      JSON.stringify(status.structured.events).includes(String(deleted.structured.event_id)),
    );
    assert.equal(stale.structured.code, 'view-not-found');
  });
});
