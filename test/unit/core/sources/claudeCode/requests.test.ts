import assert from 'node:assert/strict';
import { claudeCode } from '../../../../../src/core/sources/claudeCode/claudeCode.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../../../../src/ports/runs.ts';
import { assertSound, assertTexts } from '../../../../fakes/sessionChecks.ts';
import { linesFile, readSample } from '../../../../fakes/transcripts.ts';
import { Lines } from './lines.ts';

function read(lines: Lines): RecordedSession {
  const files = [linesFile('s1.jsonl', lines.records)];
  const session = readSample(claudeCode, files);
  assertSound(session, lines.records.length);
  assertTexts(files, session);
  return session;
}

function ids(session: RecordedSession, runs: Runs | undefined): string[] {
  return [...indicesOf(runs ?? [])].map((index) => session.blocks[index]?.id ?? '?');
}

function shape(
  lines: Lines,
  shapeHash: string,
  tools: readonly string[],
  prompt = 'Be good.',
): void {
  lines.records.push({
    type: 'api-request-shape',
    sessionId: 's1',
    shapeHash,
    shape: {
      system: [{ type: 'text', text: prompt }],
      tools: tools.map((name) => ({ name, description: `What ${name} does.`, input_schema: {} })),
    },
  });
}

function request(lines: Lines, id: string, shapeHash: string): void {
  lines.records.push({ type: 'api-request', sessionId: 's1', id, shapeHash, keep: 0, tail: [] });
}

