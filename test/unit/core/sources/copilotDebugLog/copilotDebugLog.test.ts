import assert from 'node:assert/strict';
import fc from 'fast-check';
import { copilotDebugLog } from '../../../../../src/core/sources/copilotDebugLog/copilotDebugLog.ts';
import { formatOf } from '../../../../../src/core/sources/formats.ts';
import { linesFile, readSample, sampleFiles } from '../../../../fakes/transcripts.ts';
import { recordsOf, tell } from '../../../../fakes/readerChecks.ts';
import { assertSound, assertTexts, countedTokens } from '../../../../fakes/sessionChecks.ts';

const folder = 'copilot/made-debug-log';
const paths = [
  `${folder}/main.jsonl`,
  `${folder}/title-made-debug-title.jsonl`,
  `${folder}/runSubagent-Explore-made-debug-sub.jsonl`,
];
const files = sampleFiles(...paths);
const told = recordsOf(copilotDebugLog, files);

describe("Copilot's debug logs", () => {
  const session = readSample(copilotDebugLog, files, 53);

  it('are known by their contents, and each record is counted once', () => {
    const records = told.map(({ value }) => value).slice(0, 16);
    assert.equal(formatOf({ path: 'main.jsonl', records, text: '' }), copilotDebugLog);
    assertSound(session, 21);
    assertTexts(files, session);
    const { taken, beside, unknown, bad, repeated } = session.coverage;
    assert.deepEqual(
      { taken, beside, unknown, bad, repeated },
      {
        taken: 17,
        beside: { discovery: 1, turn_start: 1 },
        unknown: { made_later: 1 },
        bad: 0,
        repeated: 1,
      },
    );
  });

  it('have the numbers of each call, and the cached part where the version tells it', () => {
    assert.equal(session.id, 'made-debug-main');
    assert.deepEqual(
      session.calls.map(({ native, usage, outcome, durationMs }) => [
        native,
        usage,
        outcome,
        durationMs,
      ]),
      [
        ['llm-1', { input: 4000, output: 50 }, 'ok', 900],
        ['llm-2', { input: 5600, output: 20, cacheRead: 3900 }, 'ok', 700],
        ['llm-3', undefined, 'failed', 10],
      ],
    );
    assert.equal(countedTokens(session), 4050 + 5620 + 306 + 2008);
  });

  it('have a text that was cut as cut, with the length of what is there', () => {
    const cut = session.blocks.filter(({ fidelity }) => fidelity === 'cut');
    assert.deepEqual(
      cut.map(({ kind, length, tool, path }) => [kind, length, tool, path]),
      [['tool_result', 5011, 'read_file', '/lozi/rabo.ts']],
    );
  });

  it('count the tool calls of an answer once: in the records of the tools', () => {
    const [answer] = session.blocks.filter(({ kind }) => kind === 'assistant_message');
    assert.ok(answer !== undefined && answer.length > 150 && answer.tokens < 10);
    assert.deepEqual(session.calls[0]?.output, [1, 3, 4, 5]);
    assert.deepEqual(session.calls[1]?.window, [0, 6]);
    // The call that failed gave nothing, so the tool was called by the one before it.
    assert.deepEqual(session.calls[2]?.output, []);
  });

  it('have the sessions that they started as children, with what started them', () => {
    assert.deepEqual(
      session.children.map(({ label, startedBy, session: { id, calls } }) => [
        label,
        startedBy === undefined ? undefined : session.blocks[startedBy]?.tool,
        id,
        calls.map(({ purpose }) => purpose),
      ]),
      [
        ['title', undefined, 'made-debug-title', ['title']],
        ['runSubagent-Explore', 'runSubagent', 'made-debug-sub', [undefined]],
      ],
    );
  });

  it('find the main session whichever file comes first', () => {
    const other = readSample(copilotDebugLog, files.toReversed());
    assert.equal(other.id, 'made-debug-main');
    assert.equal(other.children.length, 2);
    assert.equal(countedTokens(other), countedTokens(session));
  });

  it('go on after a save as if nothing had happened', () => {
    const whole = tell(copilotDebugLog, told).session(paths);
    fc.assert(
      fc.property(fc.array(fc.nat(told.length)), (saves) => {
        assert.deepEqual(tell(copilotDebugLog, told, new Set(saves)).session(paths), whole);
      }),
      { numRuns: 30 },
    );
  });

  it('count nothing twice, and never throw, in whatever order their lines are', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(told), fc.shuffledSubarray(told), (some, again) => {
        const once = tell(copilotDebugLog, some).session(paths);
        const twice = tell(copilotDebugLog, [
          ...some,
          ...again.filter((one) => some.includes(one)),
        ]);
        assertSound(once, some.length);
        assertTexts(files, once);
        assert.equal(countedTokens(twice.session(paths)), countedTokens(once));
      }),
      { numRuns: 50 },
    );
  });

  it('never throw, whatever became of their bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 30 }),
        fc.nat(200),
        (damage, cut) => {
          const damaged = files.map(({ path, bytes }) => {
            const copy = Uint8Array.from(bytes.subarray(0, bytes.length - cut));
            for (const [at, value] of damage) {
              copy[at % copy.length] = value;
            }
            return { path, bytes: copy };
          });
          const read = readSample(copilotDebugLog, damaged);
          assertSound(read, recordsOf(copilotDebugLog, damaged).length);
          assertTexts(damaged, read);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('that name each other as their parents, or a long chain of them, still have an end', () => {
    const ref = (sid: string, child: string): object => ({
      ts: 1,
      dur: 0,
      sid,
      type: 'child_session_ref',
      name: 'x',
      spanId: `${sid}>${child}`,
      status: 'ok',
      attrs: { childSessionId: child, label: 'x' },
    });
    const chain = Array.from({ length: 3000 }, (_, at) => ref(`s${at}`, `s${at + 1}`));
    const ring = [ref('s0', 'a'), ref('a', 'b'), ref('b', 'c'), ref('c', 'b'), ref('c', 'a')];
    const lines = [...chain, ...ring];
    const read = readSample(copilotDebugLog, [linesFile('main.jsonl', lines)]);
    assertSound(read, lines.length);
    const count = (of: typeof read): number =>
      of.children.reduce((sum, child) => sum + count(child.session), 1);
    assert.equal(count(read), 3004);
  });

  it('may have any value in any field', () => {
    const odd: unknown[] = [null, 0, -1, '', 'x', [], {}, [null], true, 1e300];
    for (const { value } of told) {
      const record = value as { attrs: object };
      const lines = [
        ...Object.keys(record).flatMap((field) => odd.map((one) => ({ ...record, [field]: one }))),
        ...Object.keys(record.attrs).flatMap((field) =>
          odd.map((one) => ({ ...record, attrs: { ...record.attrs, [field]: one } })),
        ),
      ];
      const odds = [linesFile('main.jsonl', lines)];
      const read = readSample(copilotDebugLog, odds);
      assertSound(read, lines.length);
      assertTexts(odds, read);
    }
  });
});
