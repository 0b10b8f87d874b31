import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { panelBenchEach } from '../panel/panelBench.ts';
import { fileIn } from '../node/sqliteSetup.ts';
import { cleanUp, scratch, startHeadless } from './headlessRig.ts';

describe('the page of an open window, beside a headless server of another folder', () => {
  const on = panelBenchEach();

  // Before the bench removes the folder of the database.
  afterEach(cleanUp);

  it('lists the chip of its failed call, and the call', async () => {
    await on().page.ask('page/ready', {});
    await on().pass(0);
    const elsewhere = await scratch('elsewhere');
    await writeFile(join(elsewhere, 'other.py'), 'print(2)\n');
    const storage = dirname(fileIn(on().root));
    const server = await startHeadless('--root', elsewhere, '--storage', storage);

    const failed = await server.call('be-replace', {
      file: 'other.py:40-44',
      content: 'def kept():\n    return "a text that is long enough to be kept"\n',
    });
    await on().pass(400);
    await on().pass(50);

    const told = on().page.states.at(-1);
    const { chips } = await on().page.ask('chips/changes', { limit: 10 });
    const { calls } = await on().page.ask('calls/changes', { limit: 10 });
    assert.equal(failed.isError, true, failed.text);
    assert.deepEqual([told?.chips.total, told?.calls.total], [1, 1]);
    assert.deepEqual(
      chips.map(({ id, tool, file }) => [`chip://${id}`, tool, file]),
      [[failed.structured.chip, 'be-replace', join(elsewhere, 'other.py')]],
    );
    assert.equal(calls[0]?.tool, 'be-replace');
  });
});
