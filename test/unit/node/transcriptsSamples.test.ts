import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DirectTranscripts } from '../../../src/node/transcripts/directTranscripts.ts';
import type { SessionOverview } from '../../../src/ports/transcriptRows.ts';
import type { TranscriptState } from '../../../src/ports/transcripts.ts';
import { mainOf, transcriptFolder, valueOf, type TranscriptFolder } from './transcriptsSetup.ts';
import { filesInLines } from '../../fakes/transcripts.ts';

const samples = fileURLToPath(new URL('../../fixtures/transcripts/', import.meta.url));
const autocompact = 'claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl';

/** By path: format, files, records, calls, subagents, and the largest input of the main session. */
const facts: Record<string, readonly [string, number, number, number, number, number]> = {
  [autocompact]: ['claude-code', 3, 1512 + 144 + 5, 139, 2, 164_831],
  'claude-code/parallel-subagents/0ccf1a04-1b4c-43b6-8aa5-79e41db43a68.jsonl': [
    'claude-code',
    6,
    86 + 7 + 6 + 6 + 6 + 7,
    11,
    5,
    24_662,
  ],
  'claude-code/bad-lines.jsonl': ['claude-code', 1, 562, 54, 0, 86_733],
};

describe('Samples of transcripts on disk', () => {
  let source: DirectTranscripts;
  beforeEach(() => (source = new DirectTranscripts()));
  afterEach(() => source.dispose());

  const open = async (path: string): Promise<TranscriptState> =>
    valueOf(await source.open({ path, until: 'whole' }));
  const overviewOf = async (state: TranscriptState): Promise<SessionOverview> =>
    valueOf(await source.overview(mainOf(state)));

  for (const [path, expected] of Object.entries(facts)) {
    it(`have the facts that were counted: ${path}`, async () => {
      const state = await open(samples + path);

      const { files, coverage, calls, children, peakInput } = await overviewOf(state);
      assert.deepEqual(
        [state.format, files.length, coverage.records, calls, children.length, peakInput],
        expected,
      );
    });
  }

  it('give back every text with the length that its block states', async () => {
    for (const path of [
      'claude-code/manual-compact.jsonl',
      'claude-code/parallel-subagents/0ccf1a04-1b4c-43b6-8aa5-79e41db43a68.jsonl',
      'codex/plain.jsonl',
      'copilot/append-log.jsonl',
      'copilot/session-v3.json',
      'copilot/made-debug-log/main.jsonl',
      'gemini/session.jsonl',
    ]) {
      const state = await open(samples + path);
      assert.ok((state.sessions[0]?.blocks ?? 0) > 0, path);
      for (const { session } of state.sessions) {
        const at = { ...mainOf(state), session };
        const blocks = valueOf(await source.blocks(at, { from: 0, limit: 500 }));
        for (const [block, { id, length }] of blocks.entries()) {
          const part = valueOf(await source.text(at, { block, from: 0, limit: 1e6 }));
          assert.equal(part.length, length, `${path} ${id}`);
        }
      }
    }
  }).timeout(30_000);

  it('are sessions of many documents too, opened by their main file or folder', async () => {
    const folder = await transcriptFolder();
    for (const sample of ['opencode/made-storage.jsonl', 'cline/made-task.jsonl']) {
      for (const { path, bytes } of filesInLines(sample)) {
        await folder.write(path, new TextDecoder().decode(bytes));
      }
    }

    const stored = await open(join(folder.path, 'storage/session/project1/ses_made0001.json'));
    const task = await open(join(folder.path, 'saoudrizwan.claude-dev/tasks/1790000000000'));

    const [first, second] = [await overviewOf(stored), await overviewOf(task)];
    await folder.remove();
    assert.deepEqual([first.format, first.title], ['opencode', 'Notes put in order']);
    assert.ok(first.calls > 1 && first.files.some((path) => path.includes('/part/')));
    assert.deepEqual([second.format, second.coverage.bad], ['cline', 0]);
    assert.ok(second.calls > 1 && second.files.length > 1);
  });

  describe('that are found', () => {
    let home: TranscriptFolder;
    beforeEach(async () => (home = await transcriptFolder()));
    afterEach(() => home.remove());

    it('have rows with titles and folders, of every agent', async () => {
      const put = (from: string, to: string): Promise<void> =>
        cp(samples + from, join(home.path, to), { recursive: true });
      const storage = '.config/Code/User/workspaceStorage/h';
      await put('claude-code/autocompact', '.claude/projects/x');
      await put('codex/plain.jsonl', '.codex/sessions/2026/01/02/rollout-1.jsonl');
      await put('copilot/append-log.jsonl', `${storage}/chatSessions/a.jsonl`);
      await put('copilot/session-v3.json', `${storage}/chatSessions/b.json`);
      await put('copilot/made-debug-log', `${storage}/GitHub.copilot-chat/debug-logs/d`);
      await put('copilot/event-stream.jsonl', '.copilot/session-state/e/events.jsonl');
      await put('gemini/session.jsonl', '.gemini/tmp/p/chats/session-1.jsonl');
      await home.write(`${storage}/workspace.json`, '{"folder":"file:///w/a"}');
      const finder = new DirectTranscripts({
        surroundings: () =>
          Promise.resolve({ platform: 'linux', home: home.path, env: {}, windowsHomes: [] }),
      });

      const all = valueOf(await finder.find({ folders: undefined }));
      const own = valueOf(await finder.find({ folders: ['/w/a'] }));

      assert.deepEqual(all.rows.map(({ format }) => format).sort(), [
        'claude-code',
        'codex',
        'copilot-debug-log',
        'copilot-events',
        'gemini-cli',
        'vscode-chat',
        'vscode-chat-log',
      ]);
      assert.ok(
        all.rows.every(({ id, bytes, modified }) => id !== '' && bytes > 0 && modified > 0),
      );
      assert.deepEqual(own.rows.map(({ format }) => format).sort(), [
        'copilot-debug-log',
        'vscode-chat',
        'vscode-chat-log',
      ]);
      await rm(home.path, { recursive: true });
      assert.deepEqual(valueOf(await finder.find({ folders: undefined })).rows, []);
    });
  });
});
