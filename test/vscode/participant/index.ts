import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite. */
export function run(): Promise<void> {
  return runMocha(
    [
      () => import('./rig.ts'),
      () => import('./answers.test.ts'),
      () => import('./attached.test.ts'),
      () => import('./endings.test.ts'),
      () => import('./askBefore.test.ts'),
      () => import('./conflicts.test.ts'),
      () => import('./storeTrouble.test.ts'),
      () => import('./goingBack.test.ts'),
      () => import('./window.test.ts'),
      () => import('./commands.test.ts'),
      () => import('./inspected.test.ts'),
      () => import('./reload.test.ts'),
    ],
    { timeout: 90_000 },
  );
}
