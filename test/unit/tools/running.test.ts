import assert from 'node:assert/strict';
import type { KeptChip, RunningCall } from '../../../src/tools/toolService.ts';
import { chipOf, numbered, workbenchEach } from '../../fakes/workbench.ts';

const lost = 'a text that took long to write and must not be lost\n';

describe('the tools tell', () => {
  const on = workbenchEach();

  it('of a call that begins and ends, also of one to a tool that there is not', async () => {
    on().put('a.txt', numbered(3));
    const seen: (readonly RunningCall[])[] = [];
    on().runtime.onDidChangeRunning(() => seen.push(on().runtime.running));

    await on().good('be-read', { file: 'a.txt' });
    await on().bad('tool-not-found', 'be-nothing', {});

    assert.deepEqual(
      seen.map((calls) => calls.map(({ tool, client }) => `${tool} ${client}`)),
      [['be-read test-client'], [], ['be-nothing test-client'], []],
    );
    const [recorded] = await on().store.calls(2);
    assert.equal(recorded?.id, seen[2]?.[0]?.id);
  });

  it('of the text of a failed call that was kept, and whether it was sent before', async () => {
    const kept: KeptChip[] = [];
    on().runtime.onDidKeepChip((chip) => kept.push(chip));
    const args = { file: '../outside.txt', content: lost };

    const first = await on().bad('outside-workspace', 'be-write', args);
    await on().bad('outside-workspace', 'be-write', args);

    const bytes = JSON.stringify(args).length;
    const chip = { id: chipOf(first), bytes, client: 'test-client' };
    assert.deepEqual(kept, [
      { ...chip, refreshed: false },
      { ...chip, refreshed: true },
    ]);
  });

  it('of no text that was kept for a person, for a call that succeeds, or for one that reads', async () => {
    on().put('a.txt', numbered(3));
    const kept: KeptChip[] = [];
    on().runtime.onDidKeepChip((chip) => kept.push(chip));

    await on().call('be-write', { file: '../b.txt', content: lost }, { caller: { person: true } });
    await on().good('be-delete', { file: 'a.txt:1' });
    await on().bad('file-not-found', 'be-read', { file: `${'n'.repeat(60)}.txt` });

    assert.deepEqual(kept, []);
  });
});
