import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import type { TranscriptFormat } from '../../../../../src/core/sources/transcriptFormat.ts';
import { formatOf } from '../../../../../src/core/sources/formats.ts';
import { vscodeChat } from '../../../../../src/core/sources/vscodeChat/chatDocument.ts';
import { vscodeChatLog } from '../../../../../src/core/sources/vscodeChat/chatLog.ts';
import { countOf } from '../../../../../src/ports/runs.ts';
import {
  readSample,
  sampleFiles,
  textOfBlock,
  type SampleFile,
} from '../../../../fakes/transcripts.ts';
import { recordsOf, tell } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts, countedTokens } from '../../../../fakes/sessionChecks.ts';

const samples: readonly (readonly [TranscriptFormat, string, number])[] = [
  [vscodeChat, 'copilot/session-v3.json', 1],
  [vscodeChatLog, 'copilot/append-log.jsonl', 6],
  [vscodeChatLog, 'copilot/append-log-empty-then-patched.jsonl', 3],
  [vscodeChatLog, 'copilot/made-log-kinds.jsonl', 21],
];

function kindsOf(session: RecordedSession): string[] {
  return session.blocks.map(({ kind }) => kind);
}

function textsOf(files: readonly SampleFile[], session: RecordedSession, kind: string): unknown[] {
  return session.blocks
    .filter((block) => block.kind === kind)
    .map((block) => textOfBlock(files, block));
}

describe("VS Code's chat sessions", () => {
  for (const [format, path, records] of samples) {
    it(`are known by their contents and read whole: ${path}`, () => {
      const files = sampleFiles(path);
      const values = recordsOf(format, files).map(({ value }) => value);
      const text = new TextDecoder().decode(files[0]?.bytes).slice(0, 4000);
      assert.equal(formatOf({ path, records: values.slice(0, 20), text }), format);
      const session = readSample(format, files, 97);
      assertSound(session, records);
      assertTexts(files, session);
    });

    it(`go on after a save as if nothing had happened: ${path}`, () => {
      const told = recordsOf(format, sampleFiles(path));
      const whole = tell(format, told).session([path]);
      fc.assert(
        fc.property(fc.array(fc.nat(records)), (saves) => {
          assert.deepEqual(tell(format, told, new Set(saves)).session([path]), whole);
        }),
        { numRuns: 20 },
      );
    });

    it(`never throw, in whatever order their records are, and wherever they end: ${path}`, () => {
      const files = sampleFiles(path);
      const told = recordsOf(format, files);
      const check = (some: typeof told): void => {
        const session = tell(format, some).session([path]);
        assertSound(session, some.length);
        assertTexts(files, session);
        const ids = session.calls.map(({ native }) => native);
        assert.equal(new Set(ids).size, ids.length);
      };
      for (let end = 0; end < told.length; end += 1) {
        check(told.slice(0, end));
      }
      const any = fc.array(fc.nat(told.length - 1), { maxLength: 40 });
      fc.assert(
        fc.property(any, (picked) => check(picked.flatMap((at) => told[at] ?? []))),
        { numRuns: 60 },
      );
    });

    it(`never throw, whatever became of their bytes: ${path}`, () => {
      const files = sampleFiles(path);
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }),
          fc.nat(),
          (damage, cut) => {
            const [file] = files;
            const bytes = Uint8Array.from(file?.bytes ?? []);
            for (const [at, value] of damage) {
              bytes[at % bytes.length] = value;
            }
            const damaged = [{ path, bytes: bytes.subarray(0, bytes.length - (cut % 100)) }];
            const session = readSample(format, damaged);
            assertSound(session, recordsOf(format, damaged).length);
            assertTexts(damaged, session);
          },
        ),
        { numRuns: 60 },
      );
    });
  }

  it('have three questions in the document, and no usage that nobody counted', () => {
    const files = sampleFiles('copilot/session-v3.json');
    const session = readSample(vscodeChat, files);
    assert.equal(session.id, '331fed7f-cfd6-409c-8502-06a56322b636');
    assert.equal(session.questions, 3);
    assert.equal(session.calls.length, 3);
    assert.deepEqual(new Set(session.calls.map(({ counts }) => counts)), new Set(['question']));
    assert.ok(session.calls.every(({ usage }) => usage === undefined));
    assert.equal(session.calls[1]?.durationMs, 9509);
    assert.deepEqual(session.models, ['robivom/cehize-gemuvi-4']);
    assert.deepEqual(session.coverage.beside, {});
  });

  it('have what the model got: rounds and results, and no text of theirs a second time', () => {
    const files = sampleFiles('copilot/session-v3.json');
    const session = readSample(vscodeChat, files);
    assert.deepEqual(kindsOf(session).slice(3, 8), [
      'user_message',
      'assistant_message',
      'tool_call',
      'tool_result',
      'assistant_message',
    ]);
    const call = session.calls[1];
    assert.deepEqual(call?.window, [0, 7]);
    assert.deepEqual(call.output, [7, 8]);
    const [result] = textsOf(files, session, 'tool_result');
    assert.match(String(result), /^The kohegokim .*:\n\/Remik\/.*hotud\.ts\n$/s);
    assert.equal(session.blocks[5]?.call, session.blocks[6]?.call);
    assert.equal(session.blocks[6]?.tool, 'replace_string_in_file');
  });

  it('have two questions in the log, each with the numbers of its result', () => {
    const session = readSample(vscodeChatLog, sampleFiles('copilot/append-log.jsonl'));
    assert.equal(session.id, '7de89a80-6d93-43e7-be0a-0a9afe980198');
    assert.deepEqual(
      session.calls.map(({ usage }) => usage),
      [
        { input: 9723, output: 33 },
        { input: 9948, output: 40 },
      ],
    );
    assert.deepEqual(session.coverage.beside, { inputState: 4 });
    assert.equal(session.coverage.taken, 2);
  });

  it('are read where the log was empty first', () => {
    const files = sampleFiles('copilot/append-log-empty-then-patched.jsonl');
    const session = readSample(vscodeChatLog, files);
    assert.equal(session.questions, 1);
    assert.deepEqual(textsOf(files, session, 'assistant_message'), ['The midapum of hizu is 42.']);
    assert.equal(session.calls[0]?.outcome, 'ok');
  });
});

