import type { Log } from '../../../src/ports/log.ts';

/** A log that remembers its lines. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];

  info(message: string): void {
    this.lines.push(message);
  }

  warn(message: string): void {
    this.lines.push(message);
  }

  error(message: string): void {
    this.lines.push(message);
  }
}
