import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatOf } from '../../../../../src/core/sources/formats.ts';
import { copilotEvents } from '../../../../../src/core/sources/copilotEvents/copilotEvents.ts';
import type { RecordedSession } from '../../../../../src/core/sources/recordedSession.ts';
import { indicesOf, type Runs } from '../../../../../src/ports/runs.ts';
import {
  readSample,
  sampleFiles,
  textOfBlock,
  type SampleFile,
} from '../../../../fakes/transcripts.ts';
import { recordsOf, tell } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts, countedTokens } from '../../../../fakes/sessionChecks.ts';

const samples = [
  ['copilot/event-stream.jsonl', 13],
  ['copilot/made-compaction.jsonl', 27],
] as const;

function textsOf(files: readonly SampleFile[], session: RecordedSession, runs: Runs): unknown[] {
  return [...indicesOf(runs)].map((index) => {
    const block = session.blocks[index];
    return block && textOfBlock(files, block);
  });
}

describe("Copilot's event streams", () => {
  for (const [path, records] of samples) {
    it(`are known by their contents and read whole: ${path}`, () => {
      const files = sampleFiles(path);
      const told = recordsOf(copilotEvents, files);
      const sample = told.map(({ value }) => value).slice(0, 20);
      assert.equal(formatOf({ path, records: sample, text: '' }), copilotEvents);
      const session = readSample(copilotEvents, files, 61);
      assertSound(session, records);
      assertTexts(files, session);
    });

    it(`go on after a save as if nothing had happened: ${path}`, () => {
      const told = recordsOf(copilotEvents, sampleFiles(path));
      const whole = tell(copilotEvents, told).session([path]);
      fc.assert(
        fc.property(fc.array(fc.nat(records)), (saves) => {
          assert.deepEqual(tell(copilotEvents, told, new Set(saves)).session([path]), whole);
        }),
        { numRuns: 30 },
      );
    });

    it(`count nothing twice when lines are repeated: ${path}`, () => {
      const told = recordsOf(copilotEvents, sampleFiles(path));
      const whole = tell(copilotEvents, told).session([path]);
      fc.assert(
        fc.property(fc.array(fc.nat(told.length - 1), { maxLength: 20 }), (again) => {
          const more = again.flatMap((at) => told[at] ?? []);
          const session = tell(copilotEvents, [...told, ...more]).session([path]);
          assertSound(session, told.length + more.length);
          assert.equal(countedTokens(session), countedTokens(whole));
          assert.equal(session.blocks.length, whole.blocks.length);
        }),
        { numRuns: 30 },
      );
    });

    it(`never throw, in whatever order or state their lines are: ${path}`, () => {
      const files = sampleFiles(path);
      const told = recordsOf(copilotEvents, files);
      fc.assert(
        fc.property(fc.shuffledSubarray(told), (some) => {
          const session = tell(copilotEvents, some).session([path]);
          assertSound(session, some.length);
          assertTexts(files, session);
        }),
        { numRuns: 50 },
      );
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }),
          (damage) => {
            const bytes = Uint8Array.from(files[0]?.bytes ?? []);
            for (const [at, value] of damage) {
              bytes[at % bytes.length] = value;
            }
            const damaged = [{ path, bytes }];
            const session = readSample(copilotEvents, damaged);
            assertSound(session, recordsOf(copilotEvents, damaged).length);
            assertTexts(damaged, session);
          },
        ),
        { numRuns: 50 },
      );
    });
  }

  it('of the editor have a call per message, and results that it did not write', () => {
    const files = sampleFiles('copilot/event-stream.jsonl');
    const session = readSample(copilotEvents, files);
    assert.equal(session.id, '5fcddc54-3ba1-4fc4-88ac-86bd2ce74c19');
    assert.equal(session.agent, 'Copilot');
    assert.deepEqual(session.versions, ['0.47.0']);
    assert.equal(session.questions, 1);
    assert.equal(session.calls.length, 2);
    const { taken, beside } = session.coverage;
    assert.equal(taken, 6);
    assert.deepEqual(beside, {
      'assistant.turn_start': 3,
      'assistant.turn_end': 2,
      'tool.execution_start': 2,
    });
    assert.deepEqual(
      session.blocks.map(({ kind, fidelity, tool }) => [kind, fidelity, tool]),
      [
        ['user_message', 'whole', undefined],
        ['assistant_message', 'whole', undefined],
        ['tool_call', 'whole', 'read_file'],
        ['tool_result', 'lost', 'read_file'],
        ['assistant_message', 'whole', undefined],
        ['tool_call', 'whole', 'apply_patch'],
        ['tool_result', 'lost', 'apply_patch'],
      ],
    );
    assert.deepEqual(session.calls[1]?.window, [0, 4]);
    assert.deepEqual(session.calls[1]?.output, [4, 6]);
  });
});

