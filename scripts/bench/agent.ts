/*
 * Compares ways to keep a long conversation in its window, on synthetic research: dossiers that are larger than the
 * window together, and questions about them, one after the other in one session. Everything but the model is real: the
 * turn, the care for the context, the session, SQLite, the tools' operations and searches. The model is a script that
 * knows only what is in the messages it is given; tokens are those of the o200k vocabulary.
 *
 * react         no care at all: a request that does not fit ends the turn
 * threshold     the safety net only
 * cpat          context tools, manifest, reports, nudges and the net; the model puts away what it has used
 * cpat, told    the same; the model does so only when it is told to
 *
 * The same numbers for the same options. Asserts nothing.
 *
 * --windows LIST  windows in tokens; 32000,200000 if absent
 * --seeds N       tasks per line; 3 if absent
 * --rounds N      rounds of four questions per task; 8 if absent
 * --words N       words per dossier, about 1.2 tokens each; 4500 if absent
 * --manifest WHEN "always" or "from soft": when the model gets the list of its blocks; from soft if absent
 * --quick         one small task
 */
import { parseArgs } from 'node:util';
import { loadTextTokens } from '../../src/node/tokens/vocabularies.ts';
import { armTable } from './agent/armTable.ts';
import { benchStore } from './agent/benchStore.ts';
import { researchTask } from './agent/researchTask.ts';
import { armNames, runArm, type ArmResult } from './agent/runArm.ts';

const { values } = parseArgs({
  options: {
    windows: { type: 'string' },
    seeds: { type: 'string' },
    rounds: { type: 'string' },
    words: { type: 'string' },
    manifest: { type: 'string', default: 'from soft' },
    quick: { type: 'boolean', default: false },
  },
});
const usual = values.quick
  ? { windows: '8000', seeds: '1', rounds: '2', words: '1000' }
  : { windows: '32000,200000', seeds: '3', rounds: '8', words: '4500' };
const { windows, seeds, rounds, words } = { ...usual, ...values };

const tokens = await loadTextTokens('o200k');
const count = (text: string): number => tokens.count(text);
const tasks = Array.from({ length: Number(seeds) }, (_, index) =>
  researchTask(index + 1, { rounds: Number(rounds), summed: 6, words: Number(words) }),
);
const sizes = tasks.flatMap(({ dossiers }) => [...dossiers.values()].map(count));
const total = sizes.reduce((sum, size) => sum + size, 0) / tasks.length;
print(
  `${tasks.length} tasks, each with ${sizes.length / tasks.length} dossiers of ${Math.round(total)} tokens together and ${tasks[0]?.questions.length ?? 0} questions`,
);

const manifest = values.manifest === 'always' ? 'always' : 'from soft';
const bench = await benchStore();
try {
  let sessions = 0;
  for (const window of windows.split(',').map(Number)) {
    const results: ArmResult[] = [];
    for (const arm of armNames) {
      for (const task of tasks) {
        sessions += 1;
        const session = sessions.toString(16).padStart(12, '0');
        results.push(
          await runArm({ ...{ arm, window, task, session, count, manifest }, store: bench.store }),
        );
      }
    }
    print(`\nwindow of ${window} tokens; per task\n${armTable(results)}`);
  }
} finally {
  await bench.remove();
}
print(
  [
    '',
    'What a script shows: whether the facts are still in the view or can be read again, and what that costs. It forgets',
    'nothing that is in its view, follows every instruction, writes faultless notes and knows by which words to search. It',
    'says nothing about whether a model would do so.',
  ].join('\n'),
);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
