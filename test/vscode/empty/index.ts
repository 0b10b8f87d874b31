import { runMocha } from '../mochaRunner.ts';

/** Entry of the suite: a window without a folder. */
export function run(): Promise<void> {
  return runMocha([() => import('./noFolder.test.ts')]);
}
