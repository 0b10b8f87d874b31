/* Here, and not with the unit tests, because what it imports needs the types of a browser. */
import assert from 'node:assert/strict';
import type { Client } from '../../webview/client.ts';
import { SessionsModel } from '../../webview/context/sessionsModel.ts';

describe('the sessions that a page has open', () => {
  /** A host whose sessions open when the test says so. */
  function host() {
    const opening = new Map<string, () => void>();
    const closed: string[] = [];
    const ask = (name: string, params: { key?: string; transcript?: string }): Promise<unknown> => {
      if (name === 'session/open') {
        const key = params.key ?? '';
        const state = { transcript: `t-${key}`, generation: 1, revision: 1, sessions: [] };
        return new Promise((resolve) => {
          opening.set(key, () => resolve(state));
        });
      }
      if (name === 'session/close') {
        closed.push(params.transcript ?? '');
      }
      return Promise.resolve([]);
    };
    const model = new SessionsModel({ ask } as unknown as Client, () => undefined);
    return { model, closed, answer: (key: string) => opening.get(key)?.() };
  }

  it('open on the side where they were asked for, also if the sides changed meanwhile', async () => {
    const { model, closed, answer } = host();
    const [first, second] = [model.open('a'), model.open('b', [], 'beside')];
    model.swap();
    answer('a');
    answer('b');
    await Promise.all([first, second]);

    assert.equal(model.shown?.key, 'b');
    assert.equal(model.beside?.key, 'a');
    assert.deepEqual(closed, []);
  });

  it('are closed if another one was asked for meanwhile, or the second one is not wanted any more', async () => {
    const { model, closed, answer } = host();
    const asked = [model.open('a'), model.open('c'), model.open('b', [], 'beside')];
    model.closeBeside();
    ['a', 'b', 'c'].forEach(answer);
    await Promise.all(asked);

    assert.equal(model.shown?.key, 'c');
    assert.equal(model.beside, undefined);
    assert.deepEqual(closed.sort(), ['t-a', 't-b']);
  });

  it('stay open as long as one of both places shows them', async () => {
    const { model, closed, answer } = host();
    for (const [key, place] of [
      ['a', 'shown'],
      ['a', 'beside'],
      ['b', 'shown'],
    ] as const) {
      const asked = model.open(key, [], place);
      answer(key);
      await asked;
    }
    const beforeClosing = [...closed];
    model.closeBeside();

    assert.deepEqual(beforeClosing, []);
    assert.deepEqual(closed, ['t-a']);
  });
});
