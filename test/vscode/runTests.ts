/**
 * Runs the tests that need the real editor: `node test/vscode/runTests.ts [suite] [--grep PATTERN] [--desktop] [--fresh]`.
 *
 * They run in the npm build of VS Code with headless Chromium; `--desktop` lets `@vscode/test-electron` download and
 * use desktop VS Code instead, `--fresh` prepares the npm build anew first. The suites must be bundled beforehand.
 */
import { runTests } from '@vscode/test-electron';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureEditor } from '../../scripts/setup/editor.mjs';
import { ensureSystemPackages } from '../../scripts/setup/system.mjs';
import { choosePorts } from './ports.ts';
import { add, collectResults, NOTHING, type Counts } from './results.ts';
import { EXTENSIONS, findSuites, ROOT, type Suite } from './suites.ts';

const LAUNCHER = join(ROOT, 'scripts', 'editor', 'vscode-launcher');

/** What to run, and in which editor. */
export interface RunOptions {
  /** Name of the one suite to run. */
  readonly suite?: string | undefined;
  /** Regular expression that the full titles of the tests must fit. */
  readonly grep?: string | undefined;
  /** Desktop VS Code, downloaded when missing, instead of the npm build. */
  readonly desktop?: boolean;
  /** Prepares the npm build anew. */
  readonly fresh?: boolean;
}

/**
 * Runs the suites one after the other, each with a user data folder, an extensions folder and a copy of its workspace
 * of its own. A suite that ends without a result counts as one failure.
 * @throws {Error} When the editor cannot be prepared or a suite is not there.
 */
export async function runVscodeTests(options: RunOptions = {}): Promise<Counts> {
  const suites = findSuites(options.suite);
  if (options.desktop) {
    requireDisplay();
  } else {
    await ensureSystemPackages();
    await ensureEditor({ fresh: options.fresh ?? false });
  }
  let total = NOTHING;
  for (const suite of suites) {
    console.log(`\n${suite.name}`);
    total = add(total, await runSuite(await choosePorts(suite), options));
  }
  return total;
}

async function runSuite(suite: Suite, options: RunOptions): Promise<Counts> {
  if (!existsSync(suite.module)) {
    console.error(`${suite.module} is missing: build the tests first.`);
    return { ...NOTHING, failed: 1 };
  }
  const artifacts = join(ROOT, 'out', 'test', 'artifacts', suite.name);
  await rm(artifacts, { recursive: true, force: true });
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-')));
  try {
    const launchArgs = await prepareScratch(suite, scratch);
    const { counts, ended } = await collectResults(() =>
      runTests({
        ...(options.desktop ? {} : { vscodeExecutablePath: LAUNCHER }),
        extensionDevelopmentPath: ROOT,
        extensionTestsPath: suite.module,
        launchArgs,
        extensionTestsEnv: environment(suite, options, artifacts),
      }),
    );
    // A host that broke after its last test is a failure too.
    return counts && (ended || counts.failed > 0)
      ? counts
      : add(counts ?? NOTHING, { ...NOTHING, failed: 1 });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** In a browser the editor saves by itself after a second; on the desktop it does not. */
const desktopDefaults = { 'files.autoSave': 'off' };

/** @returns The arguments that make the editor use the scratch folder. */
async function prepareScratch(suite: Suite, scratch: string): Promise<string[]> {
  const userData = join(scratch, 'user');
  const user = join(userData, 'User');
  await mkdir(user, { recursive: true });
  const settings = { ...desktopDefaults, ...suite.settings };
  await writeFile(join(user, 'settings.json'), JSON.stringify(settings, undefined, 2));
  if (suite.chatModels) {
    await writeFile(
      join(user, 'chatLanguageModels.json'),
      JSON.stringify(suite.chatModels, undefined, 2),
    );
  }
  const args = [`--user-data-dir=${userData}`, `--extensions-dir=${join(scratch, 'extensions')}`];
  for (const name of suite.extensions ?? []) {
    // Named as the editor names what it installs, else it does not look into it.
    const folder = join(scratch, 'extensions', `chipboard-test.${name}-1.0.0`);
    await cp(join(EXTENSIONS, name), folder, { recursive: true });
  }
  if (suite.workspaceTrust) {
    args.push('--enable-workspace-trust');
  }
  if (suite.workspace) {
    const copy = join(scratch, 'workspace');
    await cp(suite.workspace, copy, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
    args.unshift(copy);
  }
  return args;
}

function environment(suite: Suite, options: RunOptions, artifacts: string): Record<string, string> {
  return {
    CHIPBOARD_TEST_ARTIFACTS: artifacts,
    ...(process.stdout.isTTY ? { CHIPBOARD_TEST_COLOR: '1' } : {}),
    ...(options.grep ? { CHIPBOARD_TEST_GREP: options.grep } : {}),
    ...(suite.copilot ? { CHIPBOARD_COPILOT: '1' } : {}),
    ...suite.env,
  };
}

function requireDisplay(): void {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    throw new Error(
      'Desktop VS Code needs a display: run this under "xvfb-run -a", or leave --desktop out.',
    );
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: 'string' }, desktop: { type: 'boolean' }, fresh: { type: 'boolean' } },
  });
  const { passed, failed } = await runVscodeTests({
    suite: positionals[0],
    grep: values.grep,
    desktop: values.desktop ?? false,
    fresh: values.fresh ?? false,
  });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
