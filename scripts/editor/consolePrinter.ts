import { inspect } from 'node:util';

const MARK = 'chipboard-test';
const RECENT_LINES = 200;

/**
 * Prints what tests in the extension host print, in order, to standard output; their errors and warnings too, because
 * two streams could not keep the order. The log of the workbench itself is only kept, or printed as well on request.
 */
export class ConsolePrinter {
  /** Whether the test module's `run` came to its end, well or badly. */
  testsEnded = false;
  /** The last lines the workbench logged, oldest first. */
  readonly recent: string[] = [];
  private readonly verbose: boolean;

  /** @param verbose Prints the workbench's log too. */
  constructor(verbose: boolean) {
    this.verbose = verbose;
  }

  /**
   * Takes one message of a window.
   * @param args The console arguments; those that `testEntry.cjs` marked are `[mark, kind, text]`.
   */
  print(window: string, level: string, args: unknown): void {
    const words = Array.isArray(args) ? args : [args];
    if (words[0] !== MARK) {
      this.note(`${window} ${level}: ${words.map(wordOf).join(' ')}`);
    } else if (words[1] === 'end') {
      this.testsEnded = true;
    } else {
      process.stdout.write(String(words[2]));
    }
  }

  /** Takes a line about the editor itself. */
  note(line: string): void {
    this.recent.push(line);
    this.recent.splice(0, this.recent.length - RECENT_LINES);
    if (this.verbose) {
      process.stdout.write(`[editor] ${line}\n`);
    }
  }
}

function wordOf(word: unknown): string {
  return typeof word === 'string' ? word : inspect(word, { depth: 4, breakLength: Infinity });
}
