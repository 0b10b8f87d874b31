import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite: measures, and asserts nothing about times. */
export function run(): Promise<void> {
  return runMocha([() => import('./edits.test.ts')], { timeout: 300_000 });
}
