import assert from 'node:assert/strict';
import { connect } from '../mcpSession.ts';

describe('a window without a folder', () => {
  it('says that no folder is open, and keeps the text of an edit', async () => {
    const session = await connect();

    const read = await session.call('be-read', { file: 'a.txt' });
    const write = await session.call('be-write', {
      file: '/etc/chipboard.txt',
      content: 'a text that is long enough to be kept\n',
    });

    await session.close();
    assert.equal(read.structured['code'], 'outside-workspace');
    assert.match(String(read.structured['advice']), /open a folder/);
    assert.equal(write.structured['code'], 'outside-workspace');
    assert.match(String(write.structured['chip']), /^chip:/);
  });
});
