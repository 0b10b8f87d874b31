import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite: a folder that the user has not trusted yet. */
export function run(): Promise<void> {
  return runMocha(
    [
      () => import('./distrust.ts'),
      () => import('./sessions.test.ts'),
      () => import('./participant.test.ts'),
      () => import('./trust.test.ts'),
    ],
    { timeout: 60_000 },
  );
}
