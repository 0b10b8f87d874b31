import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** npm says first what is wrong, compilers say it last. */
const HEAD_LINES = 15;
const TAIL_LINES = 15;

/**
 * Runs a program to its end without showing its output.
 * @param {string} command A name on PATH, or a path.
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>} Standard output, trimmed.
 * @throws {Error} When the program cannot be started or ends with another code than 0; the message carries the first
 *   and last lines it printed.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    let out = '';
    let all = '';
    const shell = process.platform === 'win32';
    const child = spawn(command, args, { ...options, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (data) => {
      out += data;
      all += data;
    });
    child.stderr.on('data', (data) => (all += data));
    child.on('error', (cause) => reject(new Error(`Cannot start ${command}.`, { cause })));
    child.on('close', (code, signal) => {
      if (code === 0) {
        resolve(out.trim());
        return;
      }
      reject(
        new Error(`${[command, ...args].join(' ')} ended with ${code ?? signal}.\n${shorten(all)}`),
      );
    });
  });
}

/** @param {string} text */
function shorten(text) {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'));
  const left = lines.length - HEAD_LINES - TAIL_LINES;
  return left > 0
    ? [...lines.slice(0, HEAD_LINES), `… ${left} lines …`, ...lines.slice(-TAIL_LINES)].join('\n')
    : lines.join('\n');
}

/**
 * Runs npm in a folder, free of what an enclosing `npm run` put into the environment: its package, prefix and NODE_ENV
 * would change what the inner npm installs.
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<string>} Standard output, trimmed.
 */
export function npm(args, cwd) {
  const inherited =
    /^(npm_(package|lifecycle)_|npm_config_(local_prefix|global_prefix|prefix|omit|include|ignore_scripts|dry_run)$|INIT_CWD$|NODE_ENV$)/i;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !inherited.test(key)),
  );
  return run('npm', [...args, '--no-audit', '--no-fund'], { cwd, env });
}

/**
 * Looks a program up on PATH.
 * @param {string} name
 * @returns {string | undefined} Its full path.
 */
export function findOnPath(name) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const found = endings.map((ending) => join(folder, name + ending)).find(isExecutable);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/**
 * Whether a path is a file this user may run.
 * @param {string} path
 * @returns {boolean}
 */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
