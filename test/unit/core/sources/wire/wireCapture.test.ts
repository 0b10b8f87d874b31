import assert from 'node:assert/strict';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { wireArchive, wireCapture } from '../../../../../src/core/sources/wire/wireFormats.ts';
import { linesFile, readSample, sampleFiles, textOfBlock } from '../../../../fakes/transcripts.ts';
import { assertResumes } from '../../../../fakes/readerChecks.ts';
import {
  allSessions,
  assertSound,
  assertTexts,
  descriptionsOf,
} from '../../../../fakes/sessionChecks.ts';

const pairs = sampleFiles('wire/made-pairs.jsonl');
const lhar = sampleFiles('wire/made.lhar');
const har = sampleFiles('wire/made.har');

function windowOf(session: RecordedSession, call: number): string[] {
  return descriptionsOf(session, session.calls[call]?.window ?? assert.fail());
}

describe('pairs of Anthropic’s Messages', () => {
  const session = readSample(wireCapture, pairs);

  it('makes a call of each request, with its purpose and all of its input', () => {
    assert.deepEqual(
      session.calls.map(({ purpose, outcome, usage }) => [
        purpose,
        outcome,
        usage?.input,
        usage?.output,
      ]),
      [
        ['maintenance', 'ok', undefined, undefined],
        ['title', 'ok', 30, 5],
        [undefined, 'ok', 900, 44],
        [undefined, 'ok', 980, 9],
        [undefined, 'ok', 425, 7],
        ['summary', 'ok', 920, 50],
        [undefined, 'ok', 100, 3],
        [undefined, 'failed', undefined, undefined],
      ],
    );
    assert.equal(session.title, 'Put my notes in order.');
    assert.equal(session.questions, 3);
    assert.equal(session.calls[2]?.durationMs, 1500);
    assert.equal(session.calls[2].native, 'msg_1');
  });

  it('has tools, system prompt and reminders as blocks of their kinds', () => {
    const kinds = [...session.blocks.slice(0, 5)].map(({ kind }) => kind);
    assert.deepEqual(kinds, [
      'tool_schemas',
      'system_prompt',
      'system_prompt',
      'injected',
      'user_message',
    ]);
    // The token count and the first question are the same five blocks but for what the count was not part of.
    assert.deepEqual(windowOf(session, 0), windowOf(session, 2));
  });

  it('puts a stream together: thinking, text, and tool calls with their arguments', () => {
    const { output } = session.calls[2] ?? assert.fail();
    const blocks = session.blocks.slice(output[0], output[1]);
    assert.deepEqual(
      blocks.map((block) => [block.kind, block.tool, block.call, textOfBlock(pairs, block)]),
      [
        ['reasoning_trace', undefined, undefined, 'First the list.'],
        ['assistant_message', undefined, undefined, 'I look.'],
        ['tool_call', 'Read', 'toolu_1', '{"file_path":"/home/user/project/one.txt"}'],
        ['tool_call', 'Task', 'toolu_2', '{"description":"look","prompt":"Find all notes."}'],
      ],
    );
  });

  it('keeps the blocks of what is sent again, blanks at the end and cache marks aside', () => {
    const [first, second] = [session.calls[2], session.calls[3]];
    assert.deepEqual(second?.window.slice(0, 2), [first?.window[0], (first?.output[1] ?? 0) + 2]);
    assert.equal(session.patches.filter(({ call }) => call <= 3).length, 0);
    assert.equal(windowOf(session, 4).filter((text) => text === 'They are in order.').length, 1);
  });

  it('takes a short note in the place of a result for a clearing', () => {
    const [clear] = session.patches;
    assert.equal(clear?.kind, 'clear');
    assert.equal(clear.call, 4);
    assert.deepEqual(descriptionsOf(session, clear.created), ['[Old tool result content cleared]']);
    const stub = session.blocks[clear.created[0] ?? -1];
    assert.equal(stub?.standsFor, clear.left[0]);
    assert.equal(
      textOfBlock(pairs, session.blocks[clear.left[0] ?? -1] ?? assert.fail())?.length,
      840,
    );
  });

  it('takes a summary in the place of the conversation for a compaction of the same session', () => {
    const compact = session.patches[1];
    assert.equal(compact?.kind, 'compact');
    assert.equal(compact.call, 6);
    const left = descriptionsOf(session, compact.left);
    assert.equal(left.length, 11);
    assert.equal(left[1], 'Put my notes in order.');
    assert.equal(left.at(-1), 'There is no third one.');
    assert.match(
      descriptionsOf(session, compact.created)[0] ?? '',
      /^This session is being continued/,
    );
    assert.equal(windowOf(session, 6).length, 5);
  });

  it('hangs a subagent on the call with its prompt; another conversation is on none', () => {
    const [helper, other] = session.children;
    assert.equal(helper?.label, 'Find all notes.');
    assert.equal(session.blocks[helper.startedBy ?? -1]?.call, 'toolu_2');
    assert.equal(helper.session.calls[0]?.usage?.input, 300);
    assert.equal(other?.label, 'Something else.');
    assert.equal(other.startedBy, undefined);
    assert.equal(other.session.calls[0]?.outcome, 'unknown');
  });

  it('lets no key into a session or a text, wherever it stood', () => {
    assert.ok(new TextDecoder().decode(pairs[0]?.bytes).includes('SECRET'));
    for (const [format, files] of [
      [wireCapture, pairs],
      [wireArchive, har],
    ] as const) {
      const read = readSample(format, files);
      assert.ok(!JSON.stringify(read).includes('SECRET'));
      for (const one of allSessions(read)) {
        assert.ok(
          one.blocks.every((block) => textOfBlock(files, block)?.includes('SECRET') === false),
        );
      }
    }
  });

  it('takes an end that is gone for a rewind, on a branch of its own', () => {
    const text = (role: string, content: string): object => ({ role, content });
    const pair = (messages: readonly object[], answer: string): object => ({
      request: { path: '/v1/messages', body: { model: 'm', max_tokens: 9, messages } },
      response: {
        status: 200,
        body: {
          content: [{ type: 'text', text: answer }],
          usage: { input_tokens: 9, output_tokens: 1 },
        },
      },
    });
    const first = [text('user', 'one'), text('assistant', 'two')];
    const read = readSample(wireCapture, [
      linesFile('a.jsonl', [
        pair(first.slice(0, 1), 'two'),
        pair([...first, text('user', 'three')], 'four'),
        pair([...first, text('user', 'another')], 'five'),
      ]),
    ]);
    assert.deepEqual(
      read.patches.map(({ kind, call }) => [kind, call]),
      [['rewind', 2]],
    );
    assert.deepEqual(descriptionsOf(read, read.patches[0]?.left ?? []), ['three', 'four']);
    assert.deepEqual(read.branches, [
      { kept: 0, from: 0 },
      { parent: 0, kept: 2, from: 2 },
    ]);
    assert.deepEqual(
      read.calls.map(({ branch }) => branch),
      [0, 0, 1],
    );
  });
});

