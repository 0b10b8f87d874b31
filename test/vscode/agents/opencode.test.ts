import assert from 'node:assert/strict';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import type { RecordedBlockRow, RecordedCallRow } from '../../../src/ports/transcriptRows.ts';
import { mainOf, valueOf } from '../../unit/node/transcriptsSetup.ts';
import { editingSession, type EditingSession } from './editingSession.ts';

/** The session that opencode wrote down, as it is read from its database. */
interface Recorded {
  readonly path: string;
  readonly calls: readonly RecordedCallRow[];
  readonly blocks: readonly RecordedBlockRow[];
  /** The blocks' texts, read back. */
  readonly texts: readonly string[];
}

async function recordedIn(home: string): Promise<Recorded> {
  const surroundings = { platform: process.platform, home, env: {}, windowsHomes: [] };
  const source = new DirectTranscripts({ surroundings: () => Promise.resolve(surroundings) });
  try {
    const { rows } = valueOf(await source.find({ folders: undefined, agents: ['opencode'] }));
    assert.equal(rows.length, 1);
    const path = rows[0]?.path ?? '';
    const at = mainOf(valueOf(await source.open({ path, until: 'whole' })));
    const all = { from: 0, limit: 500 };
    const [calls, blocks] = [
      valueOf(await source.calls(at, all)),
      valueOf(await source.blocks(at, all)),
    ];
    const texts: string[] = [];
    for (const block of blocks.keys()) {
      texts.push(valueOf(await source.text(at, { block, from: 0, limit: 1e6 })).text);
    }
    return { path, calls, blocks, texts };
  } finally {
    source.dispose();
  }
}

describe('opencode', () => {
  let session: EditingSession;
  let recorded: Recorded;

  before(async () => {
    session = await editingSession('opencode', 'http', async (home) => {
      recorded = await recordedIn(home);
    });
  });

  it('writes a session down that is read from its database: calls, usage and texts', () => {
    const { path, calls, blocks, texts } = recorded;

    assert.match(path, /opencode\.db#ses_\w+$/);
    // Ten calls of tools, and the answer.
    assert.equal(calls.length, 11);
    assert.deepEqual(
      calls.map(({ usage, outcome, model }) => [usage?.input, usage?.output, outcome, model]),
      session.usage.map(({ input, output }) => [input, output, 'ok', 'scripted']),
    );
    const count = (kind: string): number => blocks.filter((one) => one.kind === kind).length;
    assert.deepEqual(
      [count('user_message'), count('tool_call'), count('tool_result')],
      [1, 10, 10],
    );
    assert.deepEqual(
      texts.map(({ length }) => length),
      blocks.map(({ length }) => length),
    );
    assert.equal(texts.at(-1), 'all done');
    assert.ok(texts.some((text) => text.includes(session.received.failed)));
  });

  it('edits the file with every tool', () => {
    assert.equal(session.file, `${session.lost}one\nTWO\nthree\nthree and a half\nfour\nfive\n`);
  });

  it('gives its model the text of an answer alone', () => {
    const { read } = session.received;

    assert.match(read, /^content:\n1\tone\n2\ttwo\n3\tthree\n4\tfour\n5\tfive$/m);
    assert.match(read, /^viewed_code_id: v[0-9a-f]+$/m);
    assert.doesNotMatch(read, /"viewed_code_id"/);
  });

  it('gives its model the text of a failure', () => {
    const [what, next, chip] = session.received.failed.split('\n');

    assert.match(what ?? '', /^Error \(outside-workspace\): .*outside\.txt/);
    assert.match(next ?? '', /^Next: ./);
    assert.match(chip ?? '', /^chip: chip:\/\/[0-9a-f]{6}$/);
  });
});
