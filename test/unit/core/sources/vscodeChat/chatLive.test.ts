import assert from 'node:assert/strict';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../../../../src/ports/runs.ts';
import { vscodeChatLog } from '../../../../../src/core/sources/vscodeChat/chatLog.ts';
import { vscodeChat } from '../../../../../src/core/sources/vscodeChat/chatDocument.ts';
import {
  linesFile,
  readSample,
  sampleFiles,
  textOfBlock,
  type SampleFile,
} from '../../../../fakes/transcripts.ts';
import { recordsOf } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts, countedTokens } from '../../../../fakes/sessionChecks.ts';

function textsOf(files: readonly SampleFile[], session: RecordedSession, runs: Runs): unknown[] {
  return [...indicesOf(runs)].map((index) => {
    const block = session.blocks[index];
    return block && textOfBlock(files, block);
  });
}

function request(id: string, more: object = {}): object {
  return { requestId: id, message: { text: `ask ${id}` }, response: [], ...more };
}

function answered(id: string, answer: string, input: number): object {
  const result = { metadata: { promptTokens: input, outputTokens: 1 } };
  return request(id, { response: [{ value: answer }], result });
}

function read(...lines: readonly object[]): { files: SampleFile[]; session: RecordedSession } {
  const files = [linesFile('log.jsonl', lines)];
  const session = readSample(vscodeChatLog, files);
  assertSound(session, lines.length);
  assertTexts(files, session);
  return { files, session };
}

describe('A chat session that is read while it is written', () => {
  it('has the same windows and numbers as one that is read at its end, whoever asked in between', () => {
    const files = sampleFiles('copilot/made-log-kinds.jsonl');
    const whole = readSample(vscodeChatLog, files);
    const reader = vscodeChatLog.reader();
    let blocks: readonly unknown[] = [];
    for (const { value, place } of recordsOf(vscodeChatLog, files)) {
      reader.record(value, place);
      const now = reader.session(['log']);
      assertSound(now);
      assertTexts(files, now);
      assert.deepEqual(now.blocks.slice(0, blocks.length), blocks);
      blocks = [...now.blocks];
    }
    const live = reader.session(['log']);
    assert.equal(countedTokens(live), countedTokens(whole));
    assert.equal(live.calls.length, whole.calls.length);
    for (const [index, call] of whole.calls.entries()) {
      const same = live.calls[index];
      assert.deepEqual(
        textsOf(files, live, same?.window ?? []),
        textsOf(files, whole, call.window),
      );
      assert.deepEqual(
        textsOf(files, live, same?.output ?? []),
        textsOf(files, whole, call.output),
      );
    }
    assert.deepEqual(textsOf(files, live, live.window), textsOf(files, whole, whole.window));
    assert.deepEqual(
      live.patches.map(({ kind }) => kind),
      whole.patches.map(({ kind }) => kind),
    );
  });

  it('counts a question once that is written again after a reset', () => {
    const first = answered('a', 'yes', 10);
    const { session } = read(
      { kind: 0, v: { version: 3, requests: [first, answered('b', 'no', 20)] } },
      { kind: 0, v: { version: 3, requests: [first, answered('b', 'no', 20)] } },
    );
    assert.equal(session.calls.length, 2);
    assert.equal(session.blocks.length, 4);
    assert.equal(session.questions, 2);
    assert.equal(countedTokens(session), 32);
    assert.deepEqual(session.patches, []);
  });

  it('tells of a question that was removed, and keeps those behind it', () => {
    const { files, session } = read(
      {
        kind: 0,
        v: {
          version: 3,
          requests: [
            answered('a', 'one', 10),
            answered('b', 'two', 20),
            answered('c', 'three', 30),
          ],
        },
      },
      { kind: 2, k: ['requests'], i: 1, v: [answered('c', 'three', 30)] },
    );
    assert.deepEqual(
      session.patches.map(({ kind, left }) => [kind, left]),
      [['truncate', [2, 4]]],
    );
    assert.equal(session.calls.length, 3);
    assert.equal(session.branches.length, 1);
    assert.deepEqual(textsOf(files, session, session.window), ['ask a', 'one', 'ask c', 'three']);
  });

  it('takes each id of a request once', () => {
    const { session } = read({
      kind: 0,
      v: { version: 3, requests: [answered('a', 'one', 10), answered('a', 'other', 99), 7, null] },
    });
    assert.equal(session.calls.length, 1);
    assert.equal(countedTokens(session), 11);
  });

  it('reads the parts of a text that several lines wrote each where it stands', () => {
    const edits = [[{ text: 'first' }], [{ text: 'second' }]];
    const part = { kind: 'textEditGroup', uri: { path: '/f' }, edits };
    const { files, session } = read(
      { kind: 0, v: { version: 3, requests: [request('a', { response: [part] })] } },
      { kind: 1, k: ['requests', 0, 'response', 0, 'edits', 1, 0, 'text'], v: 'changed' },
    );
    const [call] = session.calls;
    assert.deepEqual(textsOf(files, session, call?.output ?? []), ['first', 'changed']);
  });
});