describe('captures of other APIs', () => {
  it('reads entries of context-lens, with bodies and without', () => {
    const session = readSample(wireCapture, lhar);
    assert.deepEqual(
      session.calls.map(({ usage, contextWindow, outcome }) => [
        usage?.input,
        usage?.output,
        contextWindow,
        outcome,
      ]),
      [
        [12_540, 57, 200_000, 'ok'],
        [200, 30, 200_000, 'ok'],
        [240, 5, 200_000, 'ok'],
      ],
    );
    assert.deepEqual(session.calls[1]?.usage, {
      input: 200,
      output: 30,
      cacheRead: 128,
      reasoning: 10,
    });
    assert.deepEqual(descriptionsOf(session, session.calls[1].output), [
      'Think.',
      'I read.',
      '{"path":"one.txt"}',
    ]);
    // The reasoning was not sent again, and that is no change.
    assert.deepEqual(session.patches, []);
    assert.deepEqual(windowOf(session, 2).slice(1), [
      'You are made.',
      'Read one.',
      'I read.',
      '{"path":"one.txt"}',
      '1: one',
    ]);
  });

  it('reads a HAR of Responses and Gemini, bodies in texts and streams', () => {
    const session = readSample(wireArchive, har);
    assert.deepEqual(
      session.calls.map(({ usage }) => usage?.input),
      [1000, 1070],
    );
    assert.deepEqual(session.patches, []);
    // The second request names the first answer, and carries only what is new.
    assert.deepEqual(windowOf(session, 1).slice(1, 4), [
      'You are a made coder.',
      'Be brief.',
      'List the notes.',
    ]);
    assert.equal(windowOf(session, 1).at(-1), 'one.txt two.txt');
    const sealed = session.blocks.find(({ fidelity }) => fidelity === 'sealed');
    assert.equal(sealed?.kind, 'reasoning_trace');
    const [gemini] = session.children;
    assert.deepEqual(gemini?.session.calls[0]?.usage, {
      input: 500,
      output: 27,
      cacheRead: 100,
      reasoning: 7,
    });
    assert.deepEqual(descriptionsOf(gemini.session, gemini.session.calls[0].output), [
      'Hm.',
      'I read.',
      '{"path":"one.txt"}',
    ]);
  });

  it('has every text, counts every record, goes on from what was saved', () => {
    for (const [format, files, records] of [
      [wireCapture, pairs, 11],
      [wireCapture, lhar, 4],
      [wireArchive, har, 4],
    ] as const) {
      const session = readSample(format, files);
      assertTexts(files, session);
      assertSound(session);
      assertResumes(format, files);
      assert.equal(session.coverage.records, records);
      assert.equal(session.coverage.bad, 0);
    }
  });
});
