import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite: the headless server beside a window. */
export function run(): Promise<void> {
  return runMocha(
    [
      () => import('./connectCommand.test.ts'),
      () => import('./forwarding.test.ts'),
      () => import('./claudeCode.test.ts'),
    ],
    // The first run on a machine installs the agent.
    { timeout: 180_000 },
  );
}