describe('requests that newer versions of Claude Code write down', () => {
  it('have what another shape lacks as left, in the order in which it was sent', () => {
    const lines = new Lines();
    lines.user('hello');
    shape(lines, 'h1', ['Read', 'Write', 'Glob']);
    shape(lines, 'h2', ['Glob', 'Write', 'Read']);
    shape(lines, 'h3', []);
    for (const [index, hash] of ['h1', 'h2', 'h3'].entries()) {
      request(lines, `r${index}`, hash);
      lines.text(`m${index}`, 'an answer', 100, { requestRef: `r${index}` });
    }
    const session = read(lines);
    assert.deepEqual(
      session.patches.map(({ left }) => ids(session, left)),
      [['schemas_005', 'schemas_004', 'schemas_003']],
    );
  });

  it('tell system prompt and tools, which stand before the conversation', () => {
    const lines = new Lines();
    lines.user('hello');
    shape(lines, 'h1', ['Read', 'Write']);
    request(lines, 'r1', 'h1');
    lines.text('m1', 'one', 100, { requestRef: 'r1' });
    const session = read(lines);
    assert.deepEqual(ids(session, session.calls[0]?.window), [
      'system_002',
      'schemas_003',
      'schemas_004',
      'user_001',
    ]);
    assert.deepEqual(
      session.blocks.slice(1, 4).map(({ tool, description }) => [tool, description]),
      [
        [undefined, 'Be good.'],
        ['Read', 'What Read does.'],
        ['Write', 'What Write does.'],
      ],
    );
    assert.deepEqual(session.patches, []);
  });

  it('stand in the window of now as in those of the calls', () => {
    const lines = new Lines();
    lines.user('hello');
    shape(lines, 'h1', ['Read']);
    request(lines, 'r1', 'h1');
    lines.text('m1', 'one', 100, { requestRef: 'r1' });
    const session = read(lines);
    assert.deepEqual(ids(session, session.window), [
      ...ids(session, session.calls[0]?.window),
      ...ids(session, session.calls[0]?.output),
    ]);
    assert.equal(ids(session, session.window)[0], 'system_002');
  });

  it('hold for answers that name none, and are kept by compactions and rewinds', () => {
    const lines = new Lines();
    const first = lines.user('hello');
    shape(lines, 'h1', ['Read']);
    request(lines, 'r1', 'h1');
    lines.text('m1', 'one', 100, { requestRef: 'r1' });
    lines.add({ type: 'system', subtype: 'compact_boundary', parentUuid: null });
    lines.user('summary', { isCompactSummary: true });
    lines.text('m2', 'two');
    lines.user('again', { parentUuid: first });
    lines.text('m3', 'three');
    const session = read(lines);
    for (const call of session.calls) {
      assert.deepEqual(ids(session, call.window).slice(0, 2), ['system_002', 'schemas_003']);
    }
    assert.ok(session.patches.every(({ left }) => !ids(session, left).includes('system_002')));
  });

  it('tell when system prompt or tools change, and which of them', () => {
    const lines = new Lines();
    lines.user('hello');
    shape(lines, 'h1', ['Read', 'Write']);
    request(lines, 'r1', 'h1');
    lines.text('m1', 'one', 100, { requestRef: 'r1' });
    lines.user('again');
    shape(lines, 'h2', ['Read', 'Bash']);
    request(lines, 'r2', 'h2');
    lines.text('m2', 'two', 100, { requestRef: 'r2' });
    const session = read(lines);
    const [patch] = session.patches;
    assert.deepEqual([patch?.kind, patch?.actor, patch?.call], ['replace', 'client', 1]);
    assert.deepEqual(ids(session, patch?.left), ['schemas_004']);
    assert.deepEqual(
      ids(session, patch?.created).map(
        (id) => session.blocks.find((block) => block.id === id)?.tool,
      ),
      ['Bash'],
    );
  });

  it('are those of the answer, not of requests that were made beside it', () => {
    const lines = new Lines();
    lines.user('hello');
    shape(lines, 'h1', ['Read']);
    shape(lines, 'title', [], 'Give a title.');
    request(lines, 'r1', 'h1');
    request(lines, 't1', 'title');
    lines.text('m1', 'one', 100, { requestRef: 'r1' });
    const session = read(lines);
    assert.equal(session.blocks[session.calls[0]?.window[0] ?? -1]?.description, 'Be good.');
  });

  it('of a subagent’s file are the subagent’s', () => {
    const main = new Lines();
    main.user('hello');
    main.text('m1', 'one');
    const agent = new Lines();
    const own = { isSidechain: true, agentId: 'a1' };
    agent.user('task', { ...own, uuid: 'a' });
    shape(agent, 'h1', ['Read']);
    request(agent, 'r1', 'h1');
    agent.text('m2', 'two', 50, { ...own, uuid: 'b', parentUuid: 'a', requestRef: 'r1' });
    const session = readSample(claudeCode, [
      linesFile('s1.jsonl', main.records),
      linesFile('s1/subagents/agent-a1.jsonl', agent.records),
    ]);
    const [child] = session.children;
    assert.deepEqual(ids(child?.session ?? session, child?.session.calls[0]?.window), [
      'system_002',
      'schemas_003',
      'user_001',
    ]);
    assert.equal(session.blocks.length, 2);
  });

  it('show of attachments what is sent of them, and nothing of those that are only written down', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.add({
      type: 'attachment',
      attachment: { type: 'date' },
      rendered: [{ content: 'It is day.' }],
    });
    lines.add({ type: 'attachment', attachment: { type: 'session_context', context: {} } });
    lines.add({ type: 'attachment', attachment: { type: 'prompt_snapshot', systemPrompt: ['x'] } });
    lines.text('m1', 'one');
    const session = read(lines);
    assert.deepEqual(
      session.blocks.map(({ description }) => description),
      ['hello', 'It is day.', 'one'],
    );
    assert.equal(session.calls[0]?.window.length, 2);
  });

  it('that are nested beyond all measure are bad, and the next is read', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    const reader = claudeCode.reader();
    const place = { file: 0, offset: 0, bytes: 0 };
    reader.record({ type: 'api-request-shape', shapeHash: 'h1', shape: { tools: [deep] } }, place);
    reader.record({ type: 'api-request', id: 'r1', shapeHash: 'h1' }, place);
    const session = reader.session(['x']);
    assertSound(session, 2);
    assert.equal(session.coverage.bad, 1);
    assert.equal(session.coverage.taken, 1);
  });

  it('count what the conversation has too as beside it', () => {
    const lines = new Lines();
    lines.user('hello');
    lines.records.push({ type: 'api-request-blob', sessionId: 's1', hash: 'x', message: {} });
    lines.records.push({ type: 'cost-state', sessionId: 's1' });
    assert.deepEqual(read(lines).coverage.beside, { 'api-request-blob': 1, 'cost-state': 1 });
  });
});
