import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite. */
export function run(): Promise<void> {
  // Nothing may have been shown before the first.
  return runMocha([() => import('./sessions.test.ts')], { timeout: 40_000 });
}
