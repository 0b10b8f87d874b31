import assert from 'node:assert/strict';
import { countOf } from '../../../../../src/core/sources/runs.ts';
import {
  asked,
  counted,
  event,
  header,
  item,
  line,
  read,
  said,
  start,
  texts,
  uuid7,
  type Line,
} from '../../../../fakes/rolloutLines.ts';

describe('forks and openings of Codex rollouts', () => {
  it('counts nothing that a fork has from its parent, whose messages stand in its window', () => {
    const fork = start + 60_000;
    const parentTurn = (at: number): Line =>
      event({ type: 'task_started', turn_id: uuid7(start) }, at);
    const lines = [
      line('session_meta', { id: uuid7(fork), forked_from_id: uuid7(start) }, fork),
      line('session_meta', { id: uuid7(start), base_instructions: { text: 'base' } }, fork),
      parentTurn(fork + 5000),
      ...asked('of the parent'),
      said('assistant', 'its answer'),
      counted(10, 10, fork + 5000),
      event({ type: 'thread_rolled_back', num_turns: 0 }),
      event({ type: 'task_started', turn_id: uuid7(fork + 9000) }, fork + 9000),
      counted(10, 10, fork + 9000),
      ...asked('of the child'),
      said('assistant', 'answer'),
      counted(20, 30, fork + 9000),
    ];
    const session = read(lines);
    assert.deepEqual([session.id, session.parent], [uuid7(fork), uuid7(start)]);
    assert.deepEqual(
      session.calls.map(({ usage, window }) => [usage?.input, texts(session, window)]),
      [[20, ['of the parent', 'its answer', 'of the child']]],
    );
    assert.equal(session.questions, 1);
    assert.equal(session.title, 'of the child');
    // The parent's header, its count, and the count that is written once more.
    assert.equal(session.coverage.repeated, 3);
    const unasked = read(lines.slice(0, 7));
    assert.deepEqual([unasked.calls, unasked.questions], [[], 0]);
    assert.equal(unasked.title, 'of the parent');
  });

  it('counts all calls of a subagent that begins anew', () => {
    const meta = {
      id: uuid7(start),
      source: { subagent: { thread_spawn: { parent_thread_id: uuid7(start - 5000), depth: 1 } } },
    };
    const { calls, questions, parent } = read([
      line('session_meta', meta),
      event({ type: 'task_started', turn_id: uuid7(start + 1) }),
      ...asked('do'),
      said('assistant', 'done'),
      counted(10, 10),
    ]);
    assert.equal(calls.length, 1);
    assert.equal(questions, 1);
    assert.equal(parent, uuid7(start - 5000));
  });

  it('tells a copied beginning by its time where turns have no dated ids', () => {
    const fork = start + 60_000;
    const { calls } = read([
      line('session_meta', { id: uuid7(fork), forked_from_id: 'parent' }, fork),
      said('user', 'old'),
      said('assistant', 'old answer'),
      counted(10, 10, fork + 100),
      item(
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'new' }] },
        fork + 9000,
      ),
      item({ type: 'message', role: 'assistant', content: 'new answer' }, fork + 9500),
      counted(20, 30, fork + 9500),
    ]);
    assert.deepEqual(
      calls.map(({ usage }) => usage?.input),
      [20],
    );
  });

  it('shows instructions of a turn only where no message has them', () => {
    const turn = line('turn_context', {
      model: 'm',
      developer_instructions: 'be brief',
      user_instructions: 'no tabs',
    });
    const alone = read([header(), turn, ...asked('one'), said('assistant', 'a')]);
    assert.deepEqual(texts(alone, alone.calls[0]?.window ?? []), ['be brief', 'no tabs', 'one']);
    const given = read([
      header({ base_instructions: { text: 'base' }, instructions: 'no tabs' }),
      said('developer', 'be brief'),
      said('user', '<user_instructions>\n\nno tabs\n\n</user_instructions>'),
      turn,
      ...asked('one'),
      said('assistant', 'a'),
    ]);
    assert.equal(countOf(given.calls[0]?.window ?? []), 4);
    const based = read([
      header({ base_instructions: { text: 'base' } }),
      turn,
      ...asked('one'),
      said('assistant', 'a'),
    ]);
    assert.deepEqual(texts(based, based.calls[0]?.window ?? []), [
      'base',
      'be brief',
      'no tabs',
      'one',
    ]);
  });
});
