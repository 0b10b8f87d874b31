import assert from 'node:assert/strict';
import { codexFormat } from '../../../../../src/core/sources/codex/codexFormat.ts';
import { countOf, indicesOf, minus } from '../../../../../src/ports/runs.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { readSample, sampleFiles } from '../../../../fakes/transcripts.ts';
import { lineCount } from '../../../../fakes/readerChecks.ts';
import {
  assertShares,
  assertSound,
  assertTexts,
  kindsOf,
} from '../../../../fakes/sessionChecks.ts';

const names = ['compacted', 'plain', 'export-no-meta', 'legacy-unenveloped'] as const;

function read(name: (typeof names)[number]): RecordedSession {
  return readSample(codexFormat, sampleFiles(`codex/${name}.jsonl`));
}

describe('Codex rollouts as they were written', () => {
  for (const name of names) {
    it(`gives the texts, the shares and one count per record of ${name}`, () => {
      const files = sampleFiles(`codex/${name}.jsonl`);
      const session = readSample(codexFormat, files);
      assertTexts(files, session);
      assertShares(session);
      assertSound(session, lineCount(files[0] ?? { path: '', bytes: new Uint8Array(0) }));
      assert.deepEqual(session.coverage.unknown, {});
      assert.equal(session.coverage.bad, 0);
    });
  }

  it('counts each call once though its counts are written twice', () => {
    const { coverage, calls } = read('compacted');
    // 573 counts: 286 calls, 285 repeats, one without numbers, one reset after the compaction.
    assert.equal(calls.filter(({ usage }) => usage !== undefined).length, 286);
    assert.equal(calls.length, 286);
    assert.equal(coverage.repeated, 285);
    assert.equal(coverage.beside['token_count without counts'], 1);
    assert.equal(coverage.beside['token_count reset'], 1);
    const input = calls.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0);
    // The last total that the file itself has.
    assert.equal(input, totalInput('compacted'));
  });

  it('counts the calls of a session without compaction', () => {
    const { coverage, calls, patches } = read('plain');
    assert.equal(calls.length, 81);
    assert.equal(coverage.repeated, 80);
    assert.equal(
      calls.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0),
      totalInput('plain'),
    );
    assert.deepEqual(patches, []);
  });

  it('takes the history of a compaction as the window, and nothing else', () => {
    const session = read('compacted');
    const [patch, ...others] = session.patches;
    assert.ok(patch !== undefined);
    assert.deepEqual(others, []);
    assert.equal(patch.kind, 'compact');
    assert.equal(patch.before, 212_134);
    const before = session.calls[patch.call - 1];
    const after = session.calls[patch.call];
    assert.ok(before !== undefined && after !== undefined);
    // 40 items and the base instructions.
    assert.equal(countOf(after.window), 41);
    assert.deepEqual(kindsOf(session, after.window), {
      system_prompt: 1,
      user_message: 21,
      assistant_message: 15,
      injected: 3,
      summary: 1,
    });
    assert.deepEqual(
      { input: after.usage?.input, cacheRead: after.usage?.cacheRead },
      { input: 48_297, cacheRead: 22_912 },
    );
    assert.equal(after.contextWindow, 258_400);
    assert.deepEqual(
      [...indicesOf(patch.left)],
      [...indicesOf(minus([0, patchedBlock(session)], after.window))],
    );
    assert.equal(countOf(patch.left), 854);
    assert.deepEqual(patch.back, []);
    const created = [...indicesOf(patch.created)].map((index) => session.blocks[index]);
    assert.equal(created.length, 6);
    assert.deepEqual(
      created.filter((block) => block?.kind === 'summary').map((block) => block?.fidelity),
      ['sealed'],
    );
    assert.equal(patch.recovery, 'partly');
  });

  it('has the base instructions first in every window', () => {
    for (const name of ['compacted', 'plain'] as const) {
      const { blocks, calls } = read(name);
      assert.equal(blocks[0]?.kind, 'system_prompt');
      assert.ok(calls.every(({ window }) => window[0] === 0));
    }
  });

  it('has the answer of each call behind the window of that call and in the next', () => {
    const { calls, patches } = read('plain');
    for (const [index, call] of calls.entries()) {
      assert.ok(countOf(call.output) > 0);
      assert.equal(countOf(minus(call.output, call.window)), countOf(call.output));
      const next = calls[index + 1];
      if (next !== undefined && patches.length === 0) {
        assert.equal(countOf(minus(call.output, next.window)), 0);
        assert.equal(countOf(minus(call.window, next.window)), 0);
      }
    }
  });

  it('finds calls by runs of answers where nothing was counted', () => {
    const exported = read('export-no-meta');
    assert.ok(exported.calls.every(({ usage }) => usage === undefined));
    assert.equal(exported.calls.length, runsOfAnswers('export-no-meta'));
    const legacy = read('legacy-unenveloped');
    assert.equal(legacy.calls.length, runsOfAnswers('legacy-unenveloped'));
    assert.equal(legacy.id, '981d779b-eff6-469e-bb55-b423fe135b79');
    assert.deepEqual(legacy.coverage.beside, { state: 77 });
  });

  it('has calls without results and names the tools of results', () => {
    const { blocks } = read('export-no-meta');
    const calls = blocks.filter(({ kind }) => kind === 'tool_call');
    const results = blocks.filter(({ kind }) => kind === 'tool_result');
    assert.equal(calls.length, 110);
    assert.equal(results.length, 15);
    assert.ok(results.every(({ tool }) => tool === 'apply_patch'));
  });

  it('knows the session', () => {
    const session = read('compacted');
    assert.equal(session.id, '019c8a59-e9dd-71f0-9ae3-4079fe9726a9');
    assert.deepEqual(session.models, ['gpt-5.3-codex']);
    assert.deepEqual(session.versions, ['0.104.0-alpha.1']);
    assert.equal(session.questions, 38);
    assert.equal(session.folder, '/lasuzabe/path/59b923df4d');
    assert.equal(session.started, Date.parse('2026-02-23T11:54:52.352Z'));
  });
});

/** Number of blocks that stood before the compaction. */
function patchedBlock(session: RecordedSession): number {
  const [first] = session.patches[0]?.created ?? [];
  return first ?? 0;
}

interface Line {
  readonly type?: string;
  readonly role?: string;
  readonly payload?: Line & {
    readonly info?: { readonly total_token_usage?: { readonly input_tokens?: number } } | null;
  };
}

function linesOf(name: string): Line[] {
  const [file] = sampleFiles(`codex/${name}.jsonl`);
  return new TextDecoder()
    .decode(file?.bytes)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

function totalInput(name: string): number {
  const totals = linesOf(name).map(({ payload }) => payload?.info?.total_token_usage?.input_tokens);
  return Math.max(...totals.map((total) => total ?? 0));
}

function runsOfAnswers(name: string): number {
  const items = linesOf(name)
    .map((line) => line.payload ?? line)
    .filter(({ type }) => type !== undefined)
    .map(({ type, role }) =>
      type === 'message' ? role === 'assistant' : type?.endsWith('_output') !== true,
    );
  return items.filter((said, at) => said && items[at - 1] !== true).length;
}
