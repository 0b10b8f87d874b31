import assert from 'node:assert/strict';
import { copilotEvents } from '../../../../../src/core/sources/copilotEvents/copilotEvents.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../../../../src/ports/runs.ts';
import {
  linesFile,
  readSample,
  sampleFiles,
  textOfBlock,
  type SampleFile,
} from '../../../../fakes/transcripts.ts';
import { recordsOf } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts } from '../../../../fakes/sessionChecks.ts';

function textsOf(files: readonly SampleFile[], session: RecordedSession, runs: Runs): unknown[] {
  return [...indicesOf(runs)].map((index) => {
    const block = session.blocks[index];
    return block && textOfBlock(files, block);
  });
}

let made = 0;

function event(type: string, data: object, more: object = {}): object {
  made += 1;
  return {
    type,
    data,
    id: `e${made}`,
    timestamp: '2026-05-11T10:00:00.000Z',
    parentId: null,
    ...more,
  };
}

function read(...events: readonly object[]): { files: SampleFile[]; session: RecordedSession } {
  const files = [linesFile('events.jsonl', events)];
  const session = readSample(copilotEvents, files);
  assertSound(session, events.length);
  assertTexts(files, session);
  return { files, session };
}

describe('Events of Copilot', () => {
  it('give a call its numbers once, whether they come before or after the message', () => {
    const usage = {
      inputTokens: 100,
      outputTokens: 5,
      cacheReadTokens: 90,
      model: 'm',
      duration: 7,
    };
    const message = { messageId: 'm', content: 'x', toolRequests: [], outputTokens: 5 };
    const { session } = read(
      event('assistant.usage', { ...usage, apiCallId: 'a' }),
      event('assistant.message', { ...message, apiCallId: 'a' }),
      event('assistant.message', { ...message, apiCallId: 'b' }),
      event('assistant.usage', { ...usage, apiCallId: 'b' }),
      event('assistant.usage', { ...usage, apiCallId: 'b' }),
    );
    const told = { input: 100, output: 5, cacheRead: 90 };
    assert.deepEqual(
      session.calls.map(({ usage: own, durationMs }) => [own, durationMs]),
      [
        [told, 7],
        [told, 7],
      ],
    );
    assert.equal(session.coverage.beside['assistant.usage'], 1);
  });

  it('replace a system prompt where it is another one, and take the same one once', () => {
    const { files, session } = read(
      event('user.message', { content: 'hi' }),
      event('system.message', { role: 'system', content: 'one' }),
      event('system.message', { role: 'system', content: 'one' }),
      event('system.message', { role: 'system', content: 'two' }),
    );
    assert.deepEqual(textsOf(files, session, session.window), ['two', 'hi']);
    assert.equal(session.coverage.repeated, 1);
    assert.deepEqual(
      session.patches.map(({ kind }) => kind),
      ['replace'],
    );
  });

  it('clear the conversation, and go back in it', () => {
    const back = event('user.message', { content: 'second' });
    const { files, session } = read(
      event('system.message', { role: 'system', content: 'sys' }),
      event('user.message', { content: 'zero' }),
      event('session.context_cleared', { messagesCleared: 1, initialMessage: 'init' }),
      event('user.message', { content: 'first' }),
      back,
      event('assistant.message', { messageId: 'm', content: 'answer' }),
      event('session.snapshot_rewind', {
        upToEventId: (back as { id: string }).id,
        eventsRemoved: 2,
      }),
      event('user.message', { content: 'third' }),
    );
    assert.deepEqual(textsOf(files, session, session.window), ['sys', 'init', 'first', 'third']);
    assert.deepEqual(
      session.patches.map(({ kind, left }) => [kind, textsOf(files, session, left)]),
      [
        ['clear', ['zero']],
        ['rewind', ['second', 'answer']],
      ],
    );
    assert.deepEqual(session.branches[1]?.kept, 3);
  });

  it('that are put in by the program are no questions', () => {
    const { session } = read(
      event('user.message', { content: 'go on', isAutopilotContinuation: true }),
      event('user.message', { content: 'skill', source: 'skill-pdf' }),
      event('user.message', { content: 'mine', source: 'user' }),
    );
    assert.equal(session.questions, 1);
    assert.equal(session.title, 'mine');
    assert.deepEqual(
      session.blocks.map(({ kind }) => kind),
      ['injected', 'injected', 'user_message'],
    );
  });

  it('without what they are about are bad', () => {
    const { session } = read(
      event('user.message', { content: 7 }),
      event('assistant.message', {}),
      event('tool.execution_complete', { success: true }),
      event('session.compaction_complete', {}),
      { type: 7 },
      [],
    );
    assert.equal(session.coverage.bad, 6);
    assert.deepEqual(session.blocks, []);
  });

  it('may have any value in any field', () => {
    const odd: unknown[] = [null, 0, -1, '', 'x', [], {}, [null], [[]], true, [{ text: {} }]];
    const types = ['copilot/event-stream.jsonl', 'copilot/made-compaction.jsonl']
      .flatMap((path) => recordsOf(copilotEvents, sampleFiles(path)))
      .map(({ value }) => value as { type: string; data: object });
    for (const { type, data } of types) {
      for (const field of Object.keys(data)) {
        read(...odd.map((value) => event(type, { ...data, [field]: value })));
      }
    }
  });
});
