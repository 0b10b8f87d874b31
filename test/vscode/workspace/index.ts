import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite. */
export function run(): Promise<void> {
  return runMocha([
    () => import('./activation.test.ts'),
    () => import('./editHost.test.ts'),
    () => import('./mcpEdits.test.ts'),
    () => import('./chips.test.ts'),
    () => import('./renames.test.ts'),
  ]);
}
