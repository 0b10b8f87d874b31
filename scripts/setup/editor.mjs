/**
 * Prepares the npm build of VS Code, in which the tests run where desktop VS Code cannot be downloaded.
 *
 * A prepared editor lies in the user's cache under a name with its version, so every clone of the project uses the
 * same one. It is made in a neighbouring folder and renamed when complete: what has the final name is always whole.
 */
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './command.mjs';
import { withLock } from './lock.mjs';
import { step } from './progress.mjs';

/**
 * The npm release of `code-server` that carries the editor. 4.139.1 is VS Code 1.139.1; `CHIPBOARD_EDITOR_VERSION`
 * names another, such as 4.116.0 for the oldest editor that the extension says it runs in.
 */
export const CODE_SERVER_VERSION = process.env.CHIPBOARD_EDITOR_VERSION || '4.139.1';

/** Brings a Node of another major version. */
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

/** Has the search program for every platform; newer editors come with it. */
const RIPGREP = '@vscode/ripgrep-universal';

/** Our small modules in place of native ones: file here → module of the editor. */
const STAND_INS = {
  'spdlog.cjs': '@vscode/spdlog',
  'nativeWatchdog.cjs': '@vscode/native-watchdog',
};
const STAND_IN_FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'standIns');

/**
 * Where the prepared editor of this version, platform and architecture lies, prepared or not.
 * @returns {string}
 */
export function editorFolder() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(
    cache,
    'chipboard',
    `vscode-${CODE_SERVER_VERSION}-${process.platform}-${process.arch}`,
  );
}

/**
 * Prepares the editor if it is not there yet; afterwards no network is needed.
 * @param {{ fresh?: boolean }} [options] `fresh` prepares anew and replaces what is there.
 * @returns {Promise<string>} The folder that holds `out/server-main.js`.
 * @throws {Error} When npm fails or what it installed is not complete.
 */
export async function ensureEditor({ fresh = false } = {}) {
  const target = editorFolder();
  if (fresh || !existsSync(target)) {
    await mkdir(dirname(target), { recursive: true });
    await withLock(`${target}.lock`, async () => {
      // Another process may have prepared it while this one waited for the lock.
      if (fresh || !existsSync(target)) {
        await prepare(target);
      }
    });
  }
  return vscodeFolder(target);
}

/** @param {string} target */
async function prepare(target) {
  await removeLeftovers(target);
  const draft = await mkdtemp(`${target}.draft-`);
  try {
    await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
    // Said in full, so that a project's or a user's npm settings do not change what is installed.
    const install = [
      'install',
      '--ignore-scripts',
      '--omit=dev',
      '--legacy-peer-deps=false',
      '--loglevel=error',
    ];
    const vscode = vscodeFolder(draft);
    await step(`editor: installing code-server ${CODE_SERVER_VERSION}`, () =>
      npm([...install, `code-server@${CODE_SERVER_VERSION}`], draft),
    );
    await step('editor: installing its modules', () => npm(install, vscode));
    const node = await otherNode(join(draft, 'node_modules', 'code-server'));
    if (node !== undefined) {
      await step(`editor: installing ${node}`, () => npm([...install, node], draft));
    }
    if (!existsSync(join(vscode, 'node_modules', RIPGREP))) {
      await step(`editor: installing ${RIPGREP}`, () => npm([...install, RIPGREP], draft));
      await giveRipgrep(join(draft, 'node_modules', RIPGREP), vscode);
    }
    await step('editor: installing its extensions', () => npm(install, join(vscode, 'extensions')));
    await step('editor: trimming and checking', () => finish(vscode));
    await replace(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * An older editor fetches its search program when it is installed, from where there may be no way to; it gets ours.
 * @param {string} from The package that has the program for every platform.
 * @param {string} vscode
 */
async function giveRipgrep(from, vscode) {
  const bin = join(vscode, 'node_modules/@vscode/ripgrep/bin');
  await mkdir(bin, { recursive: true });
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  await copyFile(join(from, 'bin', `${process.platform}-${process.arch}`, name), join(bin, name));
}

/**
 * The package with the Node that this editor is made for, where it is not the one that runs now: an older editor hangs
 * in a newer Node.
 * @param {string} folder Of the package `code-server`.
 * @returns {Promise<string | undefined>} Name and version.
 */
async function otherNode(folder) {
  const { engines } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const major = /\d+/.exec(engines?.node ?? '')?.[0];
  return major === undefined || process.versions.node.startsWith(`${major}.`)
    ? undefined
    : `${NODE_PACKAGE}@${major}`;
}

/**
 * The Node that a prepared editor runs in.
 * @param {string} vscode The folder that `ensureEditor` gave.
 * @returns {string} Full path of the binary.
 */
export function editorNode(vscode) {
  const own = join(vscode, '../../..', NODE_PACKAGE, 'bin', 'node');
  return existsSync(own) ? own : process.execPath;
}

/**
 * Native modules are not built: the file watcher and the terminal come with binaries, and the others (Kerberos log-in
 * at proxies, the store of agents outside the extension host) are loaded only when used. Two are loaded at every start;
 * building them takes a compiler, Node's headers and most of a minute, so small ones in JavaScript take their place.
 * @param {string} vscode
 */
async function finish(vscode) {
  const modules = join(vscode, 'node_modules');
  for (const [file, module] of Object.entries(STAND_INS)) {
    await copyFile(join(STAND_IN_FOLDER, file), join(modules, module, 'index.js'));
  }
  const platform = `${process.platform}-${process.arch}`;
  await keepOnly(join(modules, RIPGREP, 'bin'), platform);
  await keepOnly(join(modules, 'node-pty/prebuilds'), platform);
  for (const file of [
    'out/server-main.js',
    'extensions/copilot/package.json',
    'node_modules/@parcel/watcher/index.js',
  ]) {
    if (!existsSync(join(vscode, file))) {
      throw new Error(`The installed editor lacks ${file}.`);
    }
  }
}

/**
 * @param {string} folder
 * @param {string} name
 */
async function keepOnly(folder, name) {
  const entries = existsSync(folder) ? await readdir(folder) : [];
  if (entries.includes(name)) {
    const others = entries.filter((entry) => entry !== name);
    await Promise.all(
      others.map((entry) => rm(join(folder, entry), { recursive: true, force: true })),
    );
  }
}

/**
 * @param {string} draft
 * @param {string} target
 */
async function replace(draft, target) {
  if (existsSync(target)) {
    // A folder cannot be renamed onto a full one, so the old one steps aside under a leftover's name.
    const old = await mkdtemp(`${target}.draft-`);
    await rename(target, join(old, 'old'));
    await rename(draft, target);
    await rm(old, { recursive: true, force: true });
  } else {
    await rename(draft, target);
  }
}

/** @param {string} target */
async function removeLeftovers(target) {
  const parent = dirname(target);
  const leftovers = (await readdir(parent)).filter((name) =>
    name.startsWith(`${basename(target)}.draft-`),
  );
  await Promise.all(
    leftovers.map((name) => rm(join(parent, name), { recursive: true, force: true })),
  );
}

/** @param {string} folder */
function vscodeFolder(folder) {
  return join(folder, 'node_modules/code-server/lib/vscode');
}
