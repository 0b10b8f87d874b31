/** How many tests ended in which way. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Skipped, by the test itself or by `it.skip`. */
  readonly pending: number;
}

/** The counts of no test at all. */
export const NOTHING: Counts = { passed: 0, failed: 0, pending: 0 };

const RESULT = /^.*CHIPBOARD_RESULT (\{.*\})/;

/** The counts of two runs together. */
export function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    pending: one.pending + other.pending,
  };
}

/**
 * Runs an editor that prints to this process's standard output, and picks the result line out of what it prints.
 * @returns The counts, absent if no result line came, and whether the run ended well.
 */
export async function collectResults(
  run: () => Promise<unknown>,
): Promise<{ readonly counts: Counts | undefined; readonly ended: boolean }> {
  let counts: Counts | undefined;
  const stop = watchLines((line) => {
    const json = RESULT.exec(line)?.[1];
    if (json) {
      counts = add(counts ?? NOTHING, JSON.parse(json) as Counts);
    }
  });
  try {
    const ended = await run().then(
      () => true,
      () => false,
    );
    return { counts, ended };
  } finally {
    stop();
  }
}

/** `@vscode/test-electron` offers no other way to the editor's output than this process's own stream. */
function watchLines(onLine: (line: string) => void): () => void {
  const { stdout } = process;
  const write = stdout.write;
  let rest = '';
  stdout.write = function (chunk: string | Uint8Array, ...others: unknown[]) {
    const lines = (
      rest + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    ).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
    return Reflect.apply(write, stdout, [chunk, ...others]) as boolean;
  };
  return () => {
    stdout.write = write;
    onLine(rest);
  };
}
