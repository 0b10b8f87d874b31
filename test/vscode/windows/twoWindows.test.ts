import assert from 'node:assert/strict';
import { driveUi } from '../../../scripts/editor/uiClient.ts';
import type { McpSession } from '../mcpSession.ts';
import { connect } from '../mcpSession.ts';
import { connectTo } from '../otherWindow.ts';

const window = 'second';

describe('two windows at once', () => {
  let here: McpSession;
  let there: McpSession;

  before(async () => {
    await driveUi({ action: 'openWindow', window });
    here = await connect();
    there = await connectTo(window);
  });

  after(async () => {
    await here.close();
    await there.close();
    await driveUi({ action: 'closeWindow', window });
  });

  it('lose no chip that either of them makes', async () => {
    const before = await chipCount(here);
    const fail = (session: McpSession, by: string): Promise<unknown>[] =>
      Array.from({ length: 12 }, (_, index) =>
        session.call('be-write', {
          file: '../outside.txt',
          content: `${by} number ${index}, a text that must not be lost\n`,
        }),
      );

    await Promise.all([...fail(here, 'here'), ...fail(there, 'there')]);

    assert.equal(await chipCount(here), before + 24);
    assert.equal(await chipCount(there), before + 24);
  });

  it('keep the edits of both to one file', async () => {
    await here.call('be-write', { file: 'shared.txt', content: 'start\n' });

    for (let index = 0; index < 5; index++) {
      await here.call('be-insert', { file: 'shared.txt:1', content: `here ${index}` });
      await there.call('be-insert', { file: 'shared.txt:1', content: `there ${index}` });
    }

    const read = await there.call('be-read', { file: 'shared.txt' });
    assert.equal(read.structured.total, 11, read.text);
  });
});

async function chipCount(session: McpSession): Promise<number> {
  const answer = await session.call('be-insert-chip', { tool: 'be-write' });
  return Number(answer.structured.total);
}
