import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../../src/core/agent/agentModel.ts';
import { TextCounts } from '../../../../src/core/agent/textCounts.ts';

function requestOf(...texts: readonly string[]): ModelRequest {
  return { id: 'r', messages: texts.map((text) => ({ role: 'user', text })), tools: [] };
}

describe('the count of a request by a slow tokenizer', () => {
  it('asks for each text once, as long as it stays in the requests', async () => {
    const asked: string[] = [];
    const counts = new TextCounts((text) => {
      asked.push(text);
      return Promise.resolve(text.length);
    });

    const first = await counts.count(requestOf('one', 'three'));
    const second = await counts.count(requestOf('one', 'three', 'three'));
    await counts.count(requestOf('other'));
    await counts.count(requestOf('one'));

    assert.deepEqual([first, second], [8 + 8, 13 + 12]);
    assert.deepEqual(asked, ['one', 'three', 'other', 'one']);
  });

  it('is unknown where one text can not be counted, which is asked again', async () => {
    let broken = true;
    const counts = new TextCounts((text) => {
      if (broken) {
        throw new Error('no tokenizer');
      }
      return Promise.resolve(text.length);
    });

    const first = await counts.count(requestOf('one'));
    broken = false;

    assert.equal(first, undefined);
    assert.equal(await counts.count(requestOf('one')), 7);
  });
});
