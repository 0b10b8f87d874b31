import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite. */
export function run(): Promise<void> {
  return runMocha(
    [
      () => import('./claudeCode.test.ts'),
      () => import('./codex.test.ts'),
      () => import('./geminiCli.test.ts'),
      () => import('./opencode.test.ts'),
      () => import('./stdio.test.ts'),
    ],
    // The first run on a machine installs the agents.
    { timeout: 180_000 },
  );
}
