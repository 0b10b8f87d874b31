import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite. */
export function run(): Promise<void> {
  return runMocha([() => import('./answers.test.ts')], { timeout: 60_000 });
}
