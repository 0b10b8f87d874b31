import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscriptSample } from '../../../src/core/sources/transcriptFormat.ts';
import type { Surroundings } from '../../../src/core/sources/places.ts';
import { projectSlug } from '../../../src/core/sources/workspaceMarks.ts';
import {
  findTranscripts,
  type SearchBounds,
} from '../../../src/node/transcripts/findTranscripts.ts';
import { PatientMemory } from '../../../src/node/transcripts/patientMemory.ts';
import { StoredMemory } from '../../../src/node/transcripts/storedMemory.ts';
import type { FoundTranscripts, TranscriptQuery } from '../../../src/ports/transcripts.ts';
import { MemoryStore } from '../../fakes/memoryStore.ts';
import { madeFormats, madeRecords, type MadeRecord } from '../../fakes/madeTranscripts.ts';
import { transcriptFolder, valueOf, type TranscriptFolder } from './transcriptsSetup.ts';

describe('Transcripts that are looked for', () => {
  let home: TranscriptFolder;
  let age = 0;
  beforeEach(async () => {
    home = await transcriptFolder();
    age = 0;
  });
  afterEach(() => home.remove());

  const find = async (query: TranscriptQuery, bounds?: SearchBounds): Promise<FoundTranscripts> => {
    const surroundings: Surroundings = {
      platform: 'linux',
      home: home.path,
      env: {},
      windowsHomes: [],
    };
    const parts = { formats: madeFormats, surroundings, ...(bounds && { bounds }) };
    return valueOf(await findTranscripts(query, parts));
  };
  const idsOf = ({ rows }: FoundTranscripts): string[] => rows.map(({ id }) => id);
  /** Writes a file that is older than those before. */
  const write = async (name: string, content: readonly MadeRecord[] | string): Promise<string> => {
    const path = await home.write(name, content);
    age += 1000;
    await utimes(path, new Date(1e12), new Date(2e12 - age));
    return path;
  };
  const session = (id: string, cwd: string): MadeRecord[] => [
    { made: 'question', sessionId: id, cwd, text: `About ${id}`, at: '2026-01-02T03:04:05Z' },
    ...madeRecords(2),
  ];

  it('are those of the workspace by slug, by the folder in their records and by marks', async () => {
    const inStorage = '.config/Code/User/workspaceStorage';
    const hash = createHash('sha256').update('/w/a').digest('hex');
    await write('.codex/sessions/2026/01/02/rollout-1.jsonl', session('one', '/w/a'));
    await write('.codex/sessions/2026/01/02/rollout-2.jsonl', session('not', '/w/b'));
    await write(`.claude/projects/${projectSlug('/w/a')}/two.jsonl`, session('two', '/w/a/sub'));
    await write(`.claude/projects/${projectSlug('/w/a')}/x.jsonl`, session('not', '/w-a'));
    await write(`.claude/projects/${projectSlug('/w/b')}/y.jsonl`, session('not', '/w/b'));
    await write(`.claude/projects/${projectSlug('/w/a')}/agent-1.jsonl`, session('not', '/w/a'));
    await write(`.claude/projects/${projectSlug('/w/a')}/three.jsonl`, session('three', ''));
    await home.write(`${inStorage}/h1/workspace.json`, '{"folder":"file:///w/a"}');
    await write(`${inStorage}/h1/chatSessions/f.jsonl`, session('four', ''));
    await home.write(`${inStorage}/h2/workspace.json`, '{"folder":"file:///w/b"}');
    await write(`${inStorage}/h2/chatSessions/n.jsonl`, session('not', ''));
    await write(`.gemini/tmp/${hash}/chats/session-5.jsonl`, session('five', ''));
    await home.write('.gemini/tmp/named/.project_root', '/w/a\n');
    await write('.gemini/tmp/named/chats/session-6.jsonl', session('six', ''));
    await write('.copilot/session-state/s7/events.jsonl', session('seven', '/w/a'));

    const found = await find({ folders: ['/w/a/'] });

    assert.deepEqual(idsOf(found), ['one', 'two', 'three', 'four', 'five', 'six', 'seven']);
    assert.equal(found.more, false);
    const [first, , , fourth] = found.rows;
    assert.deepEqual(
      [first?.title, first?.folder, first?.model, first?.format, first?.started],
      ['About one', '/w/a', 'made-1', 'claude-made', Date.UTC(2026, 0, 2, 3, 4, 5)],
    );
    assert.equal(fourth?.folder, '/w/a');
    assert.equal(idsOf(await find({ folders: undefined })).filter((id) => id === 'not').length, 4);
  });

  it('are given from folders that the user names whatever they are about', async () => {
    const extra = await transcriptFolder();
    await extra.write('deep/er/x.jsonl', session('extra', '/elsewhere'));
    await extra.write('notes.json', '{"no":"transcript"}');

    const found = await find({ folders: ['/w/a'], extra: [extra.path] });
    await extra.remove();

    assert.deepEqual(idsOf(found), ['extra']);
  });

  it('are read at their ends only, however long they are', async () => {
    const path = await write('.codex/archived_sessions/rollout-1.jsonl', [
      ...session('long', '/w/a'),
      ...madeRecords(5000),
      { made: 'title', text: 'Named late' },
    ]);
    await write(
      '.cline/data/tasks/t1/api_conversation_history.json',
      JSON.stringify({ records: madeRecords(5000), title: 'Named at the end' }),
    );

    const found = await find({ folders: undefined });

    assert.deepEqual(
      found.rows.map(({ title }) => title),
      ['Named late', 'Named at the end'],
    );
    assert.equal(found.rows[0]?.path, path);
  });

  it('are bounded, and say when there may be more', async () => {
    for (const day of ['01', '02', '03']) {
      for (let number = 0; number < 5; number += 1) {
        const name = `.codex/sessions/2026/01/${day}/rollout-${day}-${number}.jsonl`;
        await write(name, session(`${day}-${number}`, '/w/a'));
      }
    }
    const bounds = { entries: 1000, files: 1000, reads: 1000 };

    const limited = await find({ folders: ['/w/a'], limit: 2 }, bounds);
    const fewFiles = await find({ folders: ['/w/a'] }, { ...bounds, files: 5 });
    const fewReads = await find({ folders: ['/w/a'] }, { ...bounds, reads: 3 });
    const fewEntries = await find({ folders: ['/w/a'] }, { ...bounds, entries: 8 });

    assert.deepEqual([idsOf(limited), limited.more], [['01-0', '01-1'], true]);
    assert.deepEqual([idsOf(fewFiles).length, fewFiles.more], [5, true]);
    assert.ok(idsOf(fewFiles).every((id) => id.startsWith('03')));
    assert.deepEqual([idsOf(fewReads).length, fewReads.more], [3, true]);
    assert.deepEqual([idsOf(fewEntries).length, fewEntries.more], [5, true]);
  });

  it('tell their calls where all of them were read', async () => {
    const folder = `.claude/projects/${projectSlug('/w/a')}`;
    await write(`${folder}/short.jsonl`, session('short', '/w/a'));
    await write(`${folder}/long.jsonl`, [
      ...session('long', '/w/a'),
      { made: 'question', text: 'x'.repeat(70_000) },
    ]);
    const document = JSON.stringify({ records: session('task', '/w/a') });
    await write('.cline/data/tasks/t/api_conversation_history.json', document);

    const { rows } = await find({ folders: ['/w/a'] });

    assert.deepEqual(
      rows.map(({ id, calls }) => [id, calls]),
      [
        ['short', 1],
        ['long', undefined],
        ['task', undefined],
      ],
    );
  });

  it('are those of the agents that are wanted, and places of others are left alone', async () => {
    await write('.codex/sessions/rollout-1.jsonl', session('codex', '/w/a'));
    await write('.claude/projects/-w-a/one.jsonl', session('claude', '/w/a'));
    await write('kept/two.jsonl', session('kept', '/w/a'));
    const [agent = ''] = (await find({ folders: undefined })).rows.map((row) => row.agent);
    const wanted = async (agents: readonly string[]): Promise<string[]> =>
      idsOf(await find({ folders: undefined, extra: ['~/kept'], agents }));

    assert.deepEqual(await wanted([]), ['codex', 'claude', 'kept']);
    assert.deepEqual(await wanted([agent]), ['kept']);
    assert.deepEqual(await wanted([agent, 'Codex']), ['codex', 'kept']);
    assert.deepEqual(await wanted(['Codex']), []);
  });

  it('are read again for the next page only where they are new, or not as they were', async () => {
    const read: string[] = [];
    const formats = madeFormats.map((format) => ({
      ...format,
      recognises: (sample: TranscriptSample): boolean => {
        const isIt = format.recognises(sample);
        read.push(...(isIt ? [sample.path.replace(/.*rollout-/, '')] : []));
        return isIt;
      },
    }));
    const surroundings = { platform: 'linux', home: home.path, env: {}, windowsHomes: [] };
    const memory = new PatientMemory(new StoredMemory(new MemoryStore(), { now: () => 1 }));
    const parts = { formats, surroundings, memory };
    const page = async (limit: number): Promise<[string[], string[]]> => {
      read.length = 0;
      const query = { folders: ['/w/a'], limit };
      const { rows } = valueOf(await findTranscripts(query, parts));
      return [rows.map(({ title }) => title), [...read]];
    };
    for (const name of ['1', '2', '3']) {
      await write(`.codex/sessions/rollout-${name}.jsonl`, session(name, '/w/a'));
    }

    assert.deepEqual(await page(2), [
      ['About 1', 'About 2'],
      ['1.jsonl', '2.jsonl'],
    ]);
    assert.deepEqual(await page(4), [['About 1', 'About 2', 'About 3'], ['3.jsonl']]);
    await home.append('.codex/sessions/rollout-2.jsonl', [{ made: 'title', text: 'Named' }]);
    assert.deepEqual(await page(4), [['About 1', 'About 3', 'Named'], ['2.jsonl']]);
    assert.deepEqual((await page(4))[1], []);
  });

  it('are looked for in folders that begin in the home folder', async () => {
    await write('kept/one.jsonl', session('one', '/elsewhere'));
    await write('kept~/two.jsonl', session('two', '/elsewhere'));

    const found = await find({ folders: [], extra: ['~/kept'] });

    assert.deepEqual(idsOf(found), ['one']);
  });

  it('are not looked for behind links, except where a place itself is one', async () => {
    const other = await transcriptFolder();
    await other.write('p/one.jsonl', session('linked', '/w/a'));
    await home.write('.claude/keep', '');
    await home.write('.claude/projects/real/own.jsonl', session('own', '/w/a'));
    await symlink(join(other.path, 'p'), join(home.path, '.claude/projects/link'));
    await symlink(
      join(other.path, 'p/one.jsonl'),
      join(home.path, '.claude/projects/real/two.jsonl'),
    );

    const without = await find({ folders: undefined });
    await symlink(other.path, join(home.path, '.cline'));
    await other.write(
      'data/tasks/t/api_conversation_history.json',
      JSON.stringify({ records: madeRecords(2) }),
    );
    const withPlace = await find({ folders: undefined });
    await other.remove();

    assert.deepEqual(idsOf(without), ['own']);
    assert.equal(withPlace.rows.length, 2);
  });

  it('are none where nothing is, and the search can be given up', async () => {
    assert.deepEqual(await find({ folders: undefined }), { rows: [], more: false });
    const surroundings = { platform: 'linux', home: home.path, env: {}, windowsHomes: [] };
    await assert.rejects(
      findTranscripts(
        { folders: undefined },
        { formats: madeFormats, surroundings },
        AbortSignal.abort(),
      ),
    );
  });
});
