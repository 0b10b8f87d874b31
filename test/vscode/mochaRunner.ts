/** Loads one test file: `() => import('./edit.test.ts')`. Lazy, because `describe` exists only once Mocha is set up. */
export type TestFile = () => Promise<unknown>;

/** What a suite may ask of its run. */
export interface MochaOptions {
  /** Milliseconds one test may take; 20,000 when absent. */
  readonly timeout?: number;
}

const TEST_MS = 20_000;

/**
 * Runs test files with Mocha inside the extension host and reports through the console: the `spec` reporter's lines,
 * then one line `CHIPBOARD_RESULT {"passed":n,"failed":n,"pending":n}` that `runTests.ts` counts.
 *
 * `CHIPBOARD_TEST_GREP` limits the run to tests whose full title fits that regular expression.
 * @throws {Error} When a test failed or a file cannot be loaded.
 */
export async function runMocha(
  files: readonly TestFile[],
  options: MochaOptions = {},
): Promise<void> {
  // Mocha is a module of its own kind; a static import would become a `require` in the bundle.
  const { default: Mocha } = await import('mocha');
  const grep = process.env.CHIPBOARD_TEST_GREP;
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    timeout: options.timeout ?? TEST_MS,
    color: process.env.CHIPBOARD_TEST_COLOR === '1',
    forbidOnly: Boolean(process.env.CI),
    ...(grep ? { grep: new RegExp(grep) } : {}),
  });
  for (const [at, load] of files.entries()) {
    mocha.suite.emit(
      'pre-require',
      globalThis as unknown as Mocha.MochaGlobals,
      `file ${at}`,
      mocha,
    );
    await load();
  }
  const failed = await new Promise<number>((done) => {
    const runner = mocha.run((failures) => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      console.log(
        `CHIPBOARD_RESULT ${JSON.stringify({ passed: passes, failed: failures, pending })}`,
      );
      done(failures);
    });
  });
  if (failed > 0) {
    const error = new Error(`${failed} failed`);
    // The reporter has told where; the stack of this line would only distract.
    delete error.stack;
    throw error;
  }
}
