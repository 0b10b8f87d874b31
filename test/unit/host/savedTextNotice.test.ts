import assert from 'node:assert/strict';
import { SavedTextNotice } from '../../../src/host/savedTextNotice.ts';
import type { KeptChip } from '../../../src/tools/toolService.ts';

/** An editor whose messages stay open until a test answers them. */
function bench() {
  const shown: string[] = [];
  const done: string[] = [];
  const state: { enabled: boolean; answer?: (choice?: string) => void } = { enabled: true };
  const notice = new SavedTextNotice({
    enabled: () => state.enabled,
    show(message) {
      shown.push(message);
      return new Promise((resolve) => {
        state.answer = resolve;
      });
    },
    replay: (chip) => done.push(`replay ${chip}`),
    disable: () => done.push('disable'),
  });
  const answered = async (choice?: string): Promise<void> => {
    state.answer?.(choice);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { notice, shown, done, state, answered };
}

function chip(id: string, over: Partial<KeptChip> = {}): KeptChip {
  return { id, bytes: 2100, client: 'claude-code', refreshed: false, ...over };
}

describe('the notice of a saved text', () => {
  it('names the client and the size, and leads to the replay', async () => {
    const { notice, shown, done, answered } = bench();

    void notice.tell(chip('abcdef'));
    await answered('Replay…');

    assert.deepEqual(shown, ['An edit by claude-code failed; its text (2.1 kB) was kept.']);
    assert.deepEqual(done, ['replay abcdef']);
  });

  it('is one at a time; the next one counts those that came meanwhile', async () => {
    const { notice, shown, answered } = bench();

    for (const id of ['aaaaaa', 'bbbbbb', 'cccccc']) {
      void notice.tell(chip(id));
    }
    const first = shown.length;
    await answered();
    void notice.tell(chip('dddddd'));
    await answered();
    void notice.tell(chip('eeeeee'));

    assert.equal(first, 1);
    assert.match(shown[1] ?? '', /So were those of 2 edits before\.$/);
    assert.match(shown[2] ?? '', /was kept\.$/);
  });

  it('is turned off by its own button', async () => {
    const { notice, done, answered } = bench();

    void notice.tell(chip('abcdef'));
    await answered("Don't Show Again");

    assert.deepEqual(done, ['disable']);
  });

  it('is not shown for a text that was kept before, nor where it is off', async () => {
    const { notice, shown, state } = bench();

    await notice.tell(chip('abcdef', { refreshed: true }));
    state.enabled = false;
    await notice.tell(chip('abcdef'));

    assert.deepEqual(shown, []);
  });
});
