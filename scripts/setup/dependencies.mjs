import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './command.mjs';
import { step } from './progress.mjs';

/** The project's root folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const LOCKFILE = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.chipboard-lockfile');

/**
 * Makes `node_modules` agree with `package-lock.json`: runs `npm ci` when it does not, and otherwise does nothing and
 * needs no network. A tree that someone brought up to date with `npm install` is accepted as it is.
 * @returns {Promise<boolean>} Whether packages were installed.
 * @throws {Error} When there is no lockfile or `npm ci` fails.
 */
export async function ensureDependencies() {
  if (!existsSync(LOCKFILE)) {
    throw new Error(`${LOCKFILE} is missing: restore it, or run "npm install" once.`);
  }
  const lockfile = readFileSync(LOCKFILE, 'utf8');
  const hash = createHash('sha256').update(lockfile).digest('hex');
  if (read(STAMP) === hash) {
    return false;
  }
  const inStep = isInStep(lockfile);
  if (!inStep) {
    await step('npm ci', () => npm(['ci'], ROOT));
  }
  // Written last: an interrupted installation leaves no stamp, so the next run installs again.
  writeFileSync(STAMP, hash);
  return !inStep;
}

/**
 * Compares the lockfile with the list npm keeps of what it really installed. npm writes that list at the end of an
 * installation.
 * @param {string} lockfile The lockfile's text.
 */
function isInStep(lockfile) {
  const installed = read(join(MODULES, '.package-lock.json'));
  if (installed === undefined) {
    return false;
  }
  const wanted = packagesOf(lockfile);
  const present = packagesOf(installed);
  const extra = Object.keys(present).some((path) => !(path in wanted));
  const missing = Object.entries(wanted).some(([path, entry]) => {
    const skippable = path === '' || entry.optional || entry.devOptional || entry.peer;
    return present[path] ? present[path].version !== entry.version : !skippable;
  });
  return !extra && !missing;
}

/**
 * @param {string} text
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }>}
 */
function packagesOf(text) {
  return JSON.parse(text).packages ?? {};
}

/**
 * @param {string} path
 * @returns {string | undefined}
 */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
