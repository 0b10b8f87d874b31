import assert from 'node:assert/strict';
import { secretRules } from '../../../src/core/redact.ts';
import { WorkerTextRules } from '../../../src/node/textRules/workerTextRules.ts';

const workerPath = new URL('../../../src/node/textRules/textRulesWorker.ts', import.meta.url);

/** Doubles its time with each character more. */
const slowRule = '^(a+)+$';
const slowText = `${'a'.repeat(60)}!`;

describe('rules for texts in a worker', () => {
  let rules: WorkerTextRules;
  beforeEach(() => {
    rules = new WorkerTextRules({ workerPath, patience: 1500 });
  });
  afterEach(() => rules.dispose());

  it('replace every match in every text', async () => {
    const done = await rules.replace(['a1 b22', '', '333'], '\\d+', '#');

    assert.deepEqual(done, { ok: true, value: ['a# b#', '', '#'] });
  });

  it('are stopped when they take too long, and the next is carried out', async () => {
    const slow = rules.replace([slowText], slowRule, '#');
    const next = rules.replace(['ab'], 'a', '#');

    assert.deepEqual(await slow, { ok: false, failure: 'slow' });
    assert.deepEqual(await next, { ok: true, value: ['#b'] });
  });

  it('are refused when they are no expressions, or match where no character is', async () => {
    const failureOf = async (rule: string): Promise<unknown> => {
      const done = await rules.replace(['some text'], rule, '#');
      return done.ok ? done.value : done.failure;
    };

    assert.equal(await failureOf('['), 'no-expression');
    assert.equal(await failureOf('x*'), 'matches-empty');
    assert.equal(await failureOf('\\b'), 'matches-empty');
    assert.equal(await failureOf('(?=t)'), 'matches-empty');
    assert.deepEqual(await failureOf('\\bt'), ['some #ext']);
  });

  it('leave the thread of the caller free meanwhile', async () => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 20);
    await rules.replace([slowText], slowRule, '#');
    clearInterval(turning);

    assert.ok(turns > 20, `${turns} turns`);
  });

  it('leave the usual secrets and the home folder out, each text as it would be alone', async () => {
    const key = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2'].join('_');
    const texts = [`use ${key} in /home/me/w`, '', 'password = "$& a"', 'plain'];

    const done = await rules.withoutSecrets(texts, '[$&]', '/home/me');

    assert.deepEqual(done, {
      ok: true,
      value: ['use [$&] in ~/w', '', 'password = "[$&]"', 'plain'],
    });
  });

  it('name what was looked for when that takes too long', async () => {
    const impatient = new WorkerTextRules({ workerPath, patience: 40 });
    const done = await impatient.withoutSecrets(['a1-B2 '.repeat(8_000_000)], '#');
    impatient.dispose();

    assert.ok(!done.ok);
    assert.equal(done.failure.problem, 'slow');
    assert.ok(
      secretRules().some(({ name }) => name === done.failure.rule),
      done.failure.rule,
    );
  });
});
