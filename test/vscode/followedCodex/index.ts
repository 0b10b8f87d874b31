import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite. */
export function run(): Promise<void> {
  return runMocha(
    [() => import('./followed.test.ts')],
    // The first run on a machine installs the agent.
    { timeout: 180_000 },
  );
}
