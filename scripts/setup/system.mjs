import { existsSync } from 'node:fs';
import { findOnPath, isExecutable, run } from './command.mjs';
import { step } from './progress.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds the Chromium that shows the editor: `CHROME_PATH` first, then the usual names and places.
 * @returns {string | undefined} Full path of the binary.
 * @throws {Error} When `CHROME_PATH` is set but is not a program.
 */
export function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!isExecutable(chosen)) {
      throw new Error(`CHROME_PATH is ${chosen}, which is not a program.`);
    }
    return chosen;
  }
  return NAMES.map(findOnPath).find(Boolean) ?? PATHS.find(isExecutable);
}

/**
 * Makes sure that Chromium is installed; on Debian and its relatives it is installed if this user is root or may use
 * sudo without a password. Does nothing, and needs no network, where a Chromium is found.
 * @returns {Promise<{ chromium: string }>} Full paths of the programs.
 * @throws {Error} When it is missing and cannot be installed; one sentence says what to do.
 */
export async function ensureSystemPackages() {
  const present = findChromium();
  if (present) {
    return { chromium: present };
  }
  const aptGet = await aptGetCommand();
  if (!aptGet) {
    throw new Error(
      'Chromium is missing: install it ("apt-get install chromium" as root on Debian) or set CHROME_PATH to a Chrome or Chromium binary.',
    );
  }
  await step('apt-get install chromium', async () => {
    await apt(aptGet, ['update']);
    // Without a font of its own Chromium draws boxes on a bare machine.
    await apt(aptGet, ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']);
  });
  const installed = findChromium();
  if (!installed) {
    throw new Error(
      'apt-get installed the package chromium, but no chromium is on PATH: set CHROME_PATH.',
    );
  }
  return { chromium: installed };
}

/** @returns {Promise<string[] | undefined>} The words that run apt-get with enough rights. */
async function aptGetCommand() {
  if (!existsSync('/etc/debian_version') || !findOnPath('apt-get')) {
    return undefined;
  }
  if (process.getuid?.() === 0) {
    return ['apt-get'];
  }
  const allowed =
    findOnPath('sudo') &&
    (await run('sudo', ['-n', 'true']).then(
      () => true,
      () => false,
    ));
  return allowed ? ['sudo', '-n', 'apt-get'] : undefined;
}

/**
 * @param {readonly string[]} aptGet
 * @param {readonly string[]} args
 */
function apt(aptGet, args) {
  const [command = 'apt-get', ...words] = aptGet;
  return run(command, [...words, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
