/*
 * Every test there is: typecheck, lint, format, manifest, unit and contract tests, then those of the page in a browser
 * and those in the real editor.
 * The last line says how many passed and failed.
 *
 * --fresh      prepares the editor anew
 * --desktop    runs the editor's tests in desktop VS Code
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runVscodeTests } from '../test/vscode/runTests.ts';
import { ROOT } from './setup/dependencies.mjs';
import { ensureSystemPackages } from './setup/system.mjs';

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    desktop: { type: 'boolean', default: false },
  },
});

let passed = 0;
let failed = 0;

// The linter takes as long as the others together.
const checks = [['lint'], ['typecheck', 'format:check', 'manifest:check']];
await Promise.all(
  checks.map(async (names) => {
    for (const name of names) {
      count(name, (await npmRun(name)).code === 0);
    }
  }),
);
countMocha(await npmRun('test:unit'));
const built = await npmRun('build', '--', '--tests');
count('build', built.code === 0);
if (built.code === 0) {
  await ensureSystemPackages();
  countMocha(await npmRun('test:ui'));
  const editor = await runVscodeTests(values);
  passed += editor.passed;
  failed += editor.failed;
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

/** Adds what mocha says it ran; a run that broke without a failing test is a failure. */
function countMocha({ code, output }: { readonly code: number; readonly output: string }): void {
  const [good = 0, bad = 0] = ['passing', 'failing'].map((word) =>
    Number(new RegExp(`^\\s*(\\d+) ${word}`, 'm').exec(output)?.[1] ?? 0),
  );
  passed += good;
  failed += bad === 0 && code !== 0 ? 1 : bad;
}

function count(name: string, good: boolean): void {
  process.stdout.write(`${good ? '✔' : '✖'} ${name}\n`);
  if (good) {
    passed++;
  } else {
    failed++;
  }
}

/** Runs one of the project's npm scripts, showing what it prints. */
function npmRun(...words: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`\n> npm run ${words.join(' ')}\n`);
    const child = spawn('npm', ['run', '--silent', ...words], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env['PATH']}` },
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      process.stdout.write(data);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
