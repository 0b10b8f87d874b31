import assert from 'node:assert/strict';
import fc from 'fast-check';
import { existsSync } from 'node:fs';
import { anyWord, tidyText } from '../../fakes/texts.ts';
import { textField, Workbench } from '../../fakes/workbench.ts';

/** One call of an editing tool; numbers are shares of the file's lines. */
interface Step {
  readonly tool: 'be-replace' | 'be-insert' | 'be-delete' | 'be-write';
  readonly file: string;
  readonly at: number;
  readonly count: number;
  readonly content: string;
}

const files = ['a.txt', 'b.txt', 'c.txt'];

/** Runs of each property; more can be asked for, e.g. for a night. */
const runs = Number(process.env['CHIPBOARD_RUNS'] ?? 10);

const anyStep: fc.Arbitrary<Step> = fc.record({
  tool: fc.constantFrom('be-replace', 'be-insert', 'be-delete', 'be-write'),
  file: fc.constantFrom(...files),
  at: fc.nat(30),
  count: fc.nat(2),
  content: fc.array(anyWord, { minLength: 1, maxLength: 3 }).map((words) => words.join('\n')),
});

/** What is in the files; undefined for one that is not there. */
function contents(bench: Workbench): (string | undefined)[] {
  return files.map((file) =>
    existsSync(bench.path(file)) ? bench.bytes(file).toString('latin1') : undefined,
  );
}

/** Makes the call; gives its event, or undefined if it failed or changed nothing. */
async function make(bench: Workbench, step: Step): Promise<string | undefined> {
  bench.clock.time += 1;
  const { structured: facts } = await bench.call('be-read', { file: step.file, brief: true });
  const total = Number(facts['total'] ?? 0);
  const first = 1 + (step.at % Math.max(1, total));
  const last = Math.min(total, first + step.count);
  const range = step.tool === 'be-insert' ? `${step.at % (total + 1)}` : `${first}-${last}`;
  const file = step.tool === 'be-write' ? step.file : `${step.file}:${range}`;
  const content = step.tool === 'be-delete' ? {} : { content: step.content };
  const answer = await bench.call(step.tool, { file, ...content });
  const event = answer.structured['event_id'];
  return typeof event === 'string' ? event : undefined;
}

async function withBench(
  start: readonly string[],
  work: (bench: Workbench) => Promise<void>,
): Promise<void> {
  const bench = new Workbench();
  try {
    start.forEach((text, index) => bench.put(files[index] ?? '', text));
    await work(bench);
    assert.deepEqual(bench.log.errors, []);
  } finally {
    bench.dispose();
  }
}

const start = fc.array(tidyText, { minLength: 1, maxLength: 3 });

describe('any series of edits', () => {
  it('taken back step by step goes through the same states, to the first bytes', async () => {
    const steps = fc.array(anyStep, { minLength: 1, maxLength: 6 });
    const check = (texts: string[], list: Step[]): Promise<void> =>
      withBench(texts, async (bench) => {
        const states = [contents(bench)];
        for (const step of list) {
          if ((await make(bench, step)) !== undefined) {
            states.push(contents(bench));
          }
        }
        for (const state of states.slice(0, -1).reverse()) {
          await bench.good('be-trx', { action: 'rollback' });
          assert.deepEqual(contents(bench), state);
        }
        for (const state of states.slice(1)) {
          await bench.good('be-trx', { action: 'redo' });
          assert.deepEqual(contents(bench), state);
        }
      });

    await fc.assert(fc.asyncProperty(start, steps, check), { numRuns: runs });
  });

  it('taken back at once gives the first bytes', async () => {
    const steps = fc.array(anyStep, { minLength: 1, maxLength: 6 });
    const check = (texts: string[], list: Step[]): Promise<void> =>
      withBench(texts, async (bench) => {
        const before = contents(bench);
        let made = 0;
        for (const step of list) {
          made += (await make(bench, step)) === undefined ? 0 : 1;
        }
        fc.pre(made > 0);

        await bench.good('be-trx', { action: 'rollback', step: made });

        assert.deepEqual(contents(bench), before);
      });

    await fc.assert(fc.asyncProperty(start, steps, check), { numRuns: runs });
  });

  it('loses nothing when one is taken back and made again, in any order', async () => {
    const steps = fc.array(anyStep, { minLength: 2, maxLength: 5 });
    const check = (texts: string[], list: Step[], pick: number): Promise<void> =>
      withBench(texts, async (bench) => {
        const events: string[] = [];
        for (const step of list) {
          events.push(...[await make(bench, step)].filter((event) => event !== undefined));
        }
        fc.pre(events.length > 0);
        const event = events[pick % events.length];
        const before = contents(bench);

        const back = await bench.call('be-trx', { action: 'rollback', event });
        if (back.isError) {
          assert.equal(textField(back, 'code'), 'changed-after');
        } else {
          await bench.good('be-trx', { action: 'redo', event });
        }

        assert.deepEqual(contents(bench), before);
      });

    await fc.assert(fc.asyncProperty(start, steps, fc.nat(9), check), { numRuns: runs });
  });
});