describe('The made session of Copilot CLI', () => {
  const files = sampleFiles('copilot/made-compaction.jsonl');
  const session = readSample(copilotEvents, files);

  it('has the facts of its beginning', () => {
    assert.equal(session.agent, 'Copilot CLI');
    assert.equal(session.folder, '/lozi');
    assert.equal(session.title, 'Pedo the rabo');
    assert.equal(session.coverage.repeated, 1);
    assert.deepEqual(session.coverage.unknown, { 'session.made_later': 1 });
  });

  it('has one call for the messages of one answer, the model that was chosen, and the window it says', () => {
    assert.deepEqual(
      session.calls.map(({ native, model, usage, contextWindow }) => [
        native,
        model,
        usage,
        contextWindow,
      ]),
      [
        ['api_1', 'zif-4', { output: 60 }, undefined],
        ['api_2', 'zif-5', { output: 30 }, 12000],
        ['req_sum', 'zif-5', { input: 9100, output: 220, cacheRead: 8800 }, undefined],
        ['api_3', 'zif-5', { output: 12 }, 12000],
      ],
    );
    assert.deepEqual(session.calls[0]?.output, [2, 6]);
    assert.equal(session.calls[2]?.purpose, 'summary');
  });

  it('has the message as the model got it, and reasoning that is sealed', () => {
    assert.match(String(textsOf(files, session, [1, 2])[0]), /^<current_datetime>/);
    const sealed = session.blocks.filter(({ fidelity }) => fidelity === 'sealed');
    assert.deepEqual(
      sealed.map(({ kind, description }) => [kind, description]),
      [['reasoning_trace', '']],
    );
  });

  it('loses by a compaction what was there when it began, and keeps what came while it ran', () => {
    const [patch] = session.patches;
    assert.equal(patch?.kind, 'compact');
    assert.deepEqual([patch.trigger, patch.before, patch.after], ['threshold', 9000, 2500]);
    assert.deepEqual(patch.left, [1, 8]);
    assert.deepEqual(textsOf(files, session, patch.created), [
      '<overview>Rabo was zelled.</overview>',
    ]);
    assert.equal(patch.call, 3);
    assert.deepEqual(session.calls[3]?.window, [0, 1, 11, 12, 8, 11]);
  });

  it('loses by a truncation the oldest messages, and nothing by a compaction that failed', () => {
    assert.deepEqual(
      session.patches.map(({ kind, left }) => [kind, left]),
      [
        ['compact', [1, 8]],
        ['truncate', [11, 12]],
      ],
    );
  });

  it('has a window of its own for the subagent, and what started it', () => {
    const [child] = session.children;
    assert.equal(session.children.length, 1);
    assert.equal(child?.label, 'Explore');
    assert.equal(session.blocks[child.startedBy ?? -1]?.tool, 'task');
    assert.deepEqual(textsOf(files, child.session, child.session.window), ['3 muzik']);
    assert.deepEqual(child.session.calls[0]?.usage, { output: 9 });
  });
});
