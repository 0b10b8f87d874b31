/**
 * Runs one of the project's TypeScript scripts on the project's own Node, on any machine with Node 20 or newer:
 * `node scripts/run.mjs <script.ts> [arguments]`. Installs the dependencies first if they are missing or out of step
 * with the lockfile. Ends with the script's exit code.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { ensureDependencies, ROOT } from './setup/dependencies.mjs';
import { ensureNode24 } from './setup/node24.mjs';
import { note } from './setup/progress.mjs';

const [script, ...args] = process.argv.slice(2);
if (!script) {
  note('usage: node scripts/run.mjs <script.ts> [arguments]');
  process.exit(2);
}

try {
  await ensureDependencies();
  const node = await ensureNode24();
  const binaries = join(ROOT, 'node_modules', '.bin');
  const child = spawn(node, [resolve(script), ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: [binaries, process.env.PATH].filter(Boolean).join(delimiter) },
  });
  passSignalsTo(child);
  child.on('error', (error) => fail(error));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
} catch (error) {
  fail(error);
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignalsTo(child) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  // A terminal sends Ctrl+C to the child as well; passing it on would count as a second one.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
}

/** @param {unknown} error */
function fail(error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
