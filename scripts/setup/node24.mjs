import { join } from 'node:path';
import { isExecutable, npm, run } from './command.mjs';
import { ROOT } from './dependencies.mjs';
import { step } from './progress.mjs';

const MAJOR = 24;

/**
 * Finds the Node the project runs on: the one its `node` devDependency brings. Call `ensureDependencies` first.
 * @returns {Promise<string>} Full path of the binary.
 * @throws {Error} When the package is there but its binary cannot be fetched or is of another major version.
 */
export async function ensureNode24() {
  const windows = process.platform === 'win32';
  const binary = join(ROOT, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  if (!isExecutable(binary)) {
    // The binary comes through the package's install script, which npm does not run where scripts are switched off.
    await step(`fetching Node ${MAJOR}`, () =>
      npm(['rebuild', 'node', '--ignore-scripts=false'], ROOT),
    );
  }
  const version = await run(binary, ['--version']);
  if (!version.startsWith(`v${MAJOR}.`)) {
    throw new Error(
      `${binary} is Node ${version}, but the project needs Node ${MAJOR}: run "npm ci".`,
    );
  }
  return binary;
}
