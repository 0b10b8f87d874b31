import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  layoutOf,
  mainFileIn,
  matchesName,
  sessionNamed,
} from '../../../../../src/core/sources/filesBeside.ts';

/** What a format looks for beside a file: base folder and patterns. */
function looksFor(id: string, main: string, found: readonly string[] = []): [string, string[]] {
  const layout = layoutOf({ id });
  return [
    layout?.base(main) ?? '',
    layout?.patterns(main, found).map(({ parts }) => parts.join('/')) ?? [],
  ];
}

describe('Files beside a transcript', () => {
  it('are subagents and results of Claude Code, and none of a subagent', () => {
    assert.deepEqual(looksFor('claude-code', '/p/s1.jsonl'), [
      '/p',
      ['s1/subagents/*.jsonl', 'agent-*.jsonl', 's1/tool-results/*'],
    ]);
    assert.deepEqual(looksFor('claude-code', '/p/agent-1.jsonl'), ['/p', []]);
  });

  it('are messages, and then their parts, of opencode', () => {
    const main = '/d/storage/session/p1/s1.json';

    assert.deepEqual(looksFor('opencode', main), ['/d/storage', ['message/s1/*.json']]);
    assert.deepEqual(looksFor('opencode', main, ['message/s1/m1.json', 'part/m1/p.json']), [
      '/d/storage',
      ['message/s1/*.json', 'part/m1/*.json'],
    ]);
    assert.deepEqual(looksFor('opencode', '/d/other.json')[1], []);
  });

  it('are the other files of a task, and the logs beside the main one', () => {
    const [base, files] = looksFor('roo-code', '/t/1/api_conversation_history.json');

    assert.equal(base, '/t/1');
    assert.ok(
      files.includes('ui_messages.json') && !files.includes('api_conversation_history.json'),
    );
    assert.deepEqual(looksFor('copilot-debug-log', '/l/main.jsonl'), ['/l', ['*.jsonl']]);
    assert.deepEqual(looksFor('copilot-debug-log', '/l/other.jsonl')[1], []);
    assert.equal(layoutOf({ id: 'codex' }), undefined);
  });

  it('are found by the file that opens a folder', () => {
    assert.equal(
      mainFileIn(['ui_messages.json', 'api_conversation_history.json']),
      'api_conversation_history.json',
    );
    assert.equal(mainFileIn(['a.txt', 'only.jsonl']), 'only.jsonl');
    assert.equal(mainFileIn(['a.jsonl', 'b.jsonl']), undefined);
  });

  it('are of the session that the first record with an id names', () => {
    assert.equal(sessionNamed({ records: [3, null, { sessionId: 4 }, { sessionId: 's' }] }), 's');
    assert.equal(sessionNamed({ records: [] }), '');
  });

  it('are matched as an expression would', () => {
    const piece = fc.constantFrom('a', 'b', '*', 'ab', '.');
    const letters = fc.array(fc.constantFrom('a', 'b', '.'), { maxLength: 12 });

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), letters, (pieces, name) => {
        const pattern = pieces.join('');
        const source = pattern.replaceAll('.', '\\.').replaceAll('*', '.*');
        assert.equal(
          matchesName(pattern, name.join('')),
          new RegExp(`^${source}$`).test(name.join('')),
        );
      }),
      { numRuns: 1000 },
    );
    assert.ok(matchesName('*.json|*.jsonl', 'a.jsonl') && !matchesName('*.json|x', 'a.jsonl'));
  });
});
