import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { textField, workbenchEach } from '../../fakes/workbench.ts';

const long = 'a text that took long to write and must not be lost, whatever comes\n';

describe('MCP-10 an edit that fails while it is being made', () => {
  const on = workbenchEach();
  const ways: readonly (readonly [tool: string, args: object])[] = [
    ['be-replace', { file: 'a.txt:1', content: long }],
    ['be-insert', { file: 'a.txt:1', content: long }],
    ['be-delete', { file: 'a.txt:1' }],
    ['be-write', { file: 'a.txt', content: long }],
  ];

  beforeEach(() => {
    on().put('a.txt', 'one\ntwo\n');
  });

  for (const [tool, args] of ways) {
    it(`says so in the first line, what to do in the next, and keeps the text: ${tool}, full disk`, async () => {
      const message = 'The disk refused the change: ENOSPC: no space left on device.';
      on().host.beforeApply = () => ({
        code: 'write-failed',
        message,
        advice: 'Every file is as it was.',
      });

      const answer = await on().bad('write-failed', tool, args);

      const [first, second] = answer.text.split('\n');
      assert.equal(first, `Error (write-failed): ${message}`);
      assert.match(second ?? '', /^Next: Every file is as it was/);
      assert.equal(on().bytes('a.txt').toString(), 'one\ntwo\n');
      if (tool !== 'be-delete') {
        assert.match(textField(answer, 'chip'), /^chip:/);
      }
    });

    it(`makes no file again that was removed meanwhile: ${tool}`, async () => {
      on().host.beforeApply = () => {
        rmSync(on().path('a.txt'));
        return undefined;
      };

      const answer = await on().bad('file-not-found', tool, args);

      assert.match(answer.text.split('\n')[0] ?? '', /no file .*a\.txt/);
      assert.throws(() => on().bytes('a.txt'), /ENOENT/);
      const states = (await on().store.snapshots({})).map((row) => row.state);
      assert.deepEqual(states, ['dropped']);
    });
  }
});
