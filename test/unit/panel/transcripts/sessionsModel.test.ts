import assert from 'node:assert/strict';
import { SessionsModel } from '../../../../src/panel/transcripts/sessionsModel.ts';
import type { TreeNode } from '../../../../src/panel/transcripts/sessionTree.ts';
import { fail, ok } from '../../../../src/ports/result.ts';
import type {
  FoundTranscripts,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
} from '../../../../src/ports/transcripts.ts';

const now = new Date(2026, 10, 30, 12).getTime();

function row(path: string, more: Partial<TranscriptRow> = {}): TranscriptRow {
  return {
    ...{ path, format: 'made', agent: 'Codex', id: path, title: '', folder: '' },
    ...{ bytes: 1500, modified: now, model: '', ...more },
  };
}

/** What the tree shows, one line each. */
function linesOf(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => {
    switch (node.kind) {
      case 'agent':
        return [node.agent, ...linesOf(node.days)];
      case 'day':
        return [node.label, ...linesOf(node.sessions)];
      case 'session':
        return [`${node.row.path} ${String(node.row.calls)}`];
      case 'more':
        return ['more'];
      case 'note':
      case 'problem':
        return [`${node.kind}: ${node.text}`];
    }
  });
}

describe('what the tree of sessions shows', () => {
  let answer: TranscriptResult<FoundTranscripts>;
  let model: SessionsModel;
  beforeEach(() => {
    const source = { find: () => Promise.resolve(answer) } as unknown as TranscriptSource;
    model = new SessionsModel({
      source: () => source,
      query: () => ({ folders: [] }),
      clock: { now: () => now },
    });
  });
  const found = async (rows: readonly TranscriptRow[], more = false): Promise<void> => {
    answer = ok({ rows, more });
    await model.search.refresh();
  };

  it('is nothing before something was looked for', () => {
    assert.deepEqual(model.nodes, []);
  });

  it('has what was chosen besides what was found, each once, and knows calls that were read', async () => {
    let changes = 0;
    await found([row('a'), row('b')]);
    model.onDidChange(() => (changes += 1));

    model.learn(row('a', { calls: 3 }), false);
    model.learn(row('b', { calls: 4 }), true);
    model.learn(row('/elsewhere', { calls: 5 }), true);

    const lines = ['Codex', 'Today', 'a 3', 'b 4', '/elsewhere 5'];
    assert.deepEqual(linesOf(model.nodes), lines);
    assert.equal(changes, 3);
    assert.deepEqual(model.row('/elsewhere')?.calls, 5);
    assert.equal(model.row('/none'), undefined);

    await found([]);
    assert.deepEqual(linesOf(model.nodes), ['Codex', 'Today', 'b 4', '/elsewhere 5']);
  });

  it('says what went wrong, and what is not there', async () => {
    await found([row('a')], true);
    const bounded = linesOf(model.nodes).at(-1);
    assert.equal(
      bounded,
      'note: There are more files than are looked at: older sessions may be missing.',
    );

    await found(
      Array.from({ length: 100 }, (_, index) => row(String(index))),
      true,
    );
    assert.equal(linesOf(model.nodes).at(-1), 'more');

    answer = fail({ code: 'not-readable', message: 'The search failed: no.' });
    await model.search.restart();
    assert.deepEqual(linesOf(model.nodes), ['problem: The search failed: no.']);
  });
});
