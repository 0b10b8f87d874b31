import assert from 'node:assert/strict';
import { DirectTranscripts } from '../../../../src/node/transcripts/directTranscripts.ts';
import { SessionsModel } from '../../../../src/panel/transcripts/sessionsModel.ts';
import type { TreeNode } from '../../../../src/panel/transcripts/sessionTree.ts';
import type { StoreWrite } from '../../../../src/ports/store.ts';
import { fail, ok } from '../../../../src/ports/result.ts';
import type {
  FoundTranscripts,
  OpenRequest,
  TranscriptResult,
  TranscriptRow,
  TranscriptSource,
} from '../../../../src/ports/transcripts.ts';
import { madeFormats, madeRecords } from '../../../fakes/madeTranscripts.ts';
import { MemoryStore } from '../../../fakes/memoryStore.ts';
import { systemRandom } from '../../../../src/node/systemRandom.ts';
import { stateWhere, transcriptFolder, valueOf } from '../../node/transcriptsSetup.ts';

const now = new Date(2026, 10, 30, 12).getTime();
const clock = { now: () => now };

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
        return [
          `${node.row.path} ${String(node.row.calls)}${node.kept ? (node.kept.lost ? ' lost' : ' kept') : ''}`,
        ];
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
  let store: MemoryStore;
  beforeEach(() => {
    store = new MemoryStore();
    const source = {
      find: () => Promise.resolve(answer),
      files: (path: string) => Promise.resolve(ok({ row: row(path), unit: 'line', files: [] })),
      lost: (rows: readonly TranscriptRow[]) =>
        Promise.resolve(ok(rows.filter(({ path }) => path === 'gone'))),
    } as unknown as TranscriptSource;
    model = new SessionsModel({
      source: () => source,
      query: () => ({ folders: [] }),
      store: () => store,
      clock,
      random: systemRandom,
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

  it('keeps what was seen of a session while it was followed', async () => {
    const folder = await transcriptFolder();
    const direct = new DirectTranscripts({ formats: madeFormats });
    const path = await folder.write('s1.jsonl', madeRecords(2));
    answer = ok({ rows: [row(path, { calls: 1, modified: now - 1000 })], more: false });
    const source: TranscriptSource = Object.create(direct, {
      find: { value: () => Promise.resolve(answer) },
      open: { value: (request: OpenRequest) => direct.open(request) },
      close: { value: (name: string) => direct.close(name) },
      onDidChange: { value: direct.onDidChange },
    }) as TranscriptSource;
    const own = new SessionsModel({
      ...{ source: () => source, query: () => ({ folders: [] }), clock },
      ...{ store: () => store, random: systemRandom },
    });
    await own.search.refresh();
    valueOf(await own.followed.follow(path));
    const grown = stateWhere(direct, ({ sessions }) => sessions[0]?.calls === 2);

    await folder.append('s1.jsonl', madeRecords(2, 2));
    await grown;
    await own.followed.stop(path);

    assert.deepEqual(linesOf(own.nodes), ['Codex', 'Today', `${path} 2`]);
    own.dispose();
    direct.dispose();
    await folder.remove();
  });

  it('marks what is kept, lists what is lost, and says when that can not be known', async () => {
    const keep = (path: string): StoreWrite => ({
      op: 'putKept',
      session: { id: path, path, row: row(path, { calls: 2 }), kept: 1, updated: 2 },
      files: [],
    });
    await store.write([keep('a'), keep('gone')]);
    await found([row('a'), row('b')]);
    await model.kept.refresh();

    assert.deepEqual(linesOf(model.nodes), [
      ...['Codex', 'Today'],
      ...['a undefined kept', 'b undefined', 'gone 2 lost'],
    ]);
    assert.equal(model.row('gone')?.path, 'gone');

    store.failWith = 'locked';
    await model.search.refresh();
    await model.kept.refresh();
    assert.match(linesOf(model.nodes)[0] ?? '', /^problem: Kept sessions can not be used now: /);
    const kept = await model.kept.keep('a', {});
    assert.match(kept.ok ? '' : kept.failure.message, /^Kept sessions can not be used now: /);
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