describe('The made append log', () => {
  const files = sampleFiles('copilot/made-log-kinds.jsonl');
  const session = readSample(vscodeChatLog, files);

  it('counts each record once, and those that lead nowhere as bad', () => {
    const { taken, beside, unknown, bad, badPlaces } = session.coverage;
    assert.deepEqual(
      { taken, beside, unknown, bad },
      {
        taken: 15,
        beside: { 'requests.vote': 1 },
        unknown: { 'kind 7': 1 },
        bad: 4,
      },
    );
    assert.equal(badPlaces.length, 4);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('loses the title that was deleted, and has the id that was set last', () => {
    assert.equal(session.title, 'Pedo the muzik in rabo?');
    assert.equal(session.id, 'made-log-kinds-2');
  });

  it('has each rendered part of an answer once, by its kind', () => {
    assert.deepEqual(kindsOf(session).slice(0, 11), [
      'injected',
      'injected',
      'user_message',
      'reasoning_trace',
      'assistant_message',
      'assistant_message',
      'tool_call',
      'tool_result',
      'other',
      'other',
      'assistant_message',
    ]);
    assert.deepEqual(textsOf(files, session, 'tool_call')[0], 'pedo --muzik rabo.ts');
    assert.equal(session.blocks[10]?.length, 'Done: 3 muzik.'.length);
    const [call] = session.calls;
    assert.deepEqual(
      [call?.window, call?.output],
      [
        [0, 8],
        [8, 11],
      ],
    );
  });

  it('marks a string that the editor did not write as lost, and an attached file of which only the name is there', () => {
    const lost = session.blocks.filter(({ fidelity }) => fidelity === 'lost');
    assert.deepEqual(
      lost.map(({ kind, path }) => [kind, path]),
      [
        ['injected', '/lozi/rabo.ts'],
        ['tool_result', undefined],
      ],
    );
  });

  it('reads a text where the line stands that set it last', () => {
    assert.deepEqual(textsOf(files, session, 'assistant_message').slice(3, 5), [
      'Sulo is ',
      'not there.',
    ]);
  });

  it('tells that the user went back, with the call that is no more in the conversation', () => {
    assert.equal(session.calls.length, 3);
    assert.equal(countedTokens(session), 1280 + 1520 + 1645);
    const [patch] = session.patches;
    assert.equal(session.patches.length, 1);
    assert.equal(patch?.kind, 'rewind');
    assert.deepEqual(patch.left, [11, 14]);
    assert.equal(patch.call, 2);
    assert.deepEqual(session.branches[1], { parent: 0, kept: 11, from: 2 });
    assert.deepEqual(
      session.calls.map(({ branch }) => branch),
      [0, 0, 1],
    );
    assert.equal(countOf(session.window), 16);
  });
});
