import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite. */
export function run(): Promise<void> {
  return runMocha(
    [
      () => import('./reload.test.ts'),
      () => import('./twoWindows.test.ts'),
      () => import('./ownFolders.test.ts'),
    ],
    { timeout: 120_000 },
  );
}
