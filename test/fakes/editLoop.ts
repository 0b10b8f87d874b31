import { FileEditHost } from '../../src/node/fileEditHost.ts';
import { lf, splicesIn, valueOf } from './hostBench.ts';

/** A program that edits a file without end, to be killed in the middle: its lines are all of one number. */
const [path = ''] = process.argv.slice(2);
const host = new FileEditHost();
for (let round = 1; ; round++) {
  const view = valueOf(await host.read(path));
  const lines = lf(...Array<string>(view.lineCount).fill(`round ${round}`));
  const plan = splicesIn(view, { line: 1, count: view.lineCount, lines });
  valueOf(await host.apply({ label: 'Loop', files: [plan] }));
}
