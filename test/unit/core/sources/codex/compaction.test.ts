import assert from 'node:assert/strict';
import { countOf } from '../../../../../src/ports/runs.ts';
import {
  asked,
  counted,
  event,
  header,
  line,
  read,
  said,
  texts,
  type Line,
} from '../../../../fakes/rolloutLines.ts';

describe('windows of Codex rollouts', () => {
  it('rebuilds the window of a compaction that has a summary alone', () => {
    const session = read([
      header({ base_instructions: { text: 'base' } }),
      said('user', '<environment_context>cwd</environment_context>'),
      ...asked('the question'),
      said('assistant', 'an answer'),
      counted(10, 10),
      counted(50, 60),
      line('compacted', { message: 'what was' }),
      event({ type: 'context_compacted' }),
      said('assistant', 'going on'),
      counted(7, 67),
    ]);
    const [patch] = session.patches;
    assert.deepEqual(texts(session, patch?.left ?? []), ['an answer']);
    assert.deepEqual(texts(session, patch?.created ?? []), ['what was']);
    assert.equal(patch?.recovery, 'transcript');
    assert.equal(patch.before, 55);
    assert.deepEqual(
      session.calls.map(({ purpose, window }) => [purpose, texts(session, window).length]),
      [
        [undefined, 3],
        ['summary', 4],
        [undefined, 4],
      ],
    );
    assert.deepEqual(texts(session, session.calls[2]?.window ?? []), [
      'base',
      '<environment_context>cwd</environment_context>',
      'the question',
      'what was',
    ]);
  });

  it('takes back what had left when a later history has it again, and knows a readable summary', () => {
    const message = (text: string): Line => ({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text }],
    });
    const session = read([
      header(),
      ...asked('one'),
      ...asked('two'),
      line('compacted', { message: 'sum', replacement_history: [message('two'), message('sum')] }),
      line('compacted', { message: '', replacement_history: [message('one'), 7, message('two')] }),
    ]);
    const [first, second] = session.patches;
    assert.deepEqual(texts(session, first?.left ?? []), ['one']);
    assert.equal(session.blocks[first?.created[0] ?? -1]?.kind, 'summary');
    assert.deepEqual(texts(session, second?.back ?? []), ['one']);
    assert.deepEqual(texts(session, second?.left ?? []), ['sum']);
    assert.equal(countOf(session.window), 3);
  });

  it('gives equal messages of a history one block each', () => {
    const again = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] };
    const session = read([
      header(),
      ...asked('go'),
      ...asked('go'),
      line('compacted', { message: '', replacement_history: [again, again, again] }),
    ]);
    assert.deepEqual(session.patches[0]?.left, []);
    assert.equal(countOf(session.patches[0].created), 1);
    assert.equal(countOf(session.window), 3);
  });

  it('goes back by questions and starts a branch', () => {
    const session = read([
      header(),
      ...asked('one'),
      said('assistant', 'a'),
      counted(10, 10),
      ...asked('two'),
      said('assistant', 'b'),
      counted(20, 30),
      event({ type: 'thread_rolled_back', num_turns: 1 }),
      ...asked('three'),
      said('assistant', 'c'),
      counted(25, 55),
      event({ type: 'thread_rolled_back', num_turns: 99 }),
      event({ type: 'thread_rolled_back', num_turns: 1 }),
    ]);
    assert.deepEqual(
      session.patches.map(({ kind, left }) => [kind, texts(session, left)]),
      [
        ['rewind', ['two', 'b']],
        ['rewind', ['one', 'a', 'three', 'c']],
      ],
    );
    assert.deepEqual(
      session.branches.map(({ parent, kept, from }) => [parent, kept, from]),
      [
        [undefined, 0, 0],
        [0, 2, 2],
        [1, 0, 3],
      ],
    );
    assert.deepEqual(texts(session, session.calls[2]?.window ?? []), ['one', 'a', 'three']);
    assert.equal(session.calls[2]?.branch, 1);
  });

  it('goes back twice in a row', () => {
    const back = event({ type: 'thread_rolled_back', num_turns: 1 });
    const session = read([
      header(),
      ...asked('one'),
      ...asked('two'),
      ...asked('three'),
      back,
      back,
    ]);
    assert.deepEqual(texts(session, session.window), ['one']);
    assert.equal(session.branches.length, 3);
  });
});
