import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite. */
export function run(): Promise<void> {
  return runMocha([
    () => import('./page.test.ts'),
    () => import('./keyboard.test.ts'),
    () => import('./contextKeyboard.test.ts'),
    () => import('./looks.test.ts'),
    () => import('./context.test.ts'),
    () => import('./lasting.test.ts'),
  ]);
}
