import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite: the field cases over the real editor. */
export function run(): Promise<void> {
  return runMocha([() => import('./fieldCases.test.ts')]);
}
