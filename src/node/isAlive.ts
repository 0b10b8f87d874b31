import { codeOf } from './errorCode.ts';

/** Whether a process of that number runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, and is there all the same.
    return codeOf(error) === 'EPERM';
  }
}
