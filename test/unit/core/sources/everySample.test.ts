import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feedRecords } from '../../../../src/core/sources/feedRecords.ts';
import { formatOf } from '../../../../src/core/sources/formats.ts';
import type { RecordedSession } from '../../../../src/core/sources/recordedSession.ts';
import { SessionShares } from '../../../../src/core/sources/shares.ts';
import type { TranscriptFormat } from '../../../../src/core/sources/transcriptFormat.ts';
import { readSample, sampleFiles, sampleOf, type SampleFile } from '../../../fakes/transcripts.ts';
import { assertShares, assertSound } from '../../../fakes/sessionChecks.ts';

const folder = fileURLToPath(new URL('../../../fixtures/transcripts/', import.meta.url));

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.jsonl?$/.test(path))
  .toSorted();

/** Formats by the folder of their samples; the last part of a path decides where a folder has several. */
const expected: readonly (readonly [RegExp, string])[] = [
  [/^claude-code\//, 'claude-code'],
  [/^codex\//, 'codex'],
  [/^gemini\/.*\.jsonl$/, 'gemini-cli'],
  [/^gemini\/.*\.json$/, 'gemini-cli-document'],
  [/^copilot\/.*append-log.*/, 'vscode-chat-log'],
  [/^copilot\/.*(?:event|events).*\.jsonl$/, 'copilot-events'],
  [/^copilot\/.*session-v3.*\.json$/, 'vscode-chat'],
];

function formatFor(file: SampleFile): TranscriptFormat | undefined {
  return formatOf(sampleOf(file));
}

function parts(session: RecordedSession): RecordedSession[] {
  return [session, ...session.children.flatMap((child) => parts(child.session))];
}

function inputSum(session: RecordedSession): number {
  return parts(session).reduce(
    (sum, { calls }) => sum + calls.reduce((own, { usage }) => own + (usage?.input ?? 0), 0),
    0,
  );
}

describe('every sample transcript', () => {
  for (const path of files) {
    const [file] = sampleFiles(path);
    assert.ok(file);
    const want = expected.find(([pattern]) => pattern.test(path))?.[1];

    if (want !== undefined) {
      it(`${path} is recognised as ${want}`, () => {
        assert.equal(formatFor(file)?.id, want);
      });
    }

    const format = formatFor(file);
    if (format?.unit !== 'line') {
      continue;
    }
    it(`${path} is sound wherever it is cut off`, () => {
      const reader = format.reader();
      const feed = feedRecords(format, reader, 0);
      let lines = 0;
      let sum = 0;
      let start = 0;
      for (let at = 0; at < file.bytes.length; at += 1) {
        if (file.bytes[at] !== 10) {
          continue;
        }
        // The first half of a line waits for the second.
        const half = start + Math.floor((at - start) / 2);
        feed.push(file.bytes.subarray(start, half));
        feed.pause(false);
        feed.push(file.bytes.subarray(half, at + 1));
        lines += at > start ? 1 : 0;
        start = at + 1;
        const session = reader.session([path]);
        assert.equal(session.coverage.records, lines);
        assert.ok(inputSum(session) >= sum, 'a sum never falls');
        sum = inputSum(session);
        const last = session.calls.at(-1);
        if (last?.usage?.input !== undefined && lines % 10 === 0) {
          const made = new SessionShares(session).composition(last);
          const shares = made.shares.reduce((total, { tokens }) => total + tokens, 0);
          assert.equal(shares + made.unattributed, last.usage.input);
        }
      }
      const whole = readSample(format, [file]);
      assertSound(whole);
      parts(whole).forEach(assertShares);
      assert.equal(sum, inputSum(whole));
    });
  }
});
