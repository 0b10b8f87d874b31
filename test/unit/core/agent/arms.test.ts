import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { armTable } from '../../../../scripts/bench/agent/armTable.ts';
import { benchStore, type BenchStore } from '../../../../scripts/bench/agent/benchStore.ts';
import { isRight, researchTask } from '../../../../scripts/bench/agent/researchTask.ts';
import {
  armNames,
  runArm,
  type ArmName,
  type ArmResult,
} from '../../../../scripts/bench/agent/runArm.ts';
import { estimateTokens } from '../../../../src/core/context/estimateTokens.ts';

const window = 8000;
const size = { rounds: 2, summed: 6, words: 1000 };

/** A provider whose tokens are not those of the estimate. */
function count(text: string): number {
  return Math.ceil(1.1 * estimateTokens(text)) + 3;
}

function refused({ metrics }: ArmResult): number {
  return Object.values(metrics.patches)
    .flatMap((operations) => Object.values(operations))
    .reduce((sum, outcomes) => sum + outcomes.refused, 0);
}

function promptOf(results: ReadonlyMap<ArmName, ArmResult>, arm: ArmName): number {
  return results.get(arm)?.metrics.tokensIn ?? NaN;
}

describe('arms of a long conversation', function () {
  this.timeout(20_000);
  const results = new Map<ArmName, ArmResult>();
  let bench: BenchStore;

  before(async () => {
    bench = await benchStore();
    const task = researchTask(7, size);
    for (const [index, arm] of armNames.entries()) {
      const session = index.toString(16).padStart(12, '0');
      results.set(arm, await runArm({ arm, window, task, store: bench.store, session, count }));
    }
  });

  after(() => bench.remove());

  it('stops without care as soon as the documents exceed the window', () => {
    const { asked, metrics } = results.get('react') ?? assert.fail();

    assert.deepEqual([...new Set(asked.map(({ end }) => end.outcome))], ['full']);
    assert.ok(asked.every((each) => !each.isRight));
    assert.ok(metrics.requests > 1);
  });

  for (const arm of ['threshold', 'cpat', 'cpat, told'] as const) {
    it(`answers every question: ${arm}`, () => {
      const { asked } = results.get(arm) ?? assert.fail();

      assert.deepEqual(
        asked.filter((each) => !each.isRight),
        [],
      );
    });

    it(`never sends more than the window holds, and no patch is refused: ${arm}`, () => {
      const result = results.get(arm) ?? assert.fail();

      assert.ok(result.peak <= window, `${result.peak}`);
      assert.equal(refused(result), 0);
    });
  }

  it('shows the same view and manifest when a session is opened again', () => {
    for (const [arm, { sameReopened }] of results) {
      assert.ok(sameReopened, arm);
    }
  });

  it('leaves the net less to do the sooner the model acts', () => {
    const fallbacks = (arm: ArmName): number => results.get(arm)?.metrics.fallbacks ?? NaN;

    assert.ok(fallbacks('cpat') < fallbacks('cpat, told'));
    assert.ok(fallbacks('cpat, told') < fallbacks('threshold'));
    assert.ok(promptOf(results, 'cpat') < promptOf(results, 'threshold'));
  });

  it('gives the same numbers each time', async () => {
    const task = researchTask(7, size);
    const other = await benchStore();
    // The session's id is part of the manifest.
    const session = armNames.indexOf('cpat').toString(16).padStart(12, '0');

    const again = await runArm({ arm: 'cpat', window, task, store: other.store, session, count });

    await other.remove();
    assert.deepEqual(again, results.get('cpat'));
  });

  it('is printed with a line for each', () => {
    const lines = armTable([...results.values()]).split('\n');

    assert.equal(lines.length, armNames.length + 1);
    assert.match(lines[1] ?? '', /^react +0\.0 % +8 /);
    assert.match(lines[2] ?? '', /^threshold +100\.0 % +0 .* 1\.00 /);
  });
});

describe('a research task', () => {
  it('is the same for the same seed, and another for another', () => {
    assert.deepEqual(researchTask(3, size), researchTask(3, size));
    assert.notDeepEqual(researchTask(3, size), researchTask(4, size));
  });

  it('has each answer in its dossiers, but for sums', () => {
    const { dossiers, questions } = researchTask(3, size);
    const texts = [...dossiers.values()].join('\n');

    for (const { kind, expected } of questions) {
      assert.ok(kind === 'aggregate' || texts.includes(expected), expected);
    }
    assert.equal(questions.length, 8);
    assert.equal(dossiers.size, 18);
  });

  it('takes an answer whatever its case and signs, and no part of a word for it', () => {
    const question = { kind: 'direct', text: '', expected: 'IC-3111-DT7' } as const;

    assert.ok(isRight(question, 'answer: ic 3111 dt7.'));
    assert.ok(!isRight(question, 'Answer: IC-3111-DT71.'));
    assert.ok(!isRight(question, 'Answer: not known.'));
  });
});
