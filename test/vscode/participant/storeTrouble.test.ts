import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { ContextSession } from '../../../src/core/context/contextSession.ts';
import { put, until } from '../workspaceFiles.ts';
import { ask, lastAnswer } from './chat.ts';
import { Journal } from './journal.ts';
import { provider } from './rig.ts';
import { call, resultsOf, say } from './scriptedProvider.ts';

function questionsOf({ state }: ContextSession): readonly string[] {
  return state.order.filter((id) => id.startsWith('user_'));
}

const notice = /can not be written now/;

describe('while the database is locked by another program', () => {
  const journal = new Journal();

  after(() => journal.close());

  it('@chipboard answers all the same, says so once, and stores all of it afterwards', async () => {
    await put('locked.txt', 'the word is heliotrope\n');
    provider.script = (request) =>
      resultsOf(request).length === 0
        ? [call('be-read', { file: 'locked.txt' })]
        : say('It is heliotrope.');
    const other = new DatabaseSync(journal.file);
    other.exec('BEGIN IMMEDIATE');

    const began = Date.now();
    const texts: string[] = [];
    try {
      await ask('what is the word?');
      texts.push(await lastAnswer());
      await ask('and again?');
      texts.push(await lastAnswer());
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
    const [first = '', second = ''] = texts;
    const took = Date.now() - began;
    await ask('and now?');
    await until(
      'all is stored',
      async () => questionsOf(await journal.session()).length === 3,
      40_000,
    );

    const { state } = await journal.session();
    assert.match(first, /It is heliotrope\./);
    assert.match(first, notice);
    assert.doesNotMatch(second, notice);
    assert.ok(took < 40_000, `${took} ms`);
    assert.equal(state.order.filter((id) => id.startsWith('tool_')).length, 1);
    assert.ok(state.calls.length >= 4);
  });
});
