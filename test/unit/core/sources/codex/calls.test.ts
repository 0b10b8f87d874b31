import assert from 'node:assert/strict';
import {
  asked,
  called,
  counted,
  event,
  gave,
  header,
  read,
  said,
  texts,
} from '../../../../fakes/rolloutLines.ts';

describe('calls of Codex rollouts', () => {
  it('takes a repeated count with a changed estimate for none', () => {
    const { calls, coverage } = read([
      header(),
      ...asked('one'),
      event({ type: 'token_count', info: null }),
      said('assistant', 'first'),
      counted(10, 10),
      counted(10, 10),
      counted(0, 10),
      counted(0, 10),
      ...asked('two'),
      said('assistant', 'second'),
      counted(30, 40),
    ]);
    assert.deepEqual(
      calls.map(({ usage }) => usage),
      [
        { input: 10, output: 5, cacheRead: 2, reasoning: 3 },
        { input: 30, output: 5, cacheRead: 2, reasoning: 3 },
      ],
    );
    assert.equal(coverage.repeated, 2);
    assert.equal(coverage.beside['token_count reset'], 1);
    assert.deepEqual(
      calls.map(({ question }) => question),
      [1, 2],
    );
  });

  it('gives counts that come before the answer to that answer', () => {
    const session = read([
      header(),
      said('user', 'one'),
      counted(10, 10),
      said('assistant', 'look'),
      called('a'),
      gave('a', 'x'),
      counted(20, 30),
      said('assistant', 'done'),
    ]);
    assert.deepEqual(
      session.calls.map(({ usage, output }) => [usage?.input, texts(session, output)]),
      [
        [10, ['look', '{"cmd":"ls"}']],
        [20, ['done']],
      ],
    );
  });

  it('makes a call of an answer that was never counted', () => {
    const { calls } = read([
      header(),
      ...asked('one'),
      called('a'),
      gave('a', 'x'),
      said('assistant', 'done'),
      counted(20, 20),
    ]);
    assert.deepEqual(
      calls.map(({ usage }) => usage?.input),
      [undefined, 20],
    );
  });

  it('says that a stopped call was cancelled, and not one that had ended', () => {
    const aborted = event({ type: 'turn_aborted', reason: 'interrupted' });
    const { calls } = read([
      header(),
      ...asked('one'),
      said('assistant', 'whole'),
      counted(10, 10),
      aborted,
      ...asked('two'),
      said('assistant', 'half'),
      aborted,
      ...asked('three'),
      called('a'),
      counted(20, 30),
      aborted,
    ]);
    assert.deepEqual(
      calls.map(({ outcome }) => outcome),
      ['ok', 'cancelled', 'cancelled'],
    );
  });
});