describe('Summaries in the rounds of an answer', () => {
  const round = (id: string, response: string, more: object = {}): object => ({
    id,
    response,
    toolCalls: [],
    ...more,
  });
  const withRounds = (id: string, toolCallRounds: object[], more: object = {}): object =>
    request(id, { result: { metadata: { toolCallRounds, ...more } } });

  it('take the place of all before them', () => {
    const { files, session } = read({
      kind: 0,
      v: {
        version: 3,
        requests: [
          withRounds('a', [round('r1', 'one')]),
          withRounds('b', [round('r2', 'two', { summary: 'S' }), round('r3', 'three')]),
        ],
      },
    });
    const call = session.calls[1];
    assert.deepEqual(textsOf(files, session, call?.window ?? []), ['S']);
    assert.deepEqual(textsOf(files, session, session.window), ['S', 'three']);
    const [patch] = session.patches;
    assert.equal(patch?.kind, 'compact');
    assert.equal(patch.call, 1);
    assert.deepEqual(textsOf(files, session, patch.left), ['ask a', 'one', 'ask b', 'two']);
    assert.deepEqual(textsOf(files, session, patch.created), ['S']);
  });

  it('that cover rounds of former questions leave what came after those', () => {
    const { files, session } = read({
      kind: 0,
      v: {
        version: 3,
        requests: [
          withRounds('a', [round('r1', 'one')]),
          withRounds('b', [round('r2', 'two')]),
          withRounds('c', [round('r3', 'three')], {
            summaries: [{ toolCallRoundId: 'r1', text: 'S' }],
          }),
        ],
      },
    });
    assert.deepEqual(textsOf(files, session, session.calls[2]?.window ?? []), [
      'S',
      'ask b',
      'two',
      'ask c',
    ]);
  });
});

describe('Chat sessions of any shape', () => {
  it('may have any value in any field', () => {
    const odd: unknown[] = [null, 0, -1, '', 'x', [], {}, [[]], [null], { value: [] }, true];
    const fields = [
      'requestId',
      'message',
      'variableData',
      'response',
      'result',
      'agent',
      'modelId',
      'modelState',
      'timestamp',
      'usage',
    ];
    for (const field of fields) {
      for (const value of odd) {
        for (const wrapped of [value, { metadata: value }, { variables: value }, [value]]) {
          const requests = [{ requestId: 'a', [field]: wrapped }];
          const text = JSON.stringify({ version: 3, requests });
          const files = [{ path: 'x.json', bytes: new TextEncoder().encode(text) }];
          const session = readSample(vscodeChat, files);
          assertSound(session, 1);
          assertTexts(files, session);
        }
      }
    }
  });

  it('are refused when they are nested too deep to be cloned', () => {
    const deep = `{"version":3,"requests":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`;
    const files = [{ path: 'x.json', bytes: new TextEncoder().encode(deep) }];
    const session = readSample(vscodeChat, files);
    assert.equal(session.coverage.bad, 1);
    const log = [{ path: 'x.jsonl', bytes: new TextEncoder().encode(`{"kind":0,"v":${deep}}`) }];
    assert.equal(readSample(vscodeChatLog, log).coverage.bad, 1);
  });

  it('take time that grows with the log and not faster', () => {
    const time = (count: number): number => {
      const parts = Array.from({ length: count }, (_, index) => ({
        kind: 2,
        k: ['requests', 0, 'response'],
        v: [{ value: `part ${index} ` }],
      }));
      const first = { kind: 0, v: { version: 3, requests: [request('a')] } };
      const told = recordsOf(vscodeChatLog, [linesFile('log.jsonl', [first, ...parts])]);
      const start = process.cpuUsage();
      const reader = vscodeChatLog.reader();
      for (const { value, place } of told) {
        reader.record(value, place);
      }
      assert.equal(reader.session(['log']).blocks.length, count + 1);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    const short = Math.max(20, time(2000), time(2000));
    // Sixteen times as much would take 256 times as long if each line cost as much as the lines before it.
    const long = time(32_000);
    assert.ok(long < 100 * short, `${long} ms after ${short} ms`);
  });
});
